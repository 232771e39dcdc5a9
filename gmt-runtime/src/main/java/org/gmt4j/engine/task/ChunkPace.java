package org.gmt4j.engine.task;

/**
 * The sizes of the chunks of one part, chosen by the cost of those that have ended. The workers of the node share it
 * without synchronization: a lost choice is made again after the next chunk. Per chunk.
 *
 * <p>Iterations that compute, or issue operations that they do not wait for, go in chunks of some {@link #AIM_NS}.
 * Iterations that wait go in chunks so small that all fibers of a worker have some, since only then their waits
 * overlap. Towards the end chunks become smaller, so that the workers end together. The first chunk is one iteration.
 */
final class ChunkPace {
    /** Time of a chunk: hundreds of times the cost of taking one, and short beside the node's other duties. */
    static final long AIM_NS = 50_000;
    /** Growth of a chunk after a shorter one: the first chunks are often slower than all others. */
    private static final int MOST_GROWTH = 8;
    private static final int LONGEST = 1 << 20;
    /** Chunks that each worker finds at the end, at least. */
    private static final int LAST_CHUNKS = 4;
    /** Iterations of a chunk for each of its waits, above which it counts as one that computes. */
    private static final int ITERATIONS_PER_WAIT = 64;

    private int length = 1;

    /** The end of a chunk that a worker has claimed. Owned by the worker. */
    static final class Claim {
        long end;
    }

    /** Returns the iterations of the next chunk. */
    long next(final long left, final int workers) {
        return Math.max(1, Math.min(length, left / ((long) LAST_CHUNKS * workers)));
    }

    /**
     * Notes the end of the body of a chunk.
     *
     * @param count  iterations of the chunk
     * @param ns     time since its begin, with its waits
     * @param waits  number of times that it was suspended
     * @param fibers fibers of a worker
     * @param left   iterations that no chunk has taken
     */
    void ended(final long count, final long ns, final int waits, final int fibers, final long left) {
        final int now = length;
        if (waits == 0 || (long) waits * ITERATIONS_PER_WAIT <= count) {
            final long fitting = (long) (AIM_NS * (double) count / Math.max(1, ns));
            // with a wait inside the time says nothing against a longer chunk
            final long best = waits == 0 ? fitting : Math.max(fitting, now);
            length = (int) Math.max(1, Math.min(Math.min(best, (long) MOST_GROWTH * count), LONGEST));
        } else {
            length = (int) Math.max(1, Math.min(now, left / (2L * fibers)));
        }
    }
}
