package org.gmt4j.apps.trial;

/** Hashes and random numbers by counter, the same on each node and in one thread. Stateless; per operation. */
public final class Words64 {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private Words64() {
    }

    /** Word {@code k} of a random sequence: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    public static long random(final long seed, final long k) {
        return mix(mix(seed) + k * GOLDEN);
    }

    /** A number from 0 to below {@code bound}, made of a random word. */
    public static long below(final long bound, final long word) {
        return Math.multiplyHigh(word >>> 1, bound << 1);
    }

    /** A bijection that looks random. */
    public static long mix(final long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A hash of a text that does not depend on that of its container. */
    public static long hash(final String text) {
        long hash = text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return mix(hash);
    }
}
