package org.gmt4j.engine.waiting;

/**
 * The time for which one thread looks before it parks, learned from its last waits: looking pays as long as the other
 * side runs meanwhile. Where both share a core, each look of one keeps the other from its work, and all looking is in
 * vain. Learns also whether to yield: a yield that takes long has given the core to a thread that computes. Owned by
 * its thread; per wait.
 */
final class Patience {
    /** A wait for a thread that runs on another core of this host ends within this time. */
    static final long LEAST_NS = 8_000;
    /** Waits longer than this say nothing about looking: the other side computes. */
    static final long TELLING_NS = 1_000_000;

    /** A yield takes less where nobody computes and two threads share a core: an eighth of a time slice. */
    private static final long LONGEST_YIELD_NS = 350_000;
    /** So many times as long for each further thread of the core: all of them have a turn meanwhile. */
    private static final int MORE_FOR_EACH_THREAD = 3;
    /** Waits without a yield after one that took long; each one that follows soon doubles them. */
    private static final int MOST_WAITS_WITHOUT = 256;
    /** Waits in a row without a long yield, after which the next one counts as the first. */
    private static final int GOOD_WAITS = 64;

    private final long longestYieldNs;
    /** Idle time with yields. */
    private final long yieldingNs;
    private long limitNs = WaitConfig.DEFAULT.spinNs();
    private int waitsWithout;
    private int penalty = 1;
    private int goodWaits;

    /** @param threadsPerCore threads of the job on this host, by its cores, rounded up */
    Patience(final int threadsPerCore) {
        final int times = 1 + MORE_FOR_EACH_THREAD * Math.max(0, threadsPerCore - 2);
        longestYieldNs = LONGEST_YIELD_NS * times;
        yieldingNs = TELLING_NS * times;
    }

    /** Returns the time to look, at most {@code mostNs}. */
    long limitNs(final long mostNs) {
        return Math.min(limitNs, mostNs);
    }

    /** Returns whether to yield, after so much idle time. Longer waits are for partners that compute. */
    boolean mayYield(final long idleNs) {
        return waitsWithout == 0 && idleNs < yieldingNs;
    }

    /** Notes a yield, and the time until the thread had the core again. */
    void yielded(final long ns) {
        if (ns > longestYieldNs) {
            waitsWithout = penalty;
            penalty = Math.min(MOST_WAITS_WITHOUT, 2 * penalty);
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
        } else if (++goodWaits == GOOD_WAITS) {
            penalty = 1;
        }
        if (!hasParked) {
            limitNs = Math.min(TELLING_NS, Math.max(limitNs, 4 * waitedNs));
        } else if (waitedNs < TELLING_NS) {
            limitNs = Math.max(LEAST_NS, limitNs / 2);
        }
    }
}
