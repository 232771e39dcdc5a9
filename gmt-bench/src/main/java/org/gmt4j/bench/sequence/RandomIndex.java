package org.gmt4j.bench.sequence;

/**
 * The uniform random sequence of the benchmarks: SplitMix64 by counter, so that any node can make, or check, any part
 * of it without the rest. A word of it is an update: its highest bits are the index, and operands that differ come from
 * its lowest. Stateless; per command.
 *
 * @see "Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014"
 */
public final class RandomIndex {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private RandomIndex() {
    }

    /** Word {@code k} of the sequence with this seed. */
    public static long word(final long seed, final long k) {
        return mix(seed + k * GOLDEN);
    }

    /** Uniform in [0, 2^log2), {@code shift} being 64 - log2. */
    public static long index(final long seed, final long k, final int shift) {
        return mix(seed + k * GOLDEN) >>> shift;
    }

    /** Operand of an update: 1 where the mask is 0, otherwise uniform from 1 to mask + 1, a power of two. */
    public static long operand(final long word, final long mask) {
        return 1 + (word & mask);
    }

    /** A bijection that looks random. */
    public static long mix(final long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
