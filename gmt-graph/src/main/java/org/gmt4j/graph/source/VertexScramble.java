package org.gmt4j.graph.source;

/**
 * A permutation of {@code 0 .. 2^bits - 1} without a table: rounds of steps that are each invertible modulo {@code
 * 2^bits} (addition, multiplication by an odd number, xor with own upper half). Immutable, any thread. Grade: per
 * command.
 */
final class VertexScramble {
    private final long mask;
    private final int shift;
    private final long add1;
    private final long add2;
    private final long multiply1;
    private final long multiply2;
    private final long multiply3;

    VertexScramble(final int bits, final long seed) {
        final CounterRandom keys = new CounterRandom(seed, 7);
        mask = (1L << bits) - 1;
        shift = Math.max(1, (bits + 1) / 2);
        add1 = keys.at(0);
        add2 = keys.at(1);
        multiply1 = keys.at(2) | 1;
        multiply2 = keys.at(3) | 1;
        multiply3 = keys.at(4) | 1;
    }

    long apply(final long vertex) {
        long x = (vertex + add1) * multiply1 & mask;
        x = (x ^ (x >>> shift)) * multiply2 + add2 & mask;
        x = (x ^ (x >>> shift)) * multiply3 & mask;
        return x ^ (x >>> shift);
    }
}
