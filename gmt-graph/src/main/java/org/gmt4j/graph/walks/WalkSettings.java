package org.gmt4j.graph.walks;

/**
 * What walks are to be. Immutable; travels as a captured value.
 *
 * @param walkers    number of them
 * @param perVertex  walkers that begin at each vertex; 0 where they begin anywhere
 * @param length     steps of each
 * @param seed       of all random numbers
 * @param back       weight of the vertex that the walker comes from: 1 / p
 * @param away       weight of vertices to which no edge leads from that one: 1 / q
 * @param isWeighted edges are taken by their weights
 * @param keepsPaths the vertices of all walks are kept
 */
public record WalkSettings(long walkers, int perVertex, int length, long seed, double back, double away,
                           boolean isWeighted, boolean keepsPaths) {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int TRIAL_BITS = 24;

    /**
     * Walkers of each node that are on their way at a time, a power of two: their words might all be at one node.
     */
    public static long batch(final int nodeCount) {
        return Math.max(1 << 14, Math.min(1 << 20, Long.highestOneBit((1 << 22) / nodeCount)));
    }

    /** Whether a step depends on the vertex before. */
    boolean looksBack() {
        return back != 1 || away != 1;
    }

    /** The vertex where a walker begins. */
    public long start(final long walker, final long vertexCount) {
        return perVertex > 0 ? walker / perVertex : bounded(mix(mix(~seed) + walker * GOLDEN), vertexCount);
    }

    /** The random number of a walker's step, the first of which is 0. One that has been refused tries again. */
    public long random(final long walker, final long step, final long trial) {
        return mix(mix(mix(seed) + walker * GOLDEN) + (step << TRIAL_BITS) + trial);
    }

    /** Another one that belongs to it. */
    static long further(final long random) {
        return mix(random + GOLDEN);
    }

    /** From 0 to below the bound, which is positive. */
    public static long bounded(final long random, final long bound) {
        return Math.multiplyHigh(random >>> 1, bound << 1);
    }

    /** From 0 to below 1. */
    static double unit(final long random) {
        return (random >>> 11) * 0x1p-53;
    }

    /** The finaliser of SplitMix64. */
    private static long mix(final long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
