package org.gmt4j.graph.bfs;

/**
 * Puts rows in ascending order by way of a bitmap: time and memory grow with the rows of the node, so it is worth it
 * for large frontiers only. Owned by one thread at a time.
 */
final class RowOrder {
    private final long[] bits;

    RowOrder(final int rowCount) {
        bits = new long[(rowCount >>> 6) + 1];
    }

    /** Afterwards the first queue holds the rows of all, ascending; the others are empty. Rows are distinct. */
    void sort(final LaneQueue[] queues) {
        for (final LaneQueue queue : queues) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count(); i++) {
                bits[rows[i] >>> 6] |= 1L << rows[i];
            }
            queue.clear();
        }
        final LaneQueue sorted = queues[0];
        for (int i = 0; i < bits.length; i++) {
            for (long word = bits[i]; word != 0; word &= word - 1) {
                sorted.add(i << 6 | Long.numberOfTrailingZeros(word));
            }
            bits[i] = 0;
        }
    }
}
