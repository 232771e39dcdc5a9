package org.gmt4j.apps.bfs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.UnsafeApi;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.graph.csr.CsrPart;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One node's side of a bottom-up level: each row that is not reached looks for a neighbour in the frontier, its hubs first, and takes
 * the first one as parent. The workers of the node share the rows in chunks of whole words, so nothing is written by two. No messages.
 *
 * <p>Memory per node: 2 bits per row. Per edge.
 */
final class BottomUpStep {
    /** 2,048 rows: some microseconds at least, some milliseconds at most, except for rows of many edges. */
    private static final int WORDS_PER_CLAIM = 32;

    private final CsrPart part;
    private final Parents parents;
    private final Hubs hubs;
    private final long[] withEdges;
    private final long[] unreached;
    private final AtomicInteger claimed = new AtomicInteger();
    private final LongAdder found = new LongAdder();
    /** Of the level that is scanned now; written by the level loop while no scan runs. */
    private long frontier;
    private long next;

    BottomUpStep(final CsrPart part, final Parents parents, final Hubs hubs) {
        this.part = part;
        this.parents = parents;
        this.hubs = hubs;
        withEdges = new long[Math.toIntExact((part.rowCount() + 63) / 64)];
        unreached = new long[withEdges.length];
        for (long row = 0; row < part.rowCount(); row++) {
            if (part.degree(row) > 0) {
                withEdges[(int) (row >>> 6)] |= 1L << row;
            }
        }
    }

    /** After top-down levels: who has not been seen is unreached. */
    void enter(final SeenFilter seen) {
        for (int i = 0; i < unreached.length; i++) {
            unreached[i] = withEdges[i] & ~seen.bitsFrom(part.firstVertex() + ((long) i << 6));
        }
    }

    /**
     * One level. Returns the number of rows found.
     *
     * @param frontierBits address of the whole frontier
     * @param nextBits     address of this node's part of the next one; all its words are written
     */
    long scan(final TaskContext ctx, final long frontierBits, final long nextBits) throws SuspendExecution {
        frontier = frontierBits;
        next = nextBits;
        claimed.set(0);
        found.reset();
        final int workers = ctx.workerCount();
        if (workers == 1) {
            scanClaims(ctx);
        } else {
            ctx.parFor(workers, 1, SpawnPolicy.LOCAL, (low, high, c) -> scanClaims(c));
        }
        return found.sum();
    }

    private void scanClaims(final TaskContext ctx) throws SuspendExecution {
        for (;;) {
            final int from = claimed.getAndAdd(WORDS_PER_CLAIM);
            if (from >= unreached.length) {
                return;
            }
            final int to = Math.min(unreached.length, from + WORDS_PER_CLAIM);
            found.add(part.isWide() ? scanWide(from, to) : scanNarrow(from, to));
            ctx.yield();
        }
    }

    private long scanNarrow(final int from, final int to) {
        final long bitmap = frontier;
        final long firstHub = hubs.address();
        long count = 0;
        for (int i = from; i < to; i++) {
            final long left = unreached[i];
            long reached = 0;
            for (long word = left; word != 0; word &= word - 1) {
                final long row = (long) i << 6 | Long.numberOfTrailingZeros(word);
                final long entry = firstHub + (row << 4);
                final int hub = UnsafeApi.getInt(entry);
                final int parent = isInFrontier(bitmap, hub) ? hub : furtherHub(row, entry, bitmap);
                if (parent >= 0) {
                    parents.set(row, parent);
                    reached |= word & -word;
                }
            }
            unreached[i] = left & ~reached;
            UnsafeApi.putLong(next + ((long) i << 3), reached);
            count += Long.bitCount(reached);
        }
        return count;
    }

    private static boolean isInFrontier(final long bitmap, final int vertex) {
        return (UnsafeApi.getInt(bitmap + (vertex >>> 5 << 2)) & 1 << vertex) != 0;
    }

    private int furtherHub(final long row, final long entry, final long bitmap) {
        for (int rank = 1; rank < Hubs.PER_ROW; rank++) {
            final int hub = UnsafeApi.getInt(entry + (rank << 2));
            if (hub == Hubs.NONE) {
                return -1;
            }
            if (isInFrontier(bitmap, hub)) {
                return hub;
            }
        }
        return parentNarrow(row, bitmap);
    }

    /** The loop that unlucky rows live in. */
    private int parentNarrow(final long row, final long bitmap) {
        final long last = part.targets() + (part.begin(row + 1) << 2);
        for (long at = part.targets() + (part.begin(row) << 2); at < last; at += 4) {
            final int target = UnsafeApi.getInt(at);
            if (isInFrontier(bitmap, target)) {
                return target;
            }
        }
        return -1;
    }

    private long scanWide(final int from, final int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            final long left = unreached[i];
            long reached = 0;
            for (long word = left; word != 0; word &= word - 1) {
                final long row = (long) i << 6 | Long.numberOfTrailingZeros(word);
                final long hub = hubs.of(row, 0);
                final long parent = isInFrontier(hub) ? hub : parentWide(row);
                if (parent >= 0) {
                    parents.set(row, parent);
                    reached |= word & -word;
                }
            }
            unreached[i] = left & ~reached;
            UnsafeApi.putLong(next + ((long) i << 3), reached);
            count += Long.bitCount(reached);
        }
        return count;
    }

    private boolean isInFrontier(final long vertex) {
        return (UnsafeApi.getLong(frontier + (vertex >>> 6 << 3)) & 1L << vertex) != 0;
    }

    private long parentWide(final long row) {
        final long end = part.begin(row + 1);
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            if (isInFrontier(target)) {
                return target;
            }
        }
        return -1;
    }
}
