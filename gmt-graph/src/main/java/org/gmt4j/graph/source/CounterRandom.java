package org.gmt4j.graph.source;

/**
 * Random numbers by index instead of by sequence: number {@code i} depends only on the seed and {@code i}, so any part
 * can start anywhere. Immutable, any thread. Grade: per command.
 *
 * @see "Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014 (SplitMix64)"
 */
final class CounterRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD1342543DE82EF95L;
    private final long key;

    /** Streams of one seed are independent of each other. */
    CounterRandom(final long seed, final int stream) {
        key = mix(mix(seed) + stream * SECOND);
    }

    /** First word of index {@code index}. */
    long at(final long index) {
        return mix(key + index * GOLDEN);
    }

    /** Further words ({@code word >= 1}) of the index whose first word is {@code first}. */
    static long further(final long first, final long word) {
        return mix(first + word * SECOND);
    }

    /** Maps 64 random bits to {@code 0 .. bound-1}, {@code bound <= 2^62}. */
    static long bounded(final long random, final long bound) {
        return Math.multiplyHigh(random >>> 1, bound << 1);
    }

    static long mix(final long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
