package org.gmt4j.engine.node;

import org.gmt4j.engine.waiting.Expecting;

/** A role that a thread of a node has in its turns. All methods are called by that thread. Per turn. */
interface NodeRole {
    /** Prepares the role, once, before the first turn. */
    default void begin() {
    }

    /** Does all work at hand. Returns 0 when there was none, so that the thread may wait. */
    int turn(long nowNs);

    /** Returns what may arrive, after a turn without work. */
    Expecting expecting();

    /** Returns whether work for which the thread is woken has arrived. */
    boolean hasArrived();

    /** Tidies up, when the thread has been idle for some milliseconds. */
    default void tidyUp() {
    }
}
