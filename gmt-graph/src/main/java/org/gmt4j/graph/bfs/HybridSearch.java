package org.gmt4j.graph.bfs;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.serial.DirectionRule;

/**
 * One node's side of {@link HybridBfs}: the loop over levels. All nodes decide alike, because they decide by sums over
 * all.
 *
 * <pre>
 * sparse      scan my rows of the frontier, put others' neighbours into their boxes -> all-reduce: an upper bound of
 *             the edges found -> empty my boxes
 *             When one node has all of the frontier, it goes on alone until a neighbour lives elsewhere.
 * weigh       after that bound was large: put my part of the frontier to all -> all-reduce: vertices and edges of it
 * visits      scan my rows of the frontier, await my visits -> barrier -> take what others have noted here -> weigh
 * bottom-up   join the parts; scan my unreached rows -> put my part of the next frontier to all -> all-reduce: vertices
 *             found, and edges of the rows that are left
 * </pre>
 *
 * <p>A sparse level takes one collective and time in proportion to its edges. Used by one task at a time;
 * {@link #visit} by helpers. Per level.
 */
final class HybridSearch implements AutoCloseable {
    /** Rows that one task lists and scans after bottom-up levels, when few edges lead to others. */
    private static final int SPARSE_ROWS = 16_000;
    /** Sums of a level travel in one word: vertices below, above them a share of the graph's edges in 2^-20. */
    private static final int COUNT_BITS = 40;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final double SHARE_UNIT = 1 << 20;
    /**
     * Sums of a sparse level: edges, levels that a node went on alone, nodes that have found (1) and that have sent
     * (2).
     */
    private static final int LEVELS_SHIFT = 32;
    private static final int NODES_SHIFT = 48;
    private static final int MOST_ALONE = (1 << NODES_SHIFT - LEVELS_SHIFT) - 1;
    private static final int LEVELS_BETWEEN_YIELDS = 256;

    /** Kinds of levels. */
    private enum Step { SPARSE, VISITS, BOTTOM_UP, END }

    private final CsrPart part;
    private final int nodes;
    private final long vertexCount;
    private final long storedEdges;
    /**
     * Sparse levels have at most so many edges: they fit the boxes, and one task scans them in the time of the three
     * collectives that a level of visits takes.
     */
    private final int sparseEdges;
    private final TopDownStep topDown;
    private final KnownDegrees degrees = new KnownDegrees();
    private final SparseStep sparse;
    private final FrontierExchange exchange;
    private final Hubs hubs;
    private final BottomUpStep bottomUp;
    private final SeenTally tally;

    // of the search that runs
    private DirectionRule rule;
    private LevelNotes notes;
    private long level;
    private long deepest;
    /** One node has all of the frontier. */
    private boolean isAlone;
    /** Of the frontier before, at the last weighing or bottom-up level. */
    private long frontier;
    /** Share of the graph's edges whose rows have not been in a top-down frontier, as far as all nodes know. */
    private double unexplored;
    /** Edges that lead to vertices not reached yet, or more. */
    private long remaining;
    private long collectives;
    private long words;

    /**
     * @param in    the graph against its direction; of a symmetric one the same
     * @param noted of {@link FoundRows}; null where no node reaches another
     */
    HybridSearch(final TaskContext ctx, final CsrGraph graph, final CsrGraph in, final ArmciMemory sections,
                 final ArmciMemory boxes, final ArmciMemory noted) {
        part = graph.part();
        nodes = ctx.nodeCount();
        vertexCount = graph.vertexCount();
        storedEdges = graph.storedEdges();
        sparseEdges = FrontierMail.capacity(nodes);
        topDown = new TopDownStep(ctx, graph, new Parents(), Long.MAX_VALUE,
            noted == null ? null : new FoundRows(ctx, graph, noted));
        sparse = new SparseStep(part, graph.listed().distribution(), topDown, degrees, new FrontierMail(ctx, boxes));
        exchange = new FrontierExchange(ctx, graph, sections, topDown.seen());
        hubs = new Hubs(in.part());
        bottomUp = new BottomUpStep(in.part(), topDown.parents(), hubs, ctx.laneCount());
        tally = new SeenTally(part);
    }

