package org.gmt4j.graph.components;

/** A random order of all longs: each has a rank, and each rank one long. Immutable; per command. */
public record RandomOrder(long seed) {
    /** Odd factors, so that each has an inverse (Stafford's variant 13 of the finaliser of MurmurHash3). */
    private static final long FIRST = 0xBF58476D1CE4E5B9L;
    private static final long SECOND = 0x94D049BB133111EBL;
    private static final long FIRST_INVERSE = inverse(FIRST);
    private static final long SECOND_INVERSE = inverse(SECOND);

    /** By Newton's method: each step doubles the bits that are right, of which there are three. */
    private static long inverse(final long odd) {
        long inverse = odd;
        for (int step = 0; step < 5; step++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /** The rank of a value. */
    public long rank(final long value) {
        long bits = (value ^ seed * SECOND) * FIRST;
        bits ^= bits >>> 32;
        return bits * SECOND;
    }

    /** The value that has a rank. */
    public long value(final long rank) {
        long bits = rank * SECOND_INVERSE;
        bits ^= bits >>> 32;
        return bits * FIRST_INVERSE ^ seed * SECOND;
    }
}
