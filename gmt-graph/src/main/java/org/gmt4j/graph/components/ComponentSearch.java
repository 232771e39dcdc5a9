package org.gmt4j.graph.components;

import java.util.BitSet;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link ConnectedComponents}: each method is one step for the rows of this node. Used by one task
 * at a time.
 *
 * <p>In {@code roots} each vertex has the root of its piece, which is a vertex of the same node; a root that has been
 * hooked has the root that it was hooked to.
 */
final class ComponentSearch implements AutoCloseable {
    private static final int BATCH = 4096;
    private static final int ROWS_BETWEEN_YIELDS = 8192;

    private final CsrPart part;
    private final boolean isSymmetric;
    private final int pieceLength;
    private final long first;
    private final long rowCount;
    private final GlobalLongArray roots;
    private final GlobalLongArray best;
    private final LocalView rootsHere;
    private final LocalView bestHere;
    private RootPairs pairs = new RootPairs();
    /** Rows that are the root of their piece. */
    private final BitSet pieces;
    /** Those of them that have been hooked, and those of the last round. */
    private final BitSet hooked = new BitSet();
    private final BitSet justHooked = new BitSet();
    private final long[] rows = new long[BATCH];
    private final long[] lows = new long[BATCH];
    private final long[] highs = new long[BATCH];

    /** @param pieceLength roots of other nodes' vertices that are here at a time, at most */
    ComponentSearch(final CsrGraph graph, final GlobalLongArray roots, final GlobalLongArray best,
                    final int pieceLength) {
        part = graph.part();
        this.pieceLength = pieceLength;
        isSymmetric = graph.symmetric();
        first = part.firstVertex();
        rowCount = part.rowCount();
        pieces = new BitSet(Math.toIntExact(rowCount));
        this.roots = roots;
        this.best = best;
        rootsHere = LocalView.of(roots);
        bestHere = LocalView.of(best);
    }

    // --- here ---

    /** Joins the ends of edges that both live here. */
    void joinHere(final TaskContext ctx) throws SuspendExecution {
        clearBest();
        for (long row = 0; row < rowCount; row++) {
            rootsHere.setWord(row, first + row);
        }
        for (long row = 0; row < rowCount; row++) {
            joinRow(row);
            giveWay(ctx, row);
        }
        for (long row = 0; row < rowCount; row++) {
            final long root = find(row);
            rootsHere.setWord(row, first + root);
            if (root == row) {
                pieces.set((int) row);
            }
        }
    }

    /**
     * Notes the edges to other nodes, as edges between roots: when all nodes have joined what is theirs. The roots of
     * the others come in long ranges, for there are fewer vertices than edges, and most edges have the same roots.
     */
    void noteEdges(final TaskContext ctx) throws SuspendExecution {
        noteEdges(ctx, 0, first);
        noteEdges(ctx, first + rowCount, roots.size());
    }

    private void noteEdges(final TaskContext ctx, final long begin, final long end) throws SuspendExecution {
        final long[] piece = new long[(int) Math.max(0, Math.min(pieceLength, end - begin))];
        for (long from = begin; from < end && rowCount > 0; from += piece.length) {
            final int count = (int) Math.min(piece.length, end - from);
            roots.get(ctx, from, piece, 0, count);
            for (long row = 0; row < rowCount; row++) {
                noteRow(row, piece, from, from + count);
                giveWay(ctx, row);
            }
        }
    }

    private static void giveWay(final TaskContext ctx, final long row) throws SuspendExecution {
        if (row % ROWS_BETWEEN_YIELDS == 0) {
            ctx.yield();
        }
    }

    private void joinRow(final long row) {
        final long end = part.begin(row + 1);
        long own = find(row);
        for (long at = part.begin(row); at < end; at++) {
            final long other = part.target(at) - first;
            if (other >= 0 && other < rowCount && (!isSymmetric || other < row)) {
                own = join(own, find(other));
            }
        }
    }

    /** The row of the root, with paths halved. */
    private long find(final long row) {
        long at = row;
        long parent = rootsHere.word(at) - first;
        while (parent != at) {
            final long next = rootsHere.word(parent);
            rootsHere.setWord(at, next);
            at = parent;
            parent = next - first;
        }
        return at;
    }

    /** The smaller root stays. */
    private long join(final long a, final long b) {
        if (a == b) {
            return a;
        }
        final long low = Math.min(a, b);
        rootsHere.setWord(Math.max(a, b), first + low);
        return low;
    }

    /**
     * Notes the edges of a row to the vertices of a range. Of a symmetric graph an edge is noted at one of its ends: by
     * turns, so that both nodes have as many.
     */
    private void noteRow(final long row, final long[] piece, final long from, final long to) {
        final long vertex = first + row;
        final long root = rootsHere.word(row);
        final long end = part.begin(row + 1);
        long target;
        for (long at = begin(row, from); at < end && (target = part.target(at)) < to; at++) {
            if (!isSymmetric || (vertex < target) == (((vertex ^ target) & 1) == 0)) {
                pairs.add(root, piece[(int) (target - from)]);
            }
        }
    }

