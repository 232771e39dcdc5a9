package org.gmt4j.aggregation.queue;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counters of the commands and blocks that one lane has sent. Written by the owning thread, read by any: values may be
 * slightly old.
 */
public final class AggregationCounters {
    private final long[] byReason = new long[FlushReason.values().length];
    long commandCount;
    long blockCount;
    long byteCount;
    long poolStallCount;
    long creditStallCount;
    long overflowBlockCount;
    long staleReplyCount;

    void flushed(final FlushReason reason) {
        byReason[reason.ordinal()]++;
    }

    public long commands() {
        return commandCount;
    }

    public long blocks() {
        return blockCount;
    }

    public long bytes() {
        return byteCount;
    }

    /** Number of times that a lane found no free block. */
    public long poolStalls() {
        return poolStallCount;
    }

    /** Number of times that a lane had used all its credits for a destination. */
    public long creditStalls() {
        return creditStallCount;
    }

    /** Blocks taken beyond the pool by commands issued while commands were executed. */
    public long overflowBlocks() {
        return overflowBlockCount;
    }

    public long staleReplies() {
        return staleReplyCount;
    }

    public Map<FlushReason, Long> flushes() {
        final Map<FlushReason, Long> map = new EnumMap<>(FlushReason.class);
        for (final FlushReason reason : FlushReason.values()) {
            map.put(reason, byReason[reason.ordinal()]);
        }
        return map;
    }
}
