package org.gmt4j.engine.waiting;

/**
 * Spins for a moment where the thread has a core of its own, longer while an answer is near, and not at all when the
 * answer is known to take long, or looking has been in vain lately ({@link Patience}); then parks for a share of the
 * idle time.
 *
 * <p>A thread without a core of its own that nobody wakes yields while its tasks wait for others. Where the other
 * threads wait as well, it has the core back within microseconds; a park takes some 40. Where one computes, a yield
 * gives the core away for whole time slices (15 ms per yield were measured with four busy threads on two cores, Linux
 * 6.18), while a thread that wakes from a short park runs at once: {@link Patience} learns this. It does not yield for
 * replies, because other nodes compute while some wait for replies.
 *
 * @param spinNs    time to spin at most; 0 for a thread without its own core, which only looks some times
 * @param yields    whether the thread has no core of its own and must look by itself
 * @param longestNs longest park while nothing is expected
 * @param livelyNs  the same in the first {@link #LIVELY_FOR_NS} of a wait: a program that asks now and then, or whose
 *                  partners compute for some milliseconds, shall not wait for a thread that sleeps on an idle core
 */
record AdaptivePolicy(long spinNs, boolean yields, long longestNs, long livelyNs) implements WaitPolicy {
    /** Longest park of the first seconds: a thousand wake-ups a second take 2 to 3 % of a core. */
    static final long LIVELY_NS = 1_000_000;
    static final long LIVELY_FOR_NS = 10_000_000_000L;
    /** While something is expected it spins so many times as long: the other side needs about that time. */
    private static final int MORE_WHEN_EXPECTING = 10;
    /** Number of looks of a thread without a core of its own. */
    private static final int ROUNDS = 20;
    /** The same where each look is a poll of streams, which keeps threads of other processes from their work. */
    private static final int ROUNDS_OF_POLLS = 4;
    /** Number of looks before the first yield. */
    private static final int ROUNDS_BEFORE_YIELDS = 2;

    @Override
    public long parkNs(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        if (yields && rounds > ROUNDS_BEFORE_YIELDS && waitsForTasks(expecting) && patience.mayYield(idleNs)) {
            return YIELD;
        }
        if (expecting != Expecting.BULK && maySpin(idleNs, rounds, expecting, patience)) {
            return SPIN;
        }
        return WaitPolicy.share(idleNs, idleNs < LIVELY_FOR_NS ? livelyNs : longestNs, expecting);
    }

    private static boolean waitsForTasks(final Expecting expecting) {
        return expecting == Expecting.PARTNERS || expecting == Expecting.DEADLINE;
    }

    private boolean maySpin(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        if (spinNs == 0) {
            return rounds < (yields ? ROUNDS_OF_POLLS : ROUNDS);
        }
        return idleNs < patience.limitNs(expecting == Expecting.NOTHING ? spinNs : MORE_WHEN_EXPECTING * spinNs);
    }
}
