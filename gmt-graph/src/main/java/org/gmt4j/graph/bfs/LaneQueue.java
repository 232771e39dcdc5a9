package org.gmt4j.graph.bfs;

import java.util.Arrays;

/**
 * Rows that one lane has found, in order. Written by one thread, read by others after the level has ended. Per command.
 */
final class LaneQueue {
    private int[] rows = new int[256];
    private int count;

    void add(final int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, (int) Math.min(Integer.MAX_VALUE - 8, count * 2L));
        }
        rows[count++] = row;
    }

    int count() {
        return count;
    }

    /** The rows, of which the first {@link #count()} are valid; another array after the next {@link #add}. */
    int[] rows() {
        return rows;
    }

    void clear() {
        count = 0;
    }
}
