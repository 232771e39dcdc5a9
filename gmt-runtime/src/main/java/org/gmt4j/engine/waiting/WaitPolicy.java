package org.gmt4j.engine.waiting;

/**
 * Decides whether a thread without work spins or parks, and for how long. Immutable; any thread. Asked only by turns
 * that found nothing to do, so it may be a call to one of several classes.
 */
sealed interface WaitPolicy permits PollPolicy, BlockPolicy, AdaptivePolicy {
    /** Instead of a time to park: look again. */
    long SPIN = 0;

    /** Shortest park: less is not granted by the system. */
    long SHORTEST_NS = 10_000;

    /** Longest park while replies or room are expected. */
    long EXPECTING_NS = 50_000;

    /** Longest park while a deadline may pass, or while something is expected whose coming wakes the thread. */
    long COARSE_NS = 1_000_000;

    /** Longest park of a thread that is woken by all that can come: only a net under it. */
    long WOKEN_NS = 50_000_000;

    /**
     * How long the calling thread parks now.
     *
     * @param idleNs     since it last had work
     * @param rounds     turns since then, from 1
     * @param lastParkNs its last park since then, 0 if none
     * @param expecting  what may come
     * @return nanoseconds, or {@link #SPIN}
     */
    long parkNs(long idleNs, int rounds, long lastParkNs, Expecting expecting);

    /**
     * The policy of a mode.
     *
     * @param hasCore  every thread of the job on this machine has a core
     * @param isWoken  everything that can come to the thread wakes it; otherwise it must look by itself
     */
    static WaitPolicy of(final WaitMode mode, final WaitConfig config, final boolean hasCore, final boolean isWoken) {
        final long longestNs = isWoken ? WOKEN_NS : config.longestParkNs();
        switch (mode) {
            case POLL:
                return new PollPolicy();
            case BLOCK:
                return new BlockPolicy(longestNs, isWoken);
            default:
                return new AdaptivePolicy(hasCore ? config.spinNs() : 0, longestNs);
        }
    }

    /** Twice the last, from the shortest to the longest for what is expected. */
    static long longer(final long lastParkNs, final long longestNs, final Expecting expecting) {
        return Math.min(longest(longestNs, expecting), Math.max(SHORTEST_NS, 2 * lastParkNs));
    }

    private static long longest(final long longestNs, final Expecting expecting) {
        return expecting == Expecting.NOTHING ? longestNs
            : expecting == Expecting.DEADLINE ? Math.min(longestNs, COARSE_NS) : EXPECTING_NS;
    }
}
