package org.gmt4j.engine.combining;

/**
 * Counts the updates of one lane, in a cache line of its own and apart from all fields: loops over updates keep what
 * they have read. Owned by the lane. Per update.
 */
final class UpdateCount {
    /** Ints of a cache line. */
    private static final int LINE = 16;

    private final int[] count = new int[2 * LINE];

    void add() {
        count[LINE]++;
    }

    void add(final int updates) {
        count[LINE] += updates;
    }

    /** Returns the number since the last call, which must be below 2^32. */
    long take() {
        final long taken = Integer.toUnsignedLong(count[LINE]);
        count[LINE] = 0;
        return taken;
    }
}
