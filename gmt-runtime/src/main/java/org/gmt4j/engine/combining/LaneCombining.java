package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.HeldOperations;

/**
 * The updates that one lane holds back, of all arrays, and the counters of what was saved. They are issued when they
 * are awaited and nothing can run on the lane, after some milliseconds, and when an operation that they must not be
 * behind asks for it. Owned by the lane's thread; counters are read by any thread, which may see slightly old values.
 * Per turn.
 */
public final class LaneCombining implements HeldOperations {
    /** Time after which updates travel though other tasks can run; more where issuing them takes long. */
    private static final long LONGEST_HOLD_NS = 2_000_000;
    /** While other tasks can run, issuing takes one part in so many of the time. */
    private static final int ISSUING_SHARE = 16;
    private static final long LIMIT_OF_HOLD_NS = 200_000_000;

    private final Aggregator aggregator;
    private final DenseTables dense;
    private final HotElements hot;
    /** Those that hold something, each once. */
    private HeldBack[] holding = new HeldBack[4];
    private int holdingCount;
    private boolean isIssuing;
    /** First turn that has seen something held; to be taken as unknown while {@link #isTimed} is false. */
    private long sinceNs;
    private boolean isTimed;
    private long holdNs = LONGEST_HOLD_NS;
    private long combinedCount;
    private long sumCount;
    private long droppedCount;
    private long answeredCount;
    private long evictedCount;
    private long flushCount;

    /** @param arrays of the node */
    public LaneCombining(final Aggregator aggregator, final DenseArrays arrays) {
        this.aggregator = aggregator;
        dense = new DenseTables(this, arrays);
        hot = new HotElements(aggregator);
    }

    /** Returns those of the lane of an aggregator. */
    public static LaneCombining of(final Aggregator aggregator) {
        return (LaneCombining) aggregator.held();
    }

    /** Returns the place of additions with a result to an element, by their command's first word and node. */
    public HotElement hot(final long word, final int node) {
        return hot.at(word, node);
    }

    Aggregator aggregator() {
        return aggregator;
    }

    /** Returns the tables with an entry for each element. */
    DenseTables dense() {
        return dense;
    }

    @Override
    public void join(final Completion issuer) {
        dense.join(issuer);
    }

    /** Notes an array with updates held back, which is not noted. */
    void holds(final HeldBack updates) {
        if (holdingCount == holding.length) {
            holding = Arrays.copyOf(holding, holdingCount * 2);
        }
        holding[holdingCount++] = updates;
    }

    @Override
    public void issueAwaited() {
        hot.issueAwaited();
        if (holdingCount > 0) {
            issueAll();
        }
    }

    @Override
    public void issueGathered() {
        hot.issueAwaited();
    }

    @Override
    public void issueAll() {
        if (isIssuing) {
            return;
        }
        isIssuing = true;                     // progress inside of a claim must not begin again
        isTimed = false;
        dense.note();
        try {
            for (int left = holdingCount; left > 0; left--) {      // visits meanwhile may add others
                final HeldBack updates = holding[--holdingCount];
                holding[holdingCount] = null;
                updates.noted(false);
                updates.issueAll();
            }
        } finally {
            isIssuing = false;
        }
    }

    @Override
    public void issueDue(final long nowNs) {
        hot.issueDue();
        if (holdingCount == 0 && !dense.isUsed()) {
            return;
        }
        if (!isTimed) {
            isTimed = true;
            sinceNs = nowNs;
        } else if (nowNs - sinceNs >= holdNs) {
            final long startNs = System.nanoTime();
            issueAll();
            final long takenNs = System.nanoTime() - startNs;
            holdNs = Math.min(LIMIT_OF_HOLD_NS, Math.max(LONGEST_HOLD_NS, ISSUING_SHARE * takenNs));
        }
    }

    @Override
    public boolean isEmpty() {
        return holdingCount == 0 && dense.isEmpty();
    }

    // --- counters ---

    void combined(final long updates) {
        combinedCount += updates;
    }

    void summed(final long sums) {
        sumCount += sums;
    }

    void dropped(final long updates) {
        droppedCount += updates;
    }

    void answered(final long operations) {
        answeredCount += operations;
    }

    void evicted() {
        evictedCount++;
    }

    void flushed() {
        flushCount++;
    }

    /**
     * Returns the number of updates that were joined to one held back, and did not travel by themselves. Additions to
     * arrays with a sum for each element are not counted.
     */
    public long combinedCount() {
        return combinedCount;
    }

    /** Returns the number of sums as which additions to arrays with a sum for each element were issued. */
    public long sumCount() {
        return sumCount;
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

    /** Returns the number of additions with a result that waited to travel with others. */
    public long hotAddCount() {
        return hot.addCount();
    }

    /** Returns the number of commands as which they travelled. */
    public long hotCommandCount() {
        return hot.commandCount();
    }
}
