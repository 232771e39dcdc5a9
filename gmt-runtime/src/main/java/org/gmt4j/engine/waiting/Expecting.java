package org.gmt4j.engine.waiting;

/** What a thread that has nothing to do expects. */
public enum Expecting {
    /** Nothing in particular: somebody will need it some time. */
    NOTHING,
    /** A deadline will pass. */
    DEADLINE,
    /** Room that somebody makes and tells nobody of. */
    ROOM,
    /** Replies, soon. */
    REPLIES,
    /** Replies to transfers so long that spinning for their end would be a waste. */
    BULK;

    /** Something that was begun is not over: the thread does not idle, it waits. */
    public boolean isOutstanding() {
        return this != NOTHING && this != DEADLINE;
    }
}
