package org.gmt4j.aggregation.memory;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;

/**
 * A program that copies rows and stores values to young arrays, and to memory, while collections move the arrays all
 * the time. It prints what is wrong; nothing where all is right. Started with little memory by
 * {@link ArrayOrMemoryTest}.
 */
final class MovedArrays {
    private static final int ROWS = 200;
    private static final int WIDTH = 4;
    private static final long ROW_BYTES = 8L * WIDTH;
    private static final long STRIDE = 4096;
    private static final int VALUES = 1500;
    private static final long DOUBLES = UnsafeApi.arrayBaseOffset(double[].class);
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final int SPINS = 10_000;
    private static final byte[][] GARBAGE = new byte[64][];

    private final long memory = UnsafeApi.allocateMemory(ROWS * STRIDE);
    private int wrong;
    private int spun;

    private MovedArrays() {
    }

    /** @param args seconds */
    public static void main(final String[] args) {
        final Thread thread = new Thread(MovedArrays::allocate, "garbage");
        thread.setDaemon(true);
        thread.start();
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos((long) (1000 * Double.parseDouble(args[0])));
        final MovedArrays arrays = new MovedArrays();
        for (long round = 0; arrays.wrong < 5 && System.nanoTime() < end; round++) {
            arrays.copies(round);
            arrays.stores(round);
        }
    }

    private static void allocate() {
        for (int i = 0; ; i++) {
            GARBAGE[i % GARBAGE.length] = new byte[2000];
        }
    }

    private void copies(final long round) {
        final double[] target = new double[ROWS * WIDTH];
        Arrays.fill(target, -1);
        for (int row = 0; row < ROWS; row++) {
            UnsafeApi.putDouble(memory + row * STRIDE, round + row);
        }
        spin();
        copyRows(null, memory, STRIDE, target, DOUBLES, ROW_BYTES, ROW_BYTES, ROWS);
        for (int row = 0; row < ROWS; row++) {
            report(target[row * WIDTH] == round + row, "get", round, row);
        }
        if (round % 8 == 0) {
            for (int row = 0; row < ROWS; row++) {
                target[row * WIDTH] = round - row;
            }
            copyRows(target, DOUBLES, ROW_BYTES, null, memory, STRIDE, ROW_BYTES, ROWS);
            for (int row = 0; row < ROWS; row++) {
                report(UnsafeApi.getDouble(memory + row * STRIDE) == round - row, "put", round, row);
            }
            copyRows(null, memory, STRIDE, null, memory, STRIDE, 0, ROWS);      // nothing, so that code asks for it
        }
    }

    private void stores(final long round) {
        final byte[] target = new byte[8 * VALUES];
        final boolean isStored = round % 16 != 0;
        spin();
        store(target, BYTES, VALUES, isStored, round);
        for (int i = 0; i < VALUES; i++) {
            report(ArrayOrMemory.getLong(target, BYTES + 8L * i) == (isStored ? round + i : 0), "store", round, i);
        }
        if (round % 8 == 0) {
            store(null, memory, VALUES, true, round);
        }
    }

    /** Has no safepoint: most collections that are asked for meanwhile come in the next loop. */
    private void spin() {
        int value = wrong;
        for (int i = 0; i < SPINS; i++) {
            value = value * 31 + i;
        }
        spun += value;
    }

    private void report(final boolean isRight, final String what, final long round, final int index) {
        if (!isRight && wrong++ < 5) {
            System.out.println(what + " " + round + " wrong from " + index + " on");
        }
    }

    private static void copyRows(final Object source, final long from, final long fromStride, final Object target,
                                 final long to, final long toStride, final long bytes, final long rows) {
        long in = from;
        long out = to;
        for (long i = 0; i < rows; i++) {
            ArrayOrMemory.copy(source, in, target, out, bytes);
            in += fromStride;
            out += toStride;
        }
    }

    /** The condition does not change in the loop: the compiler makes two loops of it. */
    private static void store(final Object target, final long at, final long count, final boolean isStored,
                              final long value) {
        for (long i = 0; i < count; i++) {
            if (isStored) {
                ArrayOrMemory.putLong(target, at + 8 * i, value + i);
            }
        }
    }
}
