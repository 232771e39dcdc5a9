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

    private long limitNs = WaitConfig.DEFAULT.spinNs();

    /** Returns the time to look, at most {@code mostNs}. */
    long limitNs(final long mostNs) {
        return Math.min(limitNs, mostNs);
    }

    /**
     * Notes the end of a wait.
     *
     * @param hasParked whether the thread parked before the end came
     */
    void ended(final long waitedNs, final boolean hasParked) {
        if (!hasParked) {
            limitNs = Math.min(TELLING_NS, Math.max(limitNs, 4 * waitedNs));
        } else if (waitedNs < TELLING_NS) {
            limitNs = Math.max(LEAST_NS, limitNs / 2);
        }
    }
}
