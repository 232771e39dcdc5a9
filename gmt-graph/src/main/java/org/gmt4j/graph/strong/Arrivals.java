package org.gmt4j.graph.strong;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * Rows whose colours have fallen by what has arrived, each once, to be gone through in the order of colours. Owned by
 * one thread. Memory: up to 24 bytes for each row that has fallen, however often.
 */
final class Arrivals {
    private final BitSet isIn = new BitSet();
    private int[] rows = new int[64];
    /** Those of all rows, ascending; of equal ones each. */
    private long[] colours;
    private int count;

    void add(final int row) {
        if (isIn.get(row)) {
            return;
        }
        isIn.set(row);
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count + (count >> 1));
        }
        rows[count++] = row;
    }

    /** Sorts the rows by their colours, of which several may have the same. */
    void sort(final IntToLongFunction colour) {
        colours = new long[count];
        for (int i = 0; i < count; i++) {
            colours[i] = colour.applyAsLong(rows[i]);
        }
        Arrays.sort(colours);
        final int[] sorted = new int[count];
        final int[] taken = new int[count];                 // where a colour begins: rows of it
        for (int i = 0; i < count; i++) {
            final int begin = begin(colour.applyAsLong(rows[i]));
            sorted[begin + taken[begin]++] = rows[i];
        }
        rows = sorted;
    }

    private int begin(final long colour) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (colours[middle] < colour) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int count() {
        return count;
    }

    int row(final int index) {
        return rows[index];
    }

    /** The colour of the row when they were sorted. */
    long colour(final int index) {
        return colours[index];
    }
}
