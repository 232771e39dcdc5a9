package org.gmt4j.engine.waiting;

/**
 * The time for which one thread looks before it parks, learned from its last waits: looking pays as long as the other
 * side runs meanwhile. Where both share a core, each look of one keeps the other from its work, and all looking is in
 * vain. Owned by its thread; per wait.
 */
final class Patience {
    /** A wait for a thread that runs on another core of this host ends within this time. */
    static final long LEAST_NS = 8_000;
    /** Waits longer than this say nothing about looking: the other side computes. */
    static final long TELLING_NS = 1_000_000;

    /** A yield takes less where nobody computes. */
    private static final long LONGEST_YIELD_NS = 100_000;
    /** Yields in one wait, by time: beyond it the thread parks. */
    private static final long YIELDING_NS = 500_000;
    /** Waits without a yield after one that took long; each further one doubles their number. */
    private static final int LEAST_WAITS = 64;
    private static final int MOST_WAITS = 1 << 16;
    /** Waits that ended while the thread yielded, after which a long yield is an exception again. */
    private static final int GOOD_WAITS = 256;

    private long limitNs = WaitConfig.DEFAULT.spinNs();
    private int waitsWithout;
    private int penalty = LEAST_WAITS;
    private int goodWaits;

    /** Returns the time to look, at most {@code mostNs}. */
    long limitNs(final long mostNs) {
        return Math.min(limitNs, mostNs);
    }

    /** Returns whether a thread without its own core yields, after so much idle time. */
    boolean mayYield(final long idleNs) {
        return waitsWithout == 0 && idleNs < YIELDING_NS;
    }

    /** Notes the time of a yield. */
    void yielded(final long ns) {
        if (ns > LONGEST_YIELD_NS) {
            waitsWithout = penalty;
            penalty = Math.min(MOST_WAITS, 2 * penalty);
            goodWaits = 0;
        }
    }

    /**
     * Notes the end of a wait.
     *
     * @param hasParked whether the thread parked before the end came
     */
    void ended(final long waitedNs, final boolean hasParked) {
        if (waitsWithout > 0) {
            waitsWithout--;
        } else if (++goodWaits >= GOOD_WAITS) {
            penalty = LEAST_WAITS;
        }
        if (!hasParked) {
            limitNs = Math.min(TELLING_NS, Math.max(limitNs, 4 * waitedNs));
        } else if (waitedNs < TELLING_NS) {
            limitNs = Math.max(LEAST_NS, limitNs / 2);
        }
    }
}
