package org.gmt4j.graph.csr;

/**
 * The weights that a node has kept. Immutable; travels.
 *
 * @param low   the smallest as an ordered word, see {@code WeightKind}; the largest long where there are none
 * @param high  the largest; the smallest long where there are none
 * @param hash  of the weights that have arrived
 * @param noSum the first edges whose weights cannot be added up; null where there are none
 */
record WeightRange(long low, long high, long hash, NoSum noSum) {
    static final WeightRange NOTHING = new WeightRange(Long.MAX_VALUE, Long.MIN_VALUE, 0, null);

    boolean isEmpty() {
        return low > high;
    }

    boolean fitsInts() {
        return isEmpty() || low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE;
    }

    WeightRange plus(final WeightRange other) {
        return new WeightRange(Math.min(low, other.low), Math.max(high, other.high), hash + other.hash,
            NoSum.first(noSum, other.noSum));
    }
}
