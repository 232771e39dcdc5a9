package org.gmt4j.engine.node;

import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.ThreadWait;

/**
 * A thread of a node that runs bodies.
 *
 * @param idle   how it waits where the runtime lets it wait
 * @param worker whose tasks it runs; null for helpers, which run visits and local bodies
 * @param desk   through which the thread communicates
 */
record Carrier(Thread thread, ThreadWait idle, Worker worker, LaneDesk desk) {
    /** While a body runs here the node answers nobody: worker, helper and communication server share the thread. */
    boolean isWholeNode() {
        return worker != null && desk.inbox() == null;
    }
}
