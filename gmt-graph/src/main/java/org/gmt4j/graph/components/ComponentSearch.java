package org.gmt4j.graph.components;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link ConnectedComponents}: each method is one step for the rows of this node. One task at a time
 * begins the steps, and spreads those that look at all rows over the threads of the node; fields are written between
 * loops.
 *
 * <p>In {@code roots} each vertex has the root of its piece, which is a vertex of the same node; a root that has been
 * hooked has the root that it was hooked to.
 */
final class ComponentSearch implements AutoCloseable {
    private static final int BATCH = 4096;
    /** Rows of the largest piece that are looked at for edges to other nodes, and such edges, at most. */
    private static final int ROWS_SAMPLED = 1 << 14;
    private static final int EDGES_SAMPLED = 256;
    /** Words of rows that are joined in some 50 microseconds. */
    private static final int WORDS_BETWEEN_YIELDS = 64;

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
    private final LocalForest forest;
    private final HookRounds rounds;
    /** By word, a bit for each row: whose edges to other nodes have to be looked at. */
    private final long[] open;
    /** The same, of the rows that are the root of their piece. */
    private final long[] rootBits;
    /** The same, of the rows in the largest piece of this node, probably. */
    private final long[] giantBits;
    /** The same, of the rows whose roots other nodes may ask for: those with edges to them, or all. */
    private final long[] askedBits;
    /** Rows that are the root of their piece. */
    private BitSet pieces = new BitSet();
    /** Those of them that have edges to the giant, by lane. */
    private final BitSet[] joining;
    /** Those of them whose smallest vertex is on another node. */
    private final BitSet away = new BitSet();
    private final long[] rows = new long[BATCH];
    private final long[] highs = new long[BATCH];
    private Giant giant = new Giant(new long[0]);
    /** The root of the piece of this node that belongs to it. */
    private long ownGiant = Giant.NONE;
    /** The label of the largest piece of this node. */
    private long giantLabel;
    /** Roots of the vertices from {@code pieceStart} on of a node whose piece of the giant has the root. */
    private long[] piece = new long[0];
    private long pieceStart;
    private long pieceEnd;
    private long giantThere;

    /** @param pieceLength roots of other nodes' vertices that are here at a time, at most */
    ComponentSearch(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels,
                    final GlobalLongArray sizes, final int pieceLength) {
        node = ctx.nodeId();
        part = graph.part();
        vertices = graph.listed().distribution();
        forest = new LocalForest(part, ctx.laneCount() > 1);
        this.pieceLength = pieceLength;
        isSymmetric = graph.symmetric();
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        open = new long[rowCount + 63 >>> 6];
        rootBits = new long[open.length];
        giantBits = new long[open.length];
        askedBits = new long[open.length];
        Arrays.fill(askedBits, -1);
        joining = new BitSet[ctx.laneCount()];
        for (int lane = 0; lane < joining.length; lane++) {
            joining[lane] = new BitSet();
        }
        this.labels = labels;
        labelsHere = LocalView.of(labels);
        roots = sizes;
        rootsHere = LocalView.of(sizes);
        rounds = new HookRounds(sizes, ctx.laneCount());
    }

    /** The rounds that hook pieces of several nodes. */
    HookRounds rounds() {
        return rounds;
    }

    // --- here ---

    private static void forRows(final TaskContext ctx, final ComponentSearch here, final RangeBody body)
        throws SuspendExecution {
        ctx.parFor(here.rowCount, TaskContext.MEASURED, SpawnPolicy.LOCAL, body);
    }

    /** The same, 64 rows at a time. */
    private static void forWords(final TaskContext ctx, final ComponentSearch here, final RangeBody body)
        throws SuspendExecution {
        ctx.parFor(here.open.length, TaskContext.MEASURED, SpawnPolicy.LOCAL, body);
    }

    /** Joins the ends of edges that both live here, and labels the pieces. */
    static void joinHere(final TaskContext ctx, final NodeLocal<ComponentSearch> searches) throws SuspendExecution {
        final ComponentSearch here = searches.get();
        if (here.isSymmetric && here.forest.areShort()) {
            joinShort(ctx, searches);
        } else {
            begin(ctx, searches);
            joinLong(ctx, searches);
        }
        here.forest.chooseGiant();
        forWords(ctx, here, (low, high, c) -> searches.get().settle((int) low, (int) high));
        here.pieces = BitSet.valueOf(here.rootBits);
        final BitSet mayBeHooked = BitSet.valueOf(here.rootBits);
        if (here.isSymmetric) {
            mayBeHooked.and(BitSet.valueOf(here.open));         // the others have no edges
        }
        here.rounds.begin(mayBeHooked);
    }

    private static void begin(final TaskContext ctx, final NodeLocal<ComponentSearch> searches)
        throws SuspendExecution {
        forRows(ctx, searches.get(), (low, high, c) -> searches.get().forest.begin((int) low, (int) high));
    }