    /** Where the targets of a row begin that are not below a vertex: rows ascend. */
    private long begin(final long row, final long vertex) {
        long low = part.begin(row);
        long high = part.begin(row + 1);
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (part.target(middle) < vertex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // --- rounds ---

    /** Takes the present roots of both ends of the pairs; returns how many pairs still have different ones. */
    long contract(final TaskContext ctx) throws SuspendExecution {
        final RootPairs before = pairs;
        pairs = new RootPairs();
        try {
            for (int segment = 0; segment < before.segmentCount(); segment++) {
                final LocalView low = before.low(segment);
                final LocalView high = before.high(segment);
                for (long from = 0; from < low.count(); from += BATCH) {
                    contract(ctx, low, high, from, (int) Math.min(BATCH, low.count() - from));
                }
            }
        } finally {
            before.close();
        }
        return pairs.count();
    }

    private void contract(final TaskContext ctx, final LocalView low, final LocalView high, final long from,
                          final int count) throws SuspendExecution {
        for (int i = 0; i < count; i++) {
            roots.getNb(ctx, low.word(from + i), lows, i);
            roots.getNb(ctx, high.word(from + i), highs, i);
        }
        ctx.await();
        for (int i = 0; i < count; i++) {
            if (lows[i] != highs[i]) {
                pairs.add(lows[i], highs[i]);
            }
        }
    }

    /** Each pair offers the root that comes first in the order to the other one. */
    void choose(final TaskContext ctx, final long seed) throws SuspendExecution {
        final RandomOrder order = new RandomOrder(seed);
        for (int segment = 0; segment < pairs.segmentCount(); segment++) {
            final LocalView low = pairs.low(segment);
            final LocalView high = pairs.high(segment);
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
        final RandomOrder order = new RandomOrder(seed);
        justHooked.clear();
        for (int row = pieces.nextSetBit(0); row >= 0; row = pieces.nextSetBit(row + 1)) {
            final long rank = bestHere.word(row);
            if (rank != Long.MAX_VALUE) {
                rootsHere.setWord(row, order.value(rank));
                bestHere.setWord(row, Long.MAX_VALUE);
                justHooked.set(row);
            }
        }
        hooked.or(justHooked);
    }

    /** Each hooked root takes the root of its root; returns how many have changed. */
    long shorten(final TaskContext ctx, final boolean isAll) throws SuspendExecution {
        final BitSet set = isAll ? hooked : justHooked;
        long changed = 0;
        int row = set.nextSetBit(0);
        while (row >= 0) {
            int count = 0;
            for (; row >= 0 && count < BATCH; row = set.nextSetBit(row + 1)) {
                rows[count] = row;
                roots.getNb(ctx, rootsHere.word(row), highs, count++);
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

    // --- labels ---

    void clearBest() {
        for (long row = 0; row < rowCount; row++) {
            bestHere.setWord(row, Long.MAX_VALUE);
        }
    }

    void clearSizes() {
        bestHere.fill(0);
    }

    /** The root of a piece is its smallest vertex. */
    void findSmallest(final TaskContext ctx) throws SuspendExecution {
        for (int row = pieces.nextSetBit(0); row >= 0; row = pieces.nextSetBit(row + 1)) {
            best.minNb(ctx, rootsHere.word(row), first + row);
        }
        ctx.await();
    }

    /** The label of a piece is the smallest vertex that its final root has heard of. */
    void label(final TaskContext ctx, final IntegerArray labels) throws SuspendExecution {
        final LocalView here = LocalView.of(labels);
        int row = pieces.nextSetBit(0);
        while (row >= 0) {
            int count = 0;
            for (; row >= 0 && count < BATCH; row = pieces.nextSetBit(row + 1)) {
                rows[count] = row;
                best.getNb(ctx, rootsHere.word(row), highs, count++);
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                here.set(rows[i], highs[i]);
            }
        }
        for (long other = 0; other < rowCount; other++) {
            if (!pieces.get((int) other)) {
                here.set(other, here.get(rootsHere.word(other) - first));
            }
            giveWay(ctx, other);
        }
    }

    /** Adds the vertices of this node to the sizes of their components, those of a piece together. */
    void addSizes(final TaskContext ctx, final IntegerArray labels) throws SuspendExecution {
        final LocalView here = LocalView.of(labels);
        try (LocalView sizes = LocalView.allocate(rowCount, true)) {
            sizes.fill(0);
            for (long row = 0; row < rowCount; row++) {
                final long piece = pieces.get((int) row) ? row : rootsHere.word(row) - first;
                sizes.setWord(piece, sizes.word(piece) + 1);
            }
            for (int row = pieces.nextSetBit(0); row >= 0; row = pieces.nextSetBit(row + 1)) {
                best.addNb(ctx, here.get(row), sizes.word(row));
            }
            ctx.await();
        }
    }

    long countComponents(final TaskContext ctx) throws SuspendExecution {
        long count = 0;
        for (long row = 0; row < rowCount; row++) {
            count += bestHere.word(row) > 0 ? 1 : 0;
            giveWay(ctx, row);
        }
        return count;
    }

    @Override
    public void close() {
        pairs.close();
    }
}
