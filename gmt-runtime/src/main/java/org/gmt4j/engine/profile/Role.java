package org.gmt4j.engine.profile;

/** The roles of a node's threads, as distinguished by shares of time. */
public enum Role {
    /** Bodies of tasks, and applying replies. */
    WORKER,
    /** Executing commands of other nodes. */
    HELPER,
    /** Sending and polling. */
    SERVER;

    /** Columns of the row of a role in {@link RoleTimes}. */
    static final int RUNNING = 0;
    /** Another role of the same thread runs. */
    static final int OTHERS = 1;
    /** Nothing to run, while replies, credits or room were outstanding. */
    static final int WAITING = 2;
    /** Nothing to run and nothing outstanding. */
    static final int IDLE = 3;
    static final int COLUMNS = 4;
}
