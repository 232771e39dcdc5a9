package org.gmt4j.engine.node;

import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.ThreadWait;

/**
 * A thread of a node that runs bodies.
 *
 * @param idle   how it waits where the runtime lets it wait
 * @param worker whose tasks it runs; null for helpers, which run visits and local bodies
 */
record Carrier(Thread thread, ThreadWait idle, Worker worker) {
}
