package org.gmt4j.graph.strong;

import java.util.Arrays;

/** Rows and the colours that have arrived for them, to be gone through in the order of colours. Owned by one thread. */
final class Arrivals {
    private long[] colours = new long[64];
    private int[] rows = new int[64];
    private int count;
    private Integer[] sorted;

    void add(final long colour, final int row) {
        if (count == rows.length) {
            colours = Arrays.copyOf(colours, 2 * count);
            rows = Arrays.copyOf(rows, 2 * count);
        }
        colours[count] = colour;
        rows[count++] = row;
    }

    void sort() {
        sorted = new Integer[count];
        Arrays.setAll(sorted, i -> i);
        final long[] keys = colours;
        Arrays.sort(sorted, (a, b) -> Long.compare(keys[a], keys[b]));
    }

    int count() {
        return count;
    }

    long colour(final int index) {
        return colours[sorted[index]];
    }

    int row(final int index) {
        return rows[sorted[index]];
    }
}
