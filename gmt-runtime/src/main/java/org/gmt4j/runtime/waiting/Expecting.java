package org.gmt4j.runtime.waiting;

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
    BULK
}
