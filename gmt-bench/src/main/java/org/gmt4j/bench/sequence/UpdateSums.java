package org.gmt4j.bench.sequence;

import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * Proves random updates of a table: the sum of all elements must be that of the operands, which finds lost and doubled
 * ones, and the sum weighted by a hash of the index must agree, which finds those that hit the wrong element. The
 * expectation is made from the random sequence alone. Main thread; the static parts run on every node.
 */
public final class UpdateSums {
    /** Elements and updates summed without a pause: a millisecond or less. */
    private static final int PIECE = 1 << 17;

    private long expectedSum;
    private long expectedWeight;

    /**
     * Sums over this node's part of a table of longs.
     *
     * @param start index of its first element in the table
     */
    public static long[] held(final LocalView table, final long start) {
        return held(table, start, 0, table.count());
    }

    /** The same over its elements low to high, exclusive, counted from the part's first. */
    private static long[] held(final LocalView table, final long start, final long low, final long high) {
        long sum = 0;
        long weight = 0;
        for (long i = low; i < high; i++) {
            final long value = table.word(i);
            sum += value;
            weight += value * RandomIndex.mix(start + i);
        }
        return new long[] {sum, weight};
    }

    /**
     * Sums over updates low to high, exclusive.
     *
     * @param operandMask see {@link RandomIndex#operand}
     */
    public static long[] expected(final long seed, final int shift, final long operandMask, final long low,
                                  final long high) {
        long sum = 0;
        long weight = 0;
        for (long k = low; k < high; k++) {
            final long word = RandomIndex.word(seed, k);
            final long operand = RandomIndex.operand(word, operandMask);
            sum += operand;
            weight += operand * RandomIndex.mix(word >>> shift);
        }
        return new long[] {sum, weight};
    }

    /** Like {@link #held(LocalView, long)}, by a task that lets its node do other work in between. */
    public static long[] held(final TaskContext ctx, final LocalView table, final long start) throws SuspendExecution {
        final long[] sums = new long[2];
        for (long low = 0; low < table.count(); low += PIECE) {
            add(sums, held(table, start, low, Math.min(table.count(), low + PIECE)));
            ctx.yield();
        }
        return sums;
    }

    /** Like {@link #expected(long, int, long, long, long)}, by a task that lets its node do other work in between. */
    public static long[] expected(final TaskContext ctx, final long seed, final int shift, final long operandMask,
                                  final long low, final long high) throws SuspendExecution {
        final long[] sums = new long[2];
        for (long k = low; k < high; k += PIECE) {
            add(sums, expected(seed, shift, operandMask, k, Math.min(high, k + PIECE)));
            ctx.yield();
        }
        return sums;
    }

    private static void add(final long[] sums, final long[] part) {
        sums[0] += part[0];
        sums[1] += part[1];
    }

    /** One more run should have added this, by node. */
    public void expect(final List<long[]> sums) {
        for (final long[] part : sums) {
            expectedSum += part[0];
            expectedWeight += part[1];
        }
    }

    /** True when the nodes hold the sums that all runs so far should have added. */
    public boolean agrees(final List<long[]> held) {
        long sum = 0;
        long weight = 0;
        for (final long[] part : held) {
            sum += part[0];
            weight += part[1];
        }
        return sum == expectedSum && weight == expectedWeight;
    }

    @Override
    public String toString() {
        return "expected sum " + expectedSum + ", weighted " + expectedWeight;
    }
}
