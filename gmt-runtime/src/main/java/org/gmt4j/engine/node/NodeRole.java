package org.gmt4j.engine.node;

import org.gmt4j.engine.waiting.Expecting;

/** What a thread of a node does in its turns. All methods are called by that thread. Per turn. */
interface NodeRole {
    /** Called once, before the first turn. */
    default void begin() {
    }

    /** Does what there is to do now. Returns 0 when there was nothing, so that the thread may wait. */
    int turn(long nowNs);

    /** What may come, after a turn that found nothing. */
    Expecting expecting();

    /** Whether there is something here that the thread is woken for. */
    boolean hasArrived();

    /** Called once the thread has been idle for some milliseconds. */
    default void tidyUp() {
    }
}
