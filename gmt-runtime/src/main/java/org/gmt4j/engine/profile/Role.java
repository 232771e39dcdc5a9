package org.gmt4j.engine.profile;

/** What a thread of a node does, as far as shares of time tell it apart. */
public enum Role {
    /** Bodies of tasks, and taking replies. */
    WORKER,
    /** Executing commands of others. */
    HELPER,
    /** Sending and polling. */
    SERVER;

    /** Columns of the row that {@link RoleTimes} tells of a role. */
    public static final int RUNNING = 0;
    /** Another role of the same thread ran. */
    public static final int OTHERS = 1;
    /** Nothing to run, while replies, credits or room were outstanding. */
    public static final int WAITING = 2;
    /** Nothing to run and nothing outstanding. */
    public static final int IDLE = 3;
    public static final int COLUMNS = 4;
}
