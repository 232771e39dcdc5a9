package org.gmt4j.apps.graph.csr;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Sorts rows that live outside of the heap. Owned by one task; per edge. Long rows of small targets are sorted by bytes, which
 * costs a third of a comparison sort; the longest row decides how much memory it keeps.
 */
final class RowSorter {
    private static final int RADIX_FROM = 192;
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final int vertexBits;
    private final int[] counts = new int[DIGITS];
    private int[] narrow = new int[0];
    private int[] other = new int[0];
    private long[] wide = new long[0];

    RowSorter(final long vertexCount) {
        vertexBits = 64 - Long.numberOfLeadingZeros(Math.max(1, vertexCount - 1));
    }

    void sortNarrow(final long address, final int count) {
        if (count < 2) {
            return;
        }
        if (narrow.length < count) {
            narrow = new int[roomFor(count)];
            other = new int[narrow.length];
        }
        UnsafeApi.copyMemory(null, address, narrow, UnsafeApi.arrayBaseOffset(int[].class), (long) count << 2);
        final int[] sorted = count < RADIX_FROM ? sorted(count) : radixSorted(count);
        UnsafeApi.copyMemory(sorted, UnsafeApi.arrayBaseOffset(int[].class), null, address, (long) count << 2);
    }

    private int[] sorted(final int count) {
        Arrays.sort(narrow, 0, count);
        return narrow;
    }

    private int[] radixSorted(final int count) {
        int[] from = narrow;
        int[] to = other;
        for (int shift = 0; shift < vertexBits; shift += DIGIT_BITS) {
            distribute(from, to, count, shift);
            final int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void distribute(final int[] from, final int[] to, final int count, final int shift) {
        final int[] next = counts;
        Arrays.fill(next, 0);
        for (int i = 0; i < count; i++) {
            next[from[i] >>> shift & DIGITS - 1]++;
        }
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            final int n = next[digit];
            next[digit] = sum;
            sum += n;
        }
        for (int i = 0; i < count; i++) {
            to[next[from[i] >>> shift & DIGITS - 1]++] = from[i];
        }
    }

    void sortWide(final long address, final int count) {
        if (wide.length < count) {
            wide = new long[roomFor(count)];
        }
        UnsafeApi.copyMemory(null, address, wide, UnsafeApi.arrayBaseOffset(long[].class), (long) count << 3);
        Arrays.sort(wide, 0, count);
        UnsafeApi.copyMemory(wide, UnsafeApi.arrayBaseOffset(long[].class), null, address, (long) count << 3);
    }

    private static int roomFor(final int count) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(1024, count * 5L / 4));
    }
}
