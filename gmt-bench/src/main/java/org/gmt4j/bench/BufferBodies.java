package org.gmt4j.bench;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskContext;
import org.gmt4j.bench.sequence.RandomIndex;

/** Updates that all go to node 0. */
final class BufferBodies {
    /** Updates between two waits. */
    private static final int WINDOW = 64;

    private BufferBodies() {
    }

    /** @param mask of the elements of node 0: a power of two less one */
    static RangeBody hot(final GlobalLongArray table, final long seed, final long mask) {
        return (low, high, ctx) -> {
            for (long at = low; at < high; at += WINDOW) {
                addAll(ctx, table, seed, mask, at, Math.min(at + WINDOW, high));
                ctx.await();
            }
        };
    }

    /** The expected sums after {@code operations} of them: see {@link org.gmt4j.bench.sequence.UpdateSums}. */
    static long[] expected(final long seed, final long mask, final long operations) {
        long weight = 0;
        for (long k = 0; k < operations; k++) {
            weight += RandomIndex.mix(RandomIndex.word(seed, k) & mask);
        }
        return new long[] {operations, weight};
    }

    private static void addAll(final TaskContext ctx, final GlobalLongArray table, final long seed, final long mask,
                               final long low, final long high) {
        for (long k = low; k < high; k++) {
            table.addNb(ctx, RandomIndex.word(seed, k) & mask, 1);
        }
    }
}