    /** Once per graph, by one task of each node; all have published their degrees. */
    void findHubs(final TaskContext ctx, final GlobalIntArray published) throws SuspendExecution {
        hubs.find(ctx, published, degrees);
    }

    /**
     * Searches. All nodes call it, after the search before has ended on all.
     *
     * @param levels {@link LevelNotes#NONE} where nobody asks for them
     * @param tree   where the parents go, distributed like the vertices
     */
    SearchReport search(final TaskContext ctx, final long root, final DirectionRule directions, final Visitor visitor,
                        final LevelNotes levels, final IntegerArray tree) throws SuspendExecution {
        notes = levels;
        topDown.parents().moveTo(tree);
        begin(ctx, root, directions);
        Step step = afterTopDown(ctx, degrees.bound(root));
        while (step != Step.END) {
            switch (step) {
                case SPARSE -> step = sparse(ctx);
                case VISITS -> step = visits(ctx, visitor);
                default -> step = bottomUp(ctx);
            }
            if (ctx.nodeId() == 0) {
                ctx.progress(Math.max(deepest, level), 0);
            }
        }
        return new SearchReport(deepest, collectives, words, tally.count(topDown.seen()));
    }

    /** Nothing arrives before the first collective but mail, which waits in its box. */
    private void begin(final TaskContext ctx, final long root, final DirectionRule directions) {
        rule = directions;
        deepest = 1;
        isAlone = !rule.isForced();
        frontier = 0;
        unexplored = 1;
        remaining = Long.MAX_VALUE;
        collectives = 0;
        words = 0;
        topDown.clear();
        goTo(0);
        topDown.start(ctx, root);
    }

    private void goTo(final long next) {
        level = next;
        topDown.begin(next);
    }

    private long sum(final TaskContext ctx, final long value) throws SuspendExecution {
        collectives++;
        return ctx.collectives().allReduce(value, ReduceOperator.SUM);
    }

    // --- top-down ---

    /** Chooses the step for a frontier of which all know how many edges it has at most. */
    private Step afterTopDown(final TaskContext ctx, final long edgeBound) throws SuspendExecution {
        final boolean mustBeBottomUp = rule.isForced() && isBottomUp(false, 0, 0);
        if (mustBeBottomUp || Math.min(edgeBound, remaining) > sparseEdges) {
            return weigh(ctx);
        }
        unexplored = Math.max(0, unexplored - edgeBound / (double) storedEdges);
        return Step.SPARSE;
    }

    private boolean isBottomUp(final boolean wasBottomUp, final long count, final double share) {
        return rule.isBottomUp(wasBottomUp, level, count, frontier, vertexCount, share, unexplored);
    }

    private Step sparse(final TaskContext ctx) throws SuspendExecution {
        noteLevel();
        sparse.scan(ctx);
        long alone = 0;
        while (isAlone && alone < MOST_ALONE && goesOn()) {
            alone++;
            goTo(level + 1);
            noteLevel();
            sparse.scan(ctx);
            if (alone % LEVELS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        sparse.send(ctx);
        final long sums = sum(ctx, Math.min(sparseEdges + 1, sparse.edgeBound()) | alone << LEVELS_SHIFT
            | (sparse.found() > 0 ? 1L : 0) << NODES_SHIFT | (sparse.hasSent() ? 2L : 0) << NODES_SHIFT);
        goTo(level + 1 - alone + (sums >>> LEVELS_SHIFT & MOST_ALONE));
        sparse.receive(ctx);
        isAlone = sums >>> NODES_SHIFT == 1 && !rule.isForced();
        final long edgeBound = (int) sums;
        return sums >>> NODES_SHIFT == 0 ? Step.END : afterTopDown(ctx, edgeBound);
    }

    /** The frontier that is to be scanned is complete. */
    private void noteLevel() {
        if (topDown.scannedCount() > 0) {
            deepest = level + 1;
            notes.add(topDown.scanned(), level);
        }
    }

    /** All of the next frontier is here, and it is small. */
    private boolean goesOn() {
        return sparse.found() > 0 && !sparse.hasSent() && sparse.foundEdges() <= sparseEdges;
    }

    private Step visits(final TaskContext ctx, final Visitor visitor) throws SuspendExecution {
        noteLevel();
        topDown.scan(ctx, visitor);
        topDown.clearScanned();
        sum(ctx, 0);      // now everybody's visits are executed, and what is noted is here
        topDown.takeNoted(ctx);
        goTo(level + 1);
        return weigh(ctx);
    }

    /** Counts the frontier, and shares it in case it is a large one. It is complete on all nodes. */
    private Step weigh(final TaskContext ctx) throws SuspendExecution {
        final Bitmap section = exchange.section();
        section.clear();
        for (final LaneQueue queue : topDown.scanned()) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count(); i++) {
                section.add(rows[i]);
            }
        }
        exchange.send(ctx);
        words += 2 * Bitmap.wordsOf(part.rowCount());
        final long sums = sum(ctx, shareOfEdges() << COUNT_BITS | topDown.scannedCount());
        final double share = (sums >>> COUNT_BITS) / SHARE_UNIT;
        final long count = sums & COUNT_MASK;
        isAlone = false;
        if (count > 0 && isBottomUp(false, count, share)) {
            frontier = count;
            join();
            bottomUp.enter(topDown.seen());
            notes.add(topDown.scanned(), level);
            topDown.clearScanned();
            words += Bitmap.wordsOf(part.rowCount());
            return Step.BOTTOM_UP;
        }
        frontier = count;
        exchange.skip();
        unexplored -= share;
        return count == 0 ? Step.END : share * storedEdges <= sparseEdges ? Step.SPARSE : Step.VISITS;
    }

