package org.gmt4j.bench;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.graph.memory.LocalView;

/**
 * Random updates as a user would write them, and the sums that prove them. Iteration k of a loop adds an operand to the
 * element that {@link RandomIndex} gives for k. The tight loops are plain methods: only waiting is a fiber's business.
 */
final class GupsBodies {
    /** Updates between two waits. */
    static final int WINDOW = 64;

    private GupsBodies() {
    }

    /** Non-blocking adds, a wait for each {@link #WINDOW}. */
    static RangeBody addNb(final GlobalLongArray table, final long seed, final int shift, final long mask) {
        return (low, high, ctx) -> {
            for (long at = low; at < high; at += WINDOW) {
                addAll(ctx, table, seed, shift, mask, at, Math.min(at + WINDOW, high));
                ctx.await();
            }
        };
    }

    /** Non-blocking adds; only the end of the chunk waits. */
    static RangeBody addNoResult(final GlobalLongArray table, final long seed, final int shift, final long mask) {
        return (low, high, ctx) -> {
            addAll(ctx, table, seed, shift, mask, low, high);
            ctx.await();
        };
    }

    private static void addAll(final TaskContext ctx, final GlobalLongArray table, final long seed, final int shift,
                               final long mask, final long low, final long high) {
        for (long k = low; k < high; k++) {
            final long word = RandomIndex.word(seed, k);
            table.addNb(ctx, word >>> shift, RandomIndex.operand(word, mask));
        }
    }

    /** Blocking fetch-and-adds: the fiber is switched at each that is not local. */
    static RangeBody add(final GlobalLongArray table, final long seed, final int shift, final long mask) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                final long word = RandomIndex.word(seed, k);
                table.add(ctx, word >>> shift, RandomIndex.operand(word, mask));
            }
        };
    }

    /** Non-blocking fetch-and-adds, a wait for each {@link #WINDOW}. */
    static RangeBody fetchAddNb(final GlobalLongArray table, final long seed, final int shift, final long mask) {
        return (low, high, ctx) -> {
            try (Scratch scratch = ctx.scratch()) {
                final long[] before = scratch.longs(WINDOW);
                for (long at = low; at < high; at += WINDOW) {
                    fetchAddAll(ctx, table, seed, shift, mask, at, Math.min(at + WINDOW, high), before);
                    ctx.await();
                }
            }
        };
    }

    private static void fetchAddAll(final TaskContext ctx, final GlobalLongArray table, final long seed,
                                    final int shift, final long mask, final long low, final long high,
                                    final long[] before) {
        for (long k = low; k < high; k++) {
            final long word = RandomIndex.word(seed, k);
            table.fetchAddNb(ctx, word >>> shift, RandomIndex.operand(word, mask), before, (int) (k - low));
        }
    }

    /** The sums of this node's part: sum of all elements, and their sum weighted by a hash of the index. */
    static TaskFunction<long[]> heldSums(final GlobalLongArray table) {
        return ctx -> UpdateSums.held(ctx, LocalView.of(table), table.localStart());
    }

    /** The sums that this node's share of a run should have added. */
    static TaskFunction<long[]> expectedSums(final long seed, final int shift, final long mask,
                                             final long operationsPerNode) {
        return ctx -> UpdateSums.expected(ctx, seed, shift, mask, ctx.nodeId() * operationsPerNode,
            (ctx.nodeId() + 1) * operationsPerNode);
    }
}
