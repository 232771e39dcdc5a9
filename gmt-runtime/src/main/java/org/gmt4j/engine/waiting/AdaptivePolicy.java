package org.gmt4j.engine.waiting;

/**
 * Spins for a moment where the thread has a core of its own, longer while an answer is near, and not at all when the
 * answer is known to take long, or looking has been in vain lately ({@link Patience}); then parks for a share of the
 * idle time.
 *
 * <p>It never yields. Where threads outnumber cores a yield gives the core away for whole time slices of all others (15
 * ms per yield were measured with four busy threads on two cores, Linux 6.18), while a thread that wakes from a short
 * park runs at once. Where they do not, spinning is shorter than both.
 *
 * @param spinNs    time to spin at most; 0 for a thread without its own core, which only looks some times
 * @param longestNs longest park while nothing is expected
 */
record AdaptivePolicy(long spinNs, long longestNs) implements WaitPolicy {
    /** While something is expected it spins so many times as long: the other side needs about that time. */
    private static final int MORE_WHEN_EXPECTING = 10;
    /** Number of looks of a thread without a core of its own. */
    private static final int ROUNDS = 20;

    @Override
    public long parkNs(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        if (expecting != Expecting.BULK && maySpin(idleNs, rounds, expecting, patience)) {
            return SPIN;
        }
        return WaitPolicy.share(idleNs, longestNs, expecting);
    }

    private boolean maySpin(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        if (spinNs == 0) {
            return rounds < ROUNDS;
        }
        return idleNs < patience.limitNs(expecting == Expecting.NOTHING ? spinNs : MORE_WHEN_EXPECTING * spinNs);
    }
}