    /**
     * Edges of this node's rows of the frontier, as share of the graph's; counting ends where they are enough for any
     * decision.
     */
    private long shareOfEdges() {
        final double enough = Math.max(sparseEdges * 2.0,
            rule.isForced() ? 0 : storedEdges / rule.alpha() + 1);
        long edges = 0;
        for (final LaneQueue queue : topDown.scanned()) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count() && edges <= enough; i++) {
                edges += part.degree(rows[i]);
            }
        }
        return edges == 0 ? 0 : (long) Math.ceil(edges * SHARE_UNIT / storedEdges);
    }

    // --- bottom-up ---

    private void join() {
        exchange.join();
        words += 3 * Bitmap.wordsOf(vertexCount);
    }

    private Step bottomUp(final TaskContext ctx) throws SuspendExecution {
        deepest = level + 1;
        final long found = bottomUp.scan(ctx, exchange.frontier(), exchange.section());
        exchange.send(ctx);
        words += 2 * Bitmap.wordsOf(part.rowCount());
        final long sums = sum(ctx, Math.min(mostEdges(), bottomUp.remainingEdges()) << COUNT_BITS | found);
        join();
        goTo(level + 1);
        notes.add(exchange.lastSection(), level);
        final long count = sums & COUNT_MASK;
        remaining = sums >>> COUNT_BITS;
        if (count == 0) {
            return Step.END;
        }
        deepest = level + 1;
        if (remaining == 0) {
            return Step.END;
        }
        final boolean staysBottomUp = isBottomUp(true, count, 0);
        frontier = count;
        return staysBottomUp ? Step.BOTTOM_UP : leaveBottomUp(ctx, count);
    }

    private Step leaveBottomUp(final TaskContext ctx, final long count) {
        listFrontier(topDown.scanned()[ctx.laneId()]);
        words += Bitmap.wordsOf(part.rowCount());
        return remaining <= sparseEdges && count <= SPARSE_ROWS ? Step.SPARSE : Step.VISITS;
    }

    /** Of one node, so that the sum over all stays within its bits. */
    private long mostEdges() {
        return (1L << Long.SIZE - COUNT_BITS) / nodes - 1;
    }

    private void listFrontier(final LaneQueue queue) {
        final Bitmap section = exchange.lastSection();
        final long count = Bitmap.wordsOf(part.rowCount());
        for (long i = 0; i < count; i++) {
            for (long word = section.word(i); word != 0; word &= word - 1) {
                queue.add((int) (i << 6 | Long.numberOfTrailingZeros(word)));
            }
        }
    }

    /** A visit: another node has found an edge from {@code argument} to {@code vertex}. */
    void visit(final long vertex, final long argument, final TaskContext ctx) {
        topDown.visit(vertex, argument, ctx);
    }

    @Override
    public void close() {
        hubs.close();
        exchange.close();
        topDown.close();
    }
}
