package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.HeldOperations;

/**
 * The updates that one lane holds back, of all arrays, and the counters of what was saved. They are issued when nothing
 * can run on the lane, after two milliseconds, and when an operation that they must not be behind asks for it. Owned by
 * the lane's thread; counters are read by any thread, which may see slightly old values. Per turn.
 */
public final class LaneCombining implements HeldOperations {
    /** Time after which updates travel though other tasks can run. */
    private static final long LONGEST_HOLD_NS = 2_000_000;

    private final Aggregator aggregator;
    /** Those that hold something, each once. */
    private HeldUpdates[] holding = new HeldUpdates[4];
    private int holdingCount;
    private boolean isIssuing;
    /** First turn that has seen something held; to be taken as unknown while {@link #isTimed} is false. */
    private long sinceNs;
    private boolean isTimed;
    private long combinedCount;
    private long droppedCount;
    private long answeredCount;
    private long evictedCount;
    private long flushCount;

    public LaneCombining(final Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    Aggregator aggregator() {
        return aggregator;
    }

    /** Notes an array with updates held back, which is not noted. */
    void holds(final HeldUpdates updates) {
        if (holdingCount == holding.length) {
            holding = Arrays.copyOf(holding, holdingCount * 2);
        }
        holding[holdingCount++] = updates;
    }

    @Override
    public void issueAll() {
        if (holdingCount == 0 || isIssuing) {
            return;
        }
        isIssuing = true;                     // progress inside of a claim must not begin again
        isTimed = false;
        try {
            for (int left = holdingCount; left > 0; left--) {      // visits meanwhile may add others
                final HeldUpdates updates = holding[--holdingCount];
                holding[holdingCount] = null;
                updates.isNoted = false;
                updates.issueAll();
            }
        } finally {
            isIssuing = false;
        }
    }

    @Override
    public void issueDue(final long nowNs) {
        if (holdingCount == 0) {
            return;
        }
        if (!isTimed) {
            isTimed = true;
            sinceNs = nowNs;
        } else if (nowNs - sinceNs >= LONGEST_HOLD_NS) {
            issueAll();
        }
    }

    @Override
    public boolean isEmpty() {
        return holdingCount == 0;
    }

    // --- counters ---

    void combined() {
        combinedCount++;
    }

    void dropped() {
        droppedCount++;
    }

    void answered() {
        answeredCount++;
    }

    void evicted() {
        evictedCount++;
    }

    void flushed() {
        flushCount++;
    }

    /** Returns the number of updates that were joined to one held back, and did not travel by themselves. */
    public long combinedCount() {
        return combinedCount;
    }

    /** Returns the number of updates that could change nothing, and did not travel. */
    public long droppedCount() {
        return droppedCount;
    }

    /** Returns the number of operations that were answered here. */
    public long answeredCount() {
        return answeredCount;
    }

    /** Returns the number of updates that travelled early because another element needed their place. */
    public long evictedCount() {
        return evictedCount;
    }

    /** Returns how often all held updates of an array were issued. */
    public long flushCount() {
        return flushCount;
    }
}
