package org.gmt4j.engine.task;

import java.util.Arrays;

/**
 * Free arrays for the scratches of one lane: stacks of arrays of one type and one length, which are powers of two.
 * Owned by the lane's thread. Per array; allocates when a stack is empty.
 */
final class ScratchArrays {
    /** Bytes of all free arrays. */
    static final int MOST_BYTES = 2 << 20;
    private static final int LEAST_SHIFT = 4;
    /** Longer arrays are not kept. */
    private static final int MOST_SHIFT = 16;
    private static final int LENGTHS = MOST_SHIFT + 1;
    private static final int LONGS = 0;
    private static final int INTS = LENGTHS;
    private static final int DOUBLES = 2 * LENGTHS;

    private final Object[][] free = new Object[3 * LENGTHS][4];
    private final int[] counts = new int[3 * LENGTHS];
    private int freeBytes;

    /** Returns a number of shifts, or one above all that are kept. */
    private static int shiftOf(final int count) {
        return count == 0 ? LEAST_SHIFT : Math.max(LEAST_SHIFT, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
    }

    long[] longs(final int count) {
        final int shift = shiftOf(count);
        if (shift > MOST_SHIFT) {
            return new long[count];
        }
        final long[] kept = (long[]) take(LONGS + shift, Long.BYTES << shift);
        if (kept == null) {
            return new long[1 << shift];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    int[] ints(final int count) {
        final int shift = shiftOf(count);
        if (shift > MOST_SHIFT) {
            return new int[count];
        }
        final int[] kept = (int[]) take(INTS + shift, Integer.BYTES << shift);
        if (kept == null) {
            return new int[1 << shift];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    double[] doubles(final int count) {
        final int shift = shiftOf(count);
        if (shift > MOST_SHIFT) {
            return new double[count];
        }
        final double[] kept = (double[]) take(DOUBLES + shift, Double.BYTES << shift);
        if (kept == null) {
            return new double[1 << shift];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    private Object take(final int stack, final int bytes) {
        if (counts[stack] == 0) {
            return null;
        }
        freeBytes -= bytes;
        final int top = --counts[stack];
        final Object taken = free[stack][top];
        free[stack][top] = null;
        return taken;
    }

    /** Takes an array back that nobody uses any more. */
    void giveBack(final Object array) {
        if (array instanceof long[]) {
            final int length = ((long[]) array).length;
            put(LONGS, length, length * Long.BYTES, array);
        } else if (array instanceof int[]) {
            final int length = ((int[]) array).length;
            put(INTS, length, length * Integer.BYTES, array);
        } else {
            final int length = ((double[]) array).length;
            put(DOUBLES, length, length * Double.BYTES, array);
        }
    }

    private void put(final int type, final int length, final int bytes, final Object array) {
        if (length > 1 << MOST_SHIFT) {
            return;
        }
        if (freeBytes + bytes > MOST_BYTES) {
            forget();
        }
        final int stack = type + Integer.numberOfTrailingZeros(length);
        if (counts[stack] == free[stack].length) {
            free[stack] = Arrays.copyOf(free[stack], 2 * counts[stack]);
        }
        free[stack][counts[stack]++] = array;
        freeBytes += bytes;
    }

    /** Forgets all: lengths that are not in use any more would keep those in use out. */
    private void forget() {
        for (int stack = 0; stack < counts.length; stack++) {
            Arrays.fill(free[stack], 0, counts[stack], null);
            counts[stack] = 0;
        }
        freeBytes = 0;
    }

    /** Returns the bytes of the free arrays. */
    int freeBytes() {
        return freeBytes;
    }
}