    private static void joinLong(final TaskContext ctx, final NodeLocal<ComponentSearch> searches)
        throws SuspendExecution {
        final ComponentSearch here = searches.get();
        if (here.isSymmetric) {
            forRows(ctx, here, (low, high, c) -> searches.get().forest.joinFirstNeighbours((int) low, (int) high));
            here.forest.chooseGiant();
            forRows(ctx, here, (low, high, c) -> searches.get().forest.joinOthers((int) low, (int) high));
        } else {
            forRows(ctx, here, (low, high, c) -> searches.get().forest.joinAll((int) low, (int) high));
        }
    }

    private static void joinShort(final TaskContext ctx, final NodeLocal<ComponentSearch> searches)
        throws SuspendExecution {
        final ComponentSearch here = searches.get();
        if (ctx.laneCount() == 1) {
            here.joinInOrder(ctx);
        } else {
            begin(ctx, searches);
            forWords(ctx, here, (low, high, c) -> searches.get().joinLower((int) low, (int) high));
        }
    }

    /** By this task alone, for each row takes the root of a lower one that has begun. */
    private void joinInOrder(final TaskContext ctx) throws SuspendExecution {
        for (int low = 0; low < open.length; low += WORDS_BETWEEN_YIELDS) {
            joinLower(low, Math.min(open.length, low + WORDS_BETWEEN_YIELDS));
            ctx.yield();
        }
    }

    private void joinLower(final int low, final int high) {
        for (int word = low; word < high; word++) {
            askedBits[word] = forest.joinLower(word << 6, Math.min(rowCount, word + 1 << 6));
        }
    }

    /** Notes the roots of some words of rows, and which of these are to be looked at: of the giant, all. */
    private void settle(final int low, final int high) {
        for (int word = low; word < high; word++) {
            settle(word);
        }
    }

    private void settle(final int word) {
        if (forest.areBelowGiant(word)) {
            open[word] = -1;
            rootBits[word] = 0;
            giantBits[word] = -1;
            for (long left = askedBits[word]; left != 0; left &= left - 1) {
                rootsHere.setWord((word << 6) + Long.numberOfTrailingZeros(left), first + forest.giant());
            }
        } else {
            settleRows(word);
        }
    }

