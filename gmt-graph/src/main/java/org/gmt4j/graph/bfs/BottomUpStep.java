package org.gmt4j.graph.bfs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of a bottom-up level: each row that is not reached looks for a neighbour in the frontier, its hubs
 * first, and takes the first one as parent. The workers of the node share the rows in chunks of whole words, so nothing
 * is written by two. No messages.
 *
 * <p>Memory per node: 2 bits per row. Per edge.
 */
final class BottomUpStep {
    /** 2,048 rows: some microseconds at least, some milliseconds at most, except for rows of many edges. */
    private static final int WORDS_PER_CLAIM = 32;
    /** Rows of a claim whose edges are counted when they stay unreached; with more the sum is {@link #MANY}. */
    private static final int ROWS_COUNTED = 64;
    /** Edges of the unreached rows where nobody has counted them. */
    static final long MANY = 1L << 40;

    private final CsrPart part;
    private final Parents parents;
    private final Hubs hubs;
    private final long[] withEdges;
    private final long[] unreached;
    private final AtomicInteger claimed = new AtomicInteger();
    private final LongAdder found = new LongAdder();
    private final LongAdder remainingEdges = new LongAdder();
    /** Rows of a claim that are looked at again, by lane. */
    private final int[][] lists;
    /** Makes the compiler keep reads that only bring lists into caches. */
    private volatile long fetched;
    /** Of the level that is scanned now; written by the level loop while no scan runs. */
    private Bitmap frontier;
    private Bitmap next;

    BottomUpStep(final CsrPart part, final Parents parents, final Hubs hubs, final int lanes) {
        this.part = part;
        this.parents = parents;
        this.hubs = hubs;
        withEdges = new long[Math.toIntExact((part.rowCount() + 63) / 64)];
        unreached = new long[withEdges.length];
        lists = new int[lanes][WORDS_PER_CLAIM * Long.SIZE];
        for (long row = 0; row < part.rowCount(); row++) {
            if (part.degree(row) > 0) {
                withEdges[(int) (row >>> 6)] |= 1L << row;
            }
        }
    }

    /** After top-down levels: vertices that have not been seen are unreached. */
    void enter(final SeenFilter seen) {
        for (int i = 0; i < unreached.length; i++) {
            unreached[i] = withEdges[i] & ~seen.bitsFrom(part.firstVertex() + ((long) i << 6));
        }
    }

    /**
     * One level. Returns the number of rows found.
     *
     * @param wholeFrontier by vertex
     * @param nextRows      this node's part of the next one, by row; all its words are written
     */
    long scan(final TaskContext ctx, final Bitmap wholeFrontier, final Bitmap nextRows) throws SuspendExecution {
        frontier = wholeFrontier;
        next = nextRows;
        claimed.set(0);
        found.reset();
        remainingEdges.reset();
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
            found.add(scan(from, to, lists[ctx.laneId()]));
            remainingEdges.add(edgesLeft(from, to));
            ctx.yield();
        }
    }

    /** Edges that lead to the rows that are still unreached, or {@link #MANY} and more. After {@link #scan}. */
    long remainingEdges() {
        return remainingEdges.sum();
    }

    private long edgesLeft(final int from, final int to) {
        int rows = 0;
        for (int i = from; i < to; i++) {
            rows += Long.bitCount(unreached[i]);
        }
        if (rows > ROWS_COUNTED) {
            return MANY;
        }
        long edges = 0;
        for (int i = from; i < to && rows > 0; i++) {
            for (long word = unreached[i]; word != 0; word &= word - 1) {
                edges += part.degree((long) i << 6 | Long.numberOfTrailingZeros(word));
                rows--;
            }
        }
        return edges;
    }

    /**
     * Scans some words of rows in three passes, so that rows do not wait for memory one after the other: those whose
     * first hub is in the frontier; those with another hub there; those with another neighbour there, whose lists are
     * all asked for before the first is looked at.
     */
    private long scan(final int from, final int to, final int[] rows) {
        final int others = askHubs(from, to, rows);
        final int listed = askFurtherHubs(rows, others);
        askLists(rows, listed);
        long count = 0;
        for (int i = from; i < to; i++) {
            final long reached = next.word(i);
            unreached[i] &= ~reached;
            count += Long.bitCount(reached);
        }
        return count;
    }

    /** Lists the rows whose first hub is not in the frontier; returns their number. */
    private int askHubs(final int from, final int to, final int[] others) {
        // locals: fields may have to be read again behind calls
        final Bitmap bitmap = frontier;
        final LocalView entries = hubs.entries();
        final boolean isWide = entries.isWide();
        int count = 0;
        for (int i = from; i < to; i++) {
            long reached = 0;
            for (long word = unreached[i]; word != 0; word &= word - 1) {
                final long row = (long) i << 6 | Long.numberOfTrailingZeros(word);
                final long first = row * Hubs.PER_ROW;
                final long hub = isWide ? entries.word(first) : entries.narrow(first);
                if (bitmap.has(hub)) {
                    parents.set(row, hub);
                    reached |= word & -word;
                } else {
                    others[count++] = (int) row;
                }
            }
            next.setWord(i, reached);
        }
        return count;
    }

    /** Leaves in the list the rows without a hub in the frontier that have more neighbours; returns their number. */
    private int askFurtherHubs(final int[] rows, final int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            final int row = rows[i];
            int rank = 1;
            long hub = hubs.of(row, rank);
            while (hub != Hubs.NONE && !frontier.has(hub)) {
                hub = ++rank < Hubs.PER_ROW ? hubs.of(row, rank) : Hubs.NONE;
            }
            if (hub != Hubs.NONE) {
                reach(row, hub);
            } else if (rank == Hubs.PER_ROW) {
                rows[left++] = row;
            }
        }
        return left;
    }

    private void askLists(final int[] rows, final int count) {
        final LocalView targets = part.targets();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += targets.get(part.begin(rows[i]));
        }
        fetched = sum;
        for (int i = 0; i < count; i++) {
            final long end = part.begin(rows[i] + 1L);
            final long at = frontier.nextPresent(targets, part.begin(rows[i]), end);
            if (at < end) {
                reach(rows[i], targets.get(at));
            }
        }
    }

    private void reach(final int row, final long parent) {
        parents.set(row, parent);
        next.setWord(row >>> 6, next.word(row >>> 6) | 1L << row);
    }
}
