package org.gmt4j.apps.graph.csr;

/**
 * Count and two hashes of a multiset of pairs (row, target), whatever their order: sums over the pairs, modulo 2^64. What is lost, doubled
 * or changed on its way shows, except with a probability of some 2^-64 for each hash; what is there in another order or on another node does
 * not. Immutable; travels.
 *
 * <p>Both hashes begin with the same word of the pair, which is another one for every pair up to 2^31 vertices (multiples of the golden
 * ratio keep their distance, Knuth, The Art of Computer Programming 3, section 6.4), and are mixed by multipliers of their own.
 *
 * @param count  of pairs
 * @param first  sum of the first hash
 * @param second sum of the second hash
 */
public record EdgeChecksum(long count, long first, long second) {
    /** Of no pairs. */
    static final EdgeChecksum NOTHING = new EdgeChecksum(0, 0, 0);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long MIX = 0xD6E8FEB86659FD93L;
    private static final long FIRST = 0xC2B2AE3D27D4EB4FL;
    private static final long SECOND = 0xBF58476D1CE4E5B9L;

    /** The word from which both hashes of a pair are made. Per edge. */
    static long word(final long row, final long target) {
        final long word = (row * GOLDEN + target) * MIX;
        return word ^ word >>> 32;
    }

    static long first(final long word) {
        final long hash = word * FIRST;
        return hash ^ hash >>> 29;
    }

    static long second(final long word) {
        final long hash = word * SECOND;
        return hash ^ hash >>> 31;
    }

    EdgeChecksum plus(final EdgeChecksum other) {
        return new EdgeChecksum(count + other.count, first + other.first, second + other.second);
    }

    @Override
    public String toString() {
        return count + " (" + Long.toHexString(first) + " " + Long.toHexString(second) + ")";
    }
}
