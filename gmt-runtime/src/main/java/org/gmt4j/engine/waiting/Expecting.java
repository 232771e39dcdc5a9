package org.gmt4j.engine.waiting;

/** Events that a thread without work expects. */
public enum Expecting {
    /** Nothing in particular. */
    NOTHING,
    /** That others complete the wait of a task: a collective, a join, a signal. */
    PARTNERS,
    /** The same, or the expiry of a deadline. */
    DEADLINE,
    /** Room that becomes free without a wake-up. */
    ROOM,
    /** Replies, soon. */
    REPLIES,
    /** Replies to transfers so long that spinning until their end would be a waste. */
    BULK;

    /** Returns whether started work is incomplete, so that the thread waits rather than idles. */
    public boolean isOutstanding() {
        return this != NOTHING && this != PARTNERS && this != DEADLINE;
    }
}
