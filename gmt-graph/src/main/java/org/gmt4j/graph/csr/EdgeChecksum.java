package org.gmt4j.graph.csr;

/**
 * Count and two hashes of a multiset of directions (row, target, listed or reverse), whatever their order: sums over
 * all, modulo 2^64. An edge that is lost, doubled or changed on its way shows, except with a probability of some 2^-64
 * for each hash; another order or another node does not. Immutable; travels.
 *
 * <p>Both hashes are made of one word for each direction, {@link EdgeKeys#direction}. The first is that word after one
 * round of mixing, the second the square of the first. They are cheap: all edges of a build are hashed at both its
 * ends.
 *
 * @param count  of directions
 * @param first  sum of the first hash
 * @param second sum of the second hash; 0 where nobody needs it
 */
public record EdgeChecksum(long count, long first, long second) {
    /** Of nothing. */
    static final EdgeChecksum NOTHING = new EdgeChecksum(0, 0, 0);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    /** A self-loop of vertex 0 counts too. */
    private static final long NOT_ZERO = 0x632BE59BD9B4E019L;
    private static final long MIX = 0xD6E8FEB86659FD93L;

    /**
     * The first hash of a direction. Per edge.
     *
     * @param direction as one word, see {@link EdgeKeys#direction}
     */
    static long first(final long direction) {
        final long hash = (direction + NOT_ZERO) * MIX;
        return hash ^ hash >>> 32;
    }

    /** The second hash, from the first. */
    static long second(final long first) {
        return first * first;
    }

    /**
     * The hash of a target that has been written into a row: cheap, for it is made of every edge while rows are
     * written.
     */
    static long kept(final long row, final long target) {
        return keptIn(ofRow(row), target);
    }

    /** The common part of a row's targets for {@link #keptIn}. */
    static long ofRow(final long row) {
        return row * GOLDEN;
    }

    /** As {@link #kept}, with the result of {@link #ofRow}. */
    static long keptIn(final long rowPart, final long target) {
        final long pair = rowPart + target;
        return pair * pair;
    }

    /** As {@code equals}, which takes a young JVM tens of milliseconds to link for its first record. */
    boolean isSame(final EdgeChecksum other) {
        return count == other.count && first == other.first && second == other.second;
    }

    EdgeChecksum plus(final EdgeChecksum other) {
        return new EdgeChecksum(count + other.count, first + other.first, second + other.second);
    }

    @Override
    public String toString() {
        return count + " (" + Long.toHexString(first) + " " + Long.toHexString(second) + ")";
    }
}
