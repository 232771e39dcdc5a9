package org.gmt4j.engine.waiting;

/**
 * Decides whether a thread without work spins or parks, and for how long. Immutable; any thread. Called only by turns
 * without work, so it may be a call to one of several classes.
 */
sealed interface WaitPolicy permits PollPolicy, BlockPolicy, AdaptivePolicy {
    /** Look again, instead of a time to park. */
    long SPIN = 0;

    /** Give the core to other threads that can run, and look again. */
    long YIELD = -1;

    /** Shortest park that the system grants. */
    long SHORTEST_NS = 10_000;

    /** Longest park while replies or room are expected. */
    long EXPECTING_NS = 50_000;

    /** Longest park while a deadline may pass, or while an event is expected that wakes the thread. */
    long COARSE_NS = 1_000_000;

    /** A park takes at most this part of the idle time before it. */
    int PARKS_PER_IDLE_TIME = 8;

    /** Longest park of a thread that is woken by everything that can arrive: a safety net. */
    long WOKEN_NS = 50_000_000;

    /**
     * Returns the time for which the calling thread parks now.
     *
     * @param idleNs    time since its first turn without work
     * @param rounds    turns since then, from 1
     * @param expecting events that may follow
     * @param patience  time for which the thread's looks have paid lately
     * @return nanoseconds, {@link #SPIN} or {@link #YIELD}
     */
    long parkNs(long idleNs, int rounds, Expecting expecting, Patience patience);

    /**
     * Returns the policy of a mode.
     *
     * @param hasCore  whether every thread of the job on this host has a core
     * @param isWoken  whether everything that can arrive wakes the thread; otherwise it must look by itself
     */
    static WaitPolicy of(final WaitMode mode, final WaitConfig config, final boolean hasCore, final boolean isWoken) {
        final long longestNs = isWoken ? WOKEN_NS : config.longestParkNs();
        switch (mode) {
            case POLL:
                return new PollPolicy();
            case BLOCK:
                return new BlockPolicy(longestNs, isWoken);
            default:
                return new AdaptivePolicy(hasCore ? config.spinNs() : 0, !hasCore && !isWoken, longestNs,
                    hasCore && !isWoken ? Math.min(longestNs, AdaptivePolicy.LIVELY_NS) : longestNs);
        }
    }

    /**
     * Returns a share of the idle time, between the shortest and the longest park for the expected events: so a wait
     * that ends during a park is longer by this share at most.
     */
    static long share(final long idleNs, final long longestNs, final Expecting expecting) {
        return Math.min(longest(longestNs, expecting), Math.max(SHORTEST_NS, idleNs / PARKS_PER_IDLE_TIME));
    }

    private static long longest(final long longestNs, final Expecting expecting) {
        switch (expecting) {
            case NOTHING:
            case PARTNERS:
                return longestNs;
            case DEADLINE:
                return Math.min(longestNs, COARSE_NS);
            default:
                return EXPECTING_NS;
        }
    }
}
