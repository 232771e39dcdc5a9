package org.gmt4j.bench.micro;

import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.Scratch;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The loops that {@link SimpleLoopBenchmark} compares. All of them visit the elements in the same scattered order,
 * which no compiler turns into vector instructions: but for accesses at hand those of the last node, so that in a
 * cluster of several they are remote. The part of a node fits the second cache.
 */
final class SimpleLoops {
    /** Elements of a node. */
    static final int SIZE = 1 << 16;
    /** Accesses of one call. */
    static final int ACCESSES = 1 << 20;
    static final int ROW = 32;
    static final String VALUES = "values";
    static final String SUMS = "sums";
    static final String LEAST = "least";
    /** Odd, so that all elements are visited. */
    private static final int STEP = 40_503;
    /** Updates between two waits: each to another element, so that additions have nothing to combine. */
    private static final int WINDOW = 1 << 14;

    private SimpleLoops() {
    }

    private static int place(final int k) {
        return k * STEP & SIZE - 1;
    }

    private static int row(final int k) {
        return place(k) & -ROW;
    }

    private static GlobalLongArray array(final TaskContext ctx, final String name) {
        return GlobalLongArray.attach(ctx, name);
    }

    private static long start(final GlobalLongArray array) {
        return array.size() - SIZE;
    }

    /** The same in an array of Java. */
    static final class Plain {
        private final long[] values = new long[SIZE];

        long loads() {
            final long[] all = values;
            long sum = 0;
            for (int k = 0; k < ACCESSES; k++) {
                sum += all[place(k)];
            }
            return sum;
        }

        long stores() {
            final long[] all = values;
            for (int k = 0; k < ACCESSES; k++) {
                all[place(k)] = k;
            }
            return all[1];
        }
    }

    /** Elements of node 0, where the programs run. */
    static long gets(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray values = array(ctx, VALUES);
        long sum = 0;
        for (int k = 0; k < ACCESSES; k++) {
            sum += values.get(ctx, place(k));
        }
        return sum;
    }

    static long puts(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray values = array(ctx, VALUES);
        for (int k = 0; k < ACCESSES; k++) {
            values.put(ctx, place(k), k);
        }
        return values.get(ctx, 1);
    }

    static long views(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray values = array(ctx, VALUES);
        final long start = start(values);
        long sum = 0;
        for (int k = 0; k < ACCESSES / ROW; k++) {
            final ElementView row = values.view(ctx, start + row(k), ROW);
            for (int i = 0; i < ROW; i++) {
                sum += row.getLong(i);
            }
        }
        return sum;
    }

    static long newRows(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray values = array(ctx, VALUES);
        final long start = start(values);
        long sum = 0;
        for (int k = 0; k < ACCESSES / ROW; k++) {
            final long[] row = new long[ROW];
            values.get(ctx, start + row(k), row, 0, ROW);
            sum += sumOf(row);
        }
        return sum;
    }

    static long scratchRows(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray values = array(ctx, VALUES);
        final long start = start(values);
        long sum = 0;
        for (int k = 0; k < ACCESSES / ROW; k++) {
            try (Scratch scratch = ctx.scratch()) {
                final long[] row = scratch.longs(ROW);
                values.get(ctx, start + row(k), row, 0, ROW);
                sum += sumOf(row);
            }
        }
        return sum;
    }

    private static long sumOf(final long[] row) {
        long sum = 0;
        for (int i = 0; i < ROW; i++) {
            sum += row[i];
        }
        return sum;
    }

    static long adds(final TaskContext ctx, final String name) throws SuspendExecution {
        final GlobalLongArray sums = array(ctx, name);
        final long start = start(sums);
        for (int low = 0; low < ACCESSES; low += WINDOW) {
            for (int k = low; k < low + WINDOW; k++) {
                sums.addNb(ctx, start + place(k), k);
            }
            ctx.await();
        }
        return start;
    }

    static long addLists(final TaskContext ctx, final String name) throws SuspendExecution {
        final GlobalLongArray sums = array(ctx, name);
        final long[] list = new long[ROW];
        final long start = start(sums);
        for (int low = 0; low < ACCESSES; low += WINDOW) {
            for (int k = low; k < low + WINDOW; k += ROW) {
                fill(list, k, start);
                sums.addEachNb(ctx, list, 0, ROW, k);
            }
            ctx.await();
        }
        return start;
    }

    static long mins(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray least = array(ctx, LEAST);
        final long start = start(least);
        for (int low = 0; low < ACCESSES; low += WINDOW) {
            for (int k = low; k < low + WINDOW; k++) {
                least.minNb(ctx, start + place(k), -(k & 7));
            }
            ctx.await();
        }
        return start;
    }

    static long minLists(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray least = array(ctx, LEAST);
        final long[] list = new long[ROW];
        final long start = start(least);
        for (int low = 0; low < ACCESSES; low += WINDOW) {
            for (int k = low; k < low + WINDOW; k += ROW) {
                fill(list, k, start);
                least.minEachNb(ctx, list, 0, ROW, -(k >> 5 & 7));
            }
            ctx.await();
        }
        return start;
    }

    private static void fill(final long[] list, final int first, final long start) {
        for (int i = 0; i < ROW; i++) {
            list[i] = start + place(first + i);
        }
    }

    /** Iterations of some nanoseconds, as short as those of plain programs are. */
    static long loop(final TaskContext ctx, final long chunk) throws SuspendExecution {
        return ctx.sum(ACCESSES, chunk, (low, high, c) -> {
            long sum = 0;
            for (long k = low; k < high; k++) {
                sum += place((int) k) ^ k;
            }
            return sum;
        });
    }
}
