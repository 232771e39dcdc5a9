package org.gmt4j.aggregation.queue;

/** The reason why a block (level 1) or a buffer (level 2) was closed. */
public enum FlushReason {
    /** No room for the next command, or enough bytes for a buffer. */
    FULL,
    /** The configured count of commands or blocks was reached. */
    COUNT,
    /** Older than the (adaptive) time-out. */
    EXPIRED,
    /** Asked for: a fence, a loop start, a level switched off. */
    FORCED,
    /** Nothing else to run on this node, so waiting for company would only cost time. */
    IDLE,
    /** The block was needed for another destination. */
    POOL_EMPTY,
    /** It carries blocks of other nodes, which have waited elsewhere already. */
    FORWARDED
}