    private void settleRows(final int word) {
        final int end = Math.min(rowCount, word + 1 << 6);
        final int giantRow = forest.giant();
        final long asked = askedBits[word];
        long areRoots = 0;
        long inGiant = 0;
        long haveEdges = 0;
        for (int row = word << 6; row < end; row++) {
            final int root = forest.settle(row);
            if ((asked >>> row & 1) != 0) {
                rootsHere.setWord(row, first + root);
            }
            if (root == row) {
                areRoots |= 1L << row;
                rootsHere.setWord(row, first + row);
                labelsHere.set(row, first + row);               // the smallest vertex for all that is known here
            }
            if (root == giantRow) {
                inGiant |= 1L << row;
            } else if (part.degree(row) > 0) {
                haveEdges |= 1L << row;
            }
        }
        open[word] = haveEdges | inGiant;
        rootBits[word] = areRoots;
        giantBits[word] = inGiant;
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
            final boolean isAsked = (askedBits[(int) (row >>> 6)] >>> row & 1) != 0;
            if (isAsked && forest.root(row) == own && part.degree(row) > 0) {
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

    /**
     * Notes the edges to other nodes, as edges between roots: when all nodes have joined what is theirs. The roots of
     * the others come in long ranges, for there are fewer vertices than edges, and most edges have the same roots.
     *
     * @return pairs that were noted
     */
    static long noteEdges(final TaskContext ctx, final NodeLocal<ComponentSearch> searches, final long[] found)
        throws SuspendExecution {
        final ComponentSearch here = searches.get();
        here.giant = new Giant(found);
        here.ownGiant = here.giant.of(here.node);
        final long rows = ctx.loop(here.open.length, TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sum((low, high, c) -> searches.get().closeGiant((int) low, (int) high));
        for (int other = 0; other < ctx.nodeCount() && rows > 0; other++) {
            if (other != here.node) {
                here.giantThere = here.giant.of(other);
                noteEdges(ctx, searches, here.vertices.start(other),
                    here.vertices.start(other) + here.vertices.count(other));
            }
        }
        here.piece = new long[0];
        return here.rounds.pairCount();
    }

    /**
     * The edges of the giant's rows are seen from their other ends, where those do not belong to it.
     *
     * @return rows in some words that are open yet
     */
    private long closeGiant(final int low, final int high) {
        long rows = 0;
        for (int word = low; word < high; word++) {
            if (isSymmetric && ownGiant != Giant.NONE) {
                open[word] &= ~giantBits[word];
            }
            rows += Long.bitCount(open[word]);
        }
        return rows;
    }

    private static void noteEdges(final TaskContext ctx, final NodeLocal<ComponentSearch> searches, final long begin,
                                  final long end) throws SuspendExecution {
        final ComponentSearch here = searches.get();
        final int most = (int) Math.min(here.pieceLength, end - begin);
        here.piece = here.piece.length < most ? new long[most] : here.piece;
        for (long from = begin; from < end; from += most) {
            here.pieceStart = from;
            here.pieceEnd = Math.min(end, from + most);
            here.roots.get(ctx, from, here.piece, 0, (int) (here.pieceEnd - from));
            forWords(ctx, here, (low, high, c) -> searches.get().noteRows((int) low, (int) high, c.laneId()));
        }
    }

    /** Notes the edges of the open rows in some words. */
    private void noteRows(final int low, final int high, final int lane) {
        for (int word = low; word < high; word++) {
            for (long left = open[word]; left != 0; left &= left - 1) {
                noteRow((word << 6) + Long.numberOfTrailingZeros(left), rounds.pairs(lane), joining[lane]);
            }
        }
    }

    /**
     * Notes the edges of a row to the vertices of a range. A piece with an edge to the giant belongs to it. Another
     * edge of a symmetric graph is noted at one of its ends: by turns, so that both nodes have as many.
     */
    private void noteRow(final int row, final RootPairs found, final BitSet joins) {
        final long vertex = first + row;
        final int root = forest.root(row);
        final boolean isGiant = first + root == ownGiant;
        final long end = part.begin(row + 1);
        long target;
        for (long at = part.lowerBound(row, pieceStart); at < end && (target = part.target(at)) < pieceEnd; at++) {
            final long other = piece[(int) (target - pieceStart)];
            if (other == giantThere) {
                if (!isGiant) {
                    joins.set(root);
                }
            } else if (!isSymmetric || (vertex < target) == (((vertex ^ target) & 1) == 0)) {
                found.add(first + root, other);
            }
        }
    }

    /** Hooks the pieces with edges to the giant to its root: when all have noted their edges. */
    void joinGiant() {
        final BitSet joins = new BitSet();
        for (final BitSet some : joining) {
            joins.or(some);
        }
        if (ownGiant != Giant.NONE && ownGiant != giant.root()) {
            joins.set((int) (ownGiant - first));
        }
        rounds.hookToGiant(joins, giant.root());
    }

    // --- labels: what many pieces ask of the giant is asked once ---

    /** Tells the final roots which vertex is the smallest of a piece. */
    void findSmallest(final TaskContext ctx) throws SuspendExecution {
        final BitSet hooked = rounds.hooked();
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

    /**
     * The label of a piece is the smallest vertex that its final root has heard of; each row takes that of its piece.
     * Then adds the vertices of pieces to the sizes of components whose smallest vertex is here: roots of others have
     * been read.
     */
    static void label(final TaskContext ctx, final NodeLocal<ComponentSearch> searches) throws SuspendExecution {
        final ComponentSearch here = searches.get();
        here.labelPieces(ctx);
        for (int row = here.pieces.nextSetBit(0); row >= 0; row = here.pieces.nextSetBit(row + 1)) {
            here.forest.beginSize(row);
        }
        here.giantLabel = here.rowCount > 0 ? here.labelsHere.get(here.forest.giant()) : 0;
        forWords(ctx, here, (low, high, c) -> searches.get().spread((int) low, (int) high));
        here.addSizesHere();
    }

    /** Rows of the largest piece, which are most, need not ask for their roots. */
    private void spread(final int low, final int high) {
        int inGiant = 0;
        for (int word = low; word < high; word++) {
            final int from = word << 6;
            final int to = Math.min(rowCount, from + 64);
            final long ofGiant = giantBits[word] & ~rootBits[word];
            inGiant += Long.bitCount(ofGiant);
            if (ofGiant == -1) {
                labelsHere.set(from, to, giantLabel);
            } else {
                for (long left = ofGiant; left != 0; left &= left - 1) {
                    labelsHere.set(from + Long.numberOfTrailingZeros(left), giantLabel);
                }
                forest.spread(from, to, labelsHere, ofGiant | rootBits[word]);
            }
        }
        rootsHere.from(low << 6).first(Math.min(rowCount, high << 6) - (low << 6)).fill(0);
        forest.addSize(forest.giant(), inGiant);
    }

    /** Labels of final roots stay as they are, and only those are read. */
    private void labelPieces(final TaskContext ctx) throws SuspendExecution {
        final BitSet hooked = rounds.hooked();
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

    private void addSizesHere() {
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
        return pieces.cardinality() - rounds.hooked().cardinality();
    }

    @Override
    public void close() {
        forest.close();
        rounds.close();
    }
}
