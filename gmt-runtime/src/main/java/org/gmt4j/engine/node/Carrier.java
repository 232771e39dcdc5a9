package org.gmt4j.engine.node;

import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.ThreadWait;

/**
 * A thread of a node that runs bodies.
 *
 * @param idle   idle strategy of the thread
 * @param worker worker whose tasks it runs; null for helpers, which run visits and local bodies
 * @param desk   lane through which the thread communicates
 */
record Carrier(Thread thread, ThreadWait idle, Worker worker, LaneDesk desk) {
    /**
     * Returns whether requests wait while a body runs here: worker, helper and communication server share the thread.
     */
    boolean hasAllRoles() {
        return worker != null && desk.sharesThread();
    }
}
