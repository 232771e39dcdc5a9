package org.gmt4j.graph.ranks;

/**
 * Sums over vertices, in fixed point: the same in any order. Ranks are at most 1 together, and change by at most 2, so
 * that nothing overflows; a value is rounded to the nearest 2^-62 or 2^-61.
 *
 * <pre>
 * sums[0]   ranks that are not given along edges, in 2^-62      sums[1]   changes of ranks, in 2^-61
 * </pre>
 */
record RankSums(long[] sums) {
    private static final double IDLE_UNIT = 0x1p-62;
    private static final double CHANGE_UNIT = 0x1p-61;

    static long[] none() {
        return new long[2];
    }

    static long idle(final double rank) {
        return (long) Math.rint(rank / IDLE_UNIT);
    }

    static long change(final double difference) {
        return (long) (Math.abs(difference) / CHANGE_UNIT + 0.5);
    }

    /** Adds {@code b} to {@code a}, and returns it. */
    static long[] add(final long[] a, final long[] b) {
        a[0] += b[0];
        a[1] += b[1];
        return a;
    }

    double idle() {
        return sums[0] * IDLE_UNIT;
    }

    double change() {
        return sums[1] * CHANGE_UNIT;
    }
}
