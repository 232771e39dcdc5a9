package org.gmt4j.graph.components;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.gmt4j.Distribution;
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
    /** Rows of the largest piece that are looked at for edges to other nodes, and such edges, at most. */
    private static final int ROWS_SAMPLED = 1 << 14;
    private static final int EDGES_SAMPLED = 256;

    private final int node;
    private final CsrPart part;
    private final Distribution vertices;
    private final boolean isSymmetric;
    private final int pieceLength;
    private final long first;
    private final int rowCount;
    private final IntegerArray labels;
    private final LocalView labelsHere;
    /** Of roots, until they become sizes. */
    private final GlobalLongArray roots;
    private final LocalView rootsHere;
    /** Of a root, the best that it has been offered in this round. */
    private GlobalLongArray best;
    private LocalView bestHere;
    private final LocalForest forest;
    private RootPairs pairs = new RootPairs();
    /** Rows whose edges to other nodes have to be looked at. */
    private BitSet open = new BitSet();
    /** Rows that are the root of their piece. */
    private final BitSet pieces;
    /** Those of them that may be hooked yet. */
    private final BitSet unhooked;
    /** Those of them that have edges to the giant. */
    private final BitSet joining = new BitSet();
    /** Those of them whose smallest vertex is on another node. */
    private final BitSet away = new BitSet();
    /** Those of them that have been hooked, and those of the last round. */
    private final BitSet hooked = new BitSet();
    private final BitSet justHooked = new BitSet();
    private final long[] rows = new long[BATCH];
    private final long[] lows = new long[BATCH];
    private final long[] highs = new long[BATCH];
    private Giant giant = new Giant(new long[0]);
    /** The root of the piece of this node that belongs to it. */
    private long ownGiant = Giant.NONE;

    /** @param pieceLength roots of other nodes' vertices that are here at a time, at most */
    ComponentSearch(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels,
                    final GlobalLongArray sizes, final int pieceLength) {
        node = ctx.nodeId();
        part = graph.part();
        vertices = graph.listed().distribution();
        forest = new LocalForest(part);
        this.pieceLength = pieceLength;
        isSymmetric = graph.symmetric();
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        pieces = new BitSet(rowCount);
        unhooked = new BitSet(rowCount);
        this.labels = labels;
        labelsHere = LocalView.of(labels);
        roots = sizes;
        rootsHere = LocalView.of(sizes);
    }

    // --- here ---

    /** Joins the ends of edges that both live here. */
    void joinHere(final TaskContext ctx) throws SuspendExecution {
        forest.join(ctx, isSymmetric);
        final long[] withEdges = new long[rowCount + 63 >>> 6];
        long begin = rowCount == 0 ? 0 : part.begin(0);
        for (int row = 0; row < rowCount; row++) {
            final int root = forest.root(row);
            rootsHere.setWord(row, first + root);
            if (root == row) {
                pieces.set(row);
            }
            final long end = part.begin(row + 1);
            withEdges[row >>> 6] |= (begin - end >>> 63) << row;
            begin = end;
        }
        open = BitSet.valueOf(withEdges);
        unhooked.or(pieces);
        if (isSymmetric) {
            unhooked.and(open);                                 // the others have no edges
        }
    }

    /**
     * Looks at some edges of the largest piece to other nodes, when all nodes have joined what is theirs.
     *
     * @return the root of that piece, and roots of other nodes that it has edges to; nothing where there are no rows
     */
    long[] sampleGiant(final TaskContext ctx) throws SuspendExecution {
        if (rowCount == 0) {
            return new long[0];
        }
        final int own = forest.giant();
        int count = 0;
        final long step = Math.max(1, rowCount / ROWS_SAMPLED);
        for (long row = 0; row < rowCount && count < EDGES_SAMPLED; row += step) {
            if (forest.root(row) == own && open.get((int) row)) {
                final long low = part.target(part.begin(row));
                final long high = part.target(part.begin(row + 1) - 1);
                final boolean isLow = !part.isLocal(low) && ((count & 1) == 0 || part.isLocal(high));
                if (isLow || !part.isLocal(high)) {
                    roots.getNb(ctx, isLow ? low : high, highs, count++);
                }
            }
        }
        ctx.await();
        return LongStream.concat(LongStream.of(first + own), Arrays.stream(highs, 0, count).distinct()).toArray();
    }

    /** The edges of the giant's rows are seen from their other ends, where those do not belong to it. */
    private void setGiant(final long[] found) {
        giant = new Giant(found);
        ownGiant = giant.of(node);
        if (isSymmetric && ownGiant != Giant.NONE) {
            final long[] others = open.toLongArray();
            for (int i = 0; i < others.length; i++) {
                if (others[i] != 0) {
                    others[i] &= ~rowsOf((int) (ownGiant - first), i << 6);
                }
            }
            open = BitSet.valueOf(others);
        }
    }

    /** Which of 64 rows have a root. */
    private long rowsOf(final int root, final int from) {
        final int to = Math.min(rowCount, from + Long.SIZE);
        long rows = 0;
        for (int row = from; row < to; row++) {
            rows |= (forest.root(row) == root ? 1L : 0) << row;
        }
        return rows;
    }

    /**
     * Notes the edges to other nodes, as edges between roots: when all nodes have joined what is theirs. The roots of
     * the others come in long ranges, for there are fewer vertices than edges, and most edges have the same roots.
     */
    void noteEdges(final TaskContext ctx, final long[] found) throws SuspendExecution {
        setGiant(found);
        for (int other = 0; other < ctx.nodeCount(); other++) {
            if (other != node && !open.isEmpty()) {
                noteEdges(ctx, giant.of(other), vertices.start(other), vertices.start(other) + vertices.count(other));
            }
        }
    }

    private void noteEdges(final TaskContext ctx, final long giantThere, final long begin, final long end)
        throws SuspendExecution {
        final long[] piece = new long[(int) Math.max(0, Math.min(pieceLength, end - begin))];
        for (long from = begin; from < end; from += piece.length) {
            final int count = (int) Math.min(piece.length, end - from);
            roots.get(ctx, from, piece, 0, count);
            int row = open.nextSetBit(0);
            while (row >= 0) {
                row = noteRows(row, giantThere, piece, from, from + count);
                ctx.yield();
            }
        }
    }

    /** Notes the edges of some rows; returns the next one, which is negative at the end. */
    private int noteRows(final int begin, final long giantThere, final long[] piece, final long from, final long to) {
        int row = begin;
        for (int done = 0; row >= 0 && done < ROWS_BETWEEN_YIELDS; done++) {
            noteRow(row, giantThere, piece, from, to);
            row = open.nextSetBit(row + 1);
        }
        return row;
    }

    /**
     * Notes the edges of a row to the vertices of a range. A piece with an edge to the giant belongs to it. Another
     * edge of a symmetric graph is noted at one of its ends: by turns, so that both nodes have as many.
     */
    private void noteRow(final int row, final long giantThere, final long[] piece, final long from, final long to) {
        final long vertex = first + row;
        final int root = forest.root(row);
        final boolean isGiant = first + root == ownGiant;
        final long end = part.begin(row + 1);
        long target;
        for (long at = part.lowerBound(row, from); at < end && (target = part.target(at)) < to; at++) {
            final long other = piece[(int) (target - from)];
            if (other == giantThere) {
                if (!isGiant) {
                    joining.set(root);
                }
            } else if (!isSymmetric || (vertex < target) == (((vertex ^ target) & 1) == 0)) {
                pairs.add(first + root, other);
            }
        }
    }

    /** Hooks the pieces with edges to the giant to its root: when all have noted their edges. */
    void joinGiant() {
        if (ownGiant != Giant.NONE && ownGiant != giant.root()) {
            joining.set((int) (ownGiant - first));
        }
        for (int row = joining.nextSetBit(0); row >= 0; row = joining.nextSetBit(row + 1)) {
            rootsHere.setWord(row, giant.root());
        }
        hooked.or(joining);
        unhooked.andNot(joining);
    }

    // --- rounds ---

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
        final HookOrder order = new HookOrder(new RandomOrder(seed), giant.root());
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
        final HookOrder order = new HookOrder(new RandomOrder(seed), giant.root());
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
                if (root != giant.root()) {                     // which is never hooked
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

    // --- labels: what many pieces ask of the giant is asked once ---

    /** The root of a piece is its smallest vertex, and that of its component for all that is known here. */
    void beginSmallest() {
        for (int row = pieces.nextSetBit(0); row >= 0; row = pieces.nextSetBit(row + 1)) {
            labelsHere.set(row, first + row);
        }
    }

    /** Tells the final roots: when all nodes have begun. */
    void findSmallest(final TaskContext ctx) throws SuspendExecution {
        final long giantRoot = giant.root();
        long smallest = Long.MAX_VALUE;
        for (int row = hooked.nextSetBit(0); row >= 0; row = hooked.nextSetBit(row + 1)) {
            final long root = rootsHere.word(row);
            if (root == giantRoot) {
                smallest = Math.min(smallest, first + row);
            } else {
                labels.minNb(ctx, root, first + row);
            }
        }
        if (smallest != Long.MAX_VALUE) {
            labels.minNb(ctx, giantRoot, smallest);
        }
        ctx.await();
    }

    /** The label of a piece is the smallest vertex that its final root has heard of. */
    void label(final TaskContext ctx) throws SuspendExecution {
        labelPieces(ctx);
        forest.spread(ctx, labelsHere);
    }

    /** Labels of final roots stay as they are, and only those are read. */
    private void labelPieces(final TaskContext ctx) throws SuspendExecution {
        final long giantRoot = giant.root();
        final long giantLabel = hooked.isEmpty() || giantRoot == Giant.NONE ? Giant.NONE : labelOf(ctx, giantRoot);
        int row = hooked.nextSetBit(0);
        while (row >= 0) {
            int count = 0;
            for (; row >= 0 && count < BATCH; row = hooked.nextSetBit(row + 1)) {
                final long root = rootsHere.word(row);
                if (root == giantRoot) {
                    labelsHere.set(row, giantLabel);
                } else {
                    rows[count] = row;
                    labels.fetchOrNb(ctx, root, 0, highs, count++);
                }
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                labelsHere.set(rows[i], highs[i]);
            }
        }
    }

    private long labelOf(final TaskContext ctx, final long vertex) throws SuspendExecution {
        labels.fetchOrNb(ctx, vertex, 0, highs, 0);
        ctx.await();
        return highs[0];
    }

    /** Adds the vertices of pieces to the sizes of components whose smallest vertex is here: when all have labels. */
    void addSizesHere() {
        rootsHere.fill(0);
        for (int row = pieces.nextSetBit(0); row >= 0; row = pieces.nextSetBit(row + 1)) {
            final long label = labelsHere.get(row);
            if (part.isLocal(label)) {
                rootsHere.setWord(label - first, rootsHere.word(label - first) + forest.size(row));
            } else {
                away.set(row);
            }
        }
    }

    /**
     * Adds those of the other pieces, in runs of the same label: when all nodes have added theirs.
     *
     * @return components with a root here
     */
    long addSizes(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray sizes = roots;
        long label = Giant.NONE;
        long size = 0;
        for (int row = away.nextSetBit(0); row >= 0; row = away.nextSetBit(row + 1)) {
            final long next = labelsHere.get(row);
            if (next != label && size > 0) {
                sizes.addNb(ctx, label, size);
                size = 0;
            }
            label = next;
            size += forest.size(row);
        }
        if (size > 0) {
            sizes.addNb(ctx, label, size);
        }
        ctx.await();
        return pieces.cardinality() - hooked.cardinality();
    }

    @Override
    public void close() {
        forest.close();
        pairs.close();
    }
}
