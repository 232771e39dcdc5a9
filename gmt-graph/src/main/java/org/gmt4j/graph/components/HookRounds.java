package org.gmt4j.graph.components;

import java.util.BitSet;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of the rounds that hook pieces of several nodes to each other, by pairs of roots: each method is one
 * step. Used by one task at a time, but for {@link #pairs}.
 *
 * <pre>
 * choose    each pair offers the root that comes first in the order of the round to the other one
 * hook      each root takes the best of its offers
 * shorten   until chains of hooks are stars
 * contract  pairs get the present roots; those that have become one are forgotten
 * </pre>
 */
final class HookRounds implements AutoCloseable {
    private static final int BATCH = 4096;

    private final GlobalLongArray roots;
    private final LocalView rootsHere;
    /** Of a root, the best that it has been offered in this round. */
    private GlobalLongArray best;
    private LocalView bestHere;
    /** By lane; behind the first contraction all are in the first one. */
    private final RootPairs[] pairs;
    /** Rows that are the root of a piece which may be hooked yet. */
    private BitSet unhooked = new BitSet();
    /** Those that have been hooked, and those of the last round. */
    private final BitSet hooked = new BitSet();
    private final BitSet justHooked = new BitSet();
    private final long[] rows = new long[BATCH];
    private final long[] lows = new long[BATCH];
    private final long[] highs = new long[BATCH];
    /** It is never hooked. */
    private long giantRoot = Giant.NONE;

    /** @param roots per vertex the root of its piece, or what that was hooked to */
    HookRounds(final GlobalLongArray roots, final int lanes) {
        this.roots = roots;
        rootsHere = LocalView.of(roots);
        pairs = new RootPairs[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            pairs[lane] = new RootPairs();
        }
    }

    /** Takes the rows that may be hooked. */
    void begin(final BitSet mayBeHooked) {
        unhooked = mayBeHooked;
    }

    /** Where a lane notes edges between roots. */
    RootPairs pairs(final int lane) {
        return pairs[lane];
    }

    long pairCount() {
        long count = 0;
        for (final RootPairs some : pairs) {
            count += some.count();
        }
        return count;
    }

    /** Rows that have been hooked. */
    BitSet hooked() {
        return hooked;
    }

    /** Hooks some rows to the root of the giant, which is known from now on. */
    void hookToGiant(final BitSet joins, final long root) {
        giantRoot = root;
        for (int row = joins.nextSetBit(0); row >= 0; row = joins.nextSetBit(row + 1)) {
            rootsHere.setWord(row, root);
        }
        hooked.or(joins);
        unhooked.andNot(joins);
    }

    /** Nothing has been offered yet. */
    void beginRounds(final GlobalLongArray offers) {
        best = offers;
        bestHere = LocalView.of(offers);
        for (int row = unhooked.nextSetBit(0); row >= 0; row = unhooked.nextSetBit(row + 1)) {
            bestHere.setWord(row, Long.MAX_VALUE);
        }
    }

    /** Takes the present roots of both ends of the pairs; returns how many pairs still have different ones. */
    long contract(final TaskContext ctx) throws SuspendExecution {
        for (int lane = 0; lane < pairs.length; lane++) {
            final RootPairs before = pairs[lane];
            pairs[lane] = new RootPairs();
            try {
                for (int segment = 0; segment < before.segmentCount(); segment++) {
                    final LocalView low = before.low(segment);
                    final LocalView high = before.high(segment);
                    for (long from = 0; from < low.count(); from += BATCH) {
                        contract(ctx, pairs[0], low, high, from, (int) Math.min(BATCH, low.count() - from));
                    }
                }
            } finally {
                before.close();
            }
        }
        return pairCount();
    }

    private void contract(final TaskContext ctx, final RootPairs left, final LocalView low, final LocalView high,
                          final long from, final int count) throws SuspendExecution {
        for (int i = 0; i < count; i++) {
            roots.getNb(ctx, low.word(from + i), lows, i);
            roots.getNb(ctx, high.word(from + i), highs, i);
        }
        ctx.await();
        for (int i = 0; i < count; i++) {
            if (lows[i] != highs[i]) {
                left.add(lows[i], highs[i]);
            }
        }
    }

    /** Each pair offers the root that comes first in the order to the other one. */
    void choose(final TaskContext ctx, final long seed) throws SuspendExecution {
        final HookOrder order = new HookOrder(new RandomOrder(seed), giantRoot);
        final RootPairs left = pairs[0];
        for (int segment = 0; segment < left.segmentCount(); segment++) {
            final LocalView low = left.low(segment);
            final LocalView high = left.high(segment);
            for (long i = 0; i < low.count(); i++) {
                final long a = low.word(i);
                final long b = high.word(i);
                final long rankOfA = order.rank(a);
                final long rankOfB = order.rank(b);
                if (rankOfA < rankOfB) {
                    best.minNb(ctx, b, rankOfA);
                } else {
                    best.minNb(ctx, a, rankOfB);
                }
            }
            ctx.await();
        }
    }

    /** Hooks the roots of this node to the best that they were offered. */
    void hook(final long seed) {
        final HookOrder order = new HookOrder(new RandomOrder(seed), giantRoot);
        justHooked.clear();
        for (int row = unhooked.nextSetBit(0); row >= 0; row = unhooked.nextSetBit(row + 1)) {
            final long rank = bestHere.word(row);
            if (rank != Long.MAX_VALUE) {
                rootsHere.setWord(row, order.value(rank));
                bestHere.setWord(row, Long.MAX_VALUE);
                justHooked.set(row);
            }
        }
        hooked.or(justHooked);
        unhooked.andNot(justHooked);
    }

    /** Each hooked root takes the root of its root; returns how many have changed. */
    long shorten(final TaskContext ctx, final boolean isAll) throws SuspendExecution {
        final BitSet set = isAll ? hooked : justHooked;
        long changed = 0;
        int row = set.nextSetBit(0);
        while (row >= 0) {
            int count = 0;
            for (; row >= 0 && count < BATCH; row = set.nextSetBit(row + 1)) {
                final long root = rootsHere.word(row);
                if (root != giantRoot) {                        // which is never hooked
                    rows[count] = row;
                    roots.getNb(ctx, root, highs, count++);
                }
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                if (rootsHere.word(rows[i]) != highs[i]) {
                    rootsHere.setWord(rows[i], highs[i]);
                    changed++;
                }
            }
        }
        return changed;
    }

    @Override
    public void close() {
        for (final RootPairs some : pairs) {
            some.close();
        }
    }
}
