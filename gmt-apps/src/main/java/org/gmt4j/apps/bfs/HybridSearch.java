package org.gmt4j.apps.bfs;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.apps.graph.DirectionRule;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.apps.graph.csr.CsrPart;
import org.gmt4j.apps.memory.Bitmap;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One node's side of {@link HybridBfs}: the loop over levels. All nodes decide alike, because they decide by sums over
 * all.
 *
 * <pre>
 * top-down    scan my rows of the frontier, await my visits -> barrier -> all-reduce: vertices and edges found
 * bottom-up   scan my unreached rows -> put my part of the next frontier to all -> all-reduce: vertices found -> join
 *             the parts
 * t to b      set bits for my rows of the frontier -> put them to all -> barrier -> join the parts
 * b to t      list my rows of the frontier
 * </pre>
 *
 * <p>Used by one task at a time; {@link #visit} by helpers. Per level.
 */
final class HybridSearch implements AutoCloseable {
    /** Sums travel in one word: vertices below, above them the share of the graph's edges in millionths (2^-20). */
    private static final int COUNT_BITS = 40;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final double SHARE_UNIT = 1 << 20;

    private final CsrPart part;
    private final long vertexCount;
    private final long storedEdges;
    private final DirectionRule rule;
    private final TopDownStep topDown;
    private final FrontierExchange exchange;
    private final Hubs hubs;
    private final BottomUpStep bottomUp;

    /** @param in the graph against its direction; of a symmetric one the same */
    HybridSearch(final TaskContext ctx, final CsrGraph graph, final CsrGraph in, final IntegerArray parents,
                 final ArmciMemory sections, final DirectionRule rule) {
        this.rule = rule;
        part = graph.part();
        vertexCount = graph.vertexCount();
        storedEdges = graph.storedEdges();
        topDown = new TopDownStep(ctx, graph, parents, Long.MAX_VALUE);
        exchange = new FrontierExchange(ctx, graph, sections, topDown.seen());
        hubs = new Hubs(in.part());
        bottomUp = new BottomUpStep(in.part(), topDown.parents(), hubs);
    }

    /** Once per graph, by one task of each node; all have published their degrees. */
    void findHubs(final TaskContext ctx, final GlobalIntArray degrees) throws SuspendExecution {
        hubs.find(ctx, degrees);
    }

    /** Searches. All nodes call it. Returns the number of levels. */
    long search(final TaskContext ctx, final long root, final Visitor visitor) throws SuspendExecution {
        topDown.clear();
        ctx.barrier();
        topDown.start(ctx, root);
        boolean wasBottomUp = false;
        long previous = 0;
        long frontier = 1;
        double share = 0;
        double unexplored = 1;
        long level = 0;
        for (; frontier > 0; level++) {
            topDown.begin(level);
            final boolean isBottomUp = rule.isBottomUp(wasBottomUp, level, frontier, previous, vertexCount,
                share, unexplored);
            final long sums = isBottomUp ? bottomUp(ctx, wasBottomUp) : topDown(ctx, wasBottomUp, visitor);
            unexplored -= share;
            share = (sums >>> COUNT_BITS) / SHARE_UNIT;
            previous = frontier;
            frontier = sums & COUNT_MASK;
            wasBottomUp = isBottomUp;
        }
        return level;
    }

    // --- top-down ---

    private long topDown(final TaskContext ctx, final boolean wasBottomUp, final Visitor visitor)
        throws SuspendExecution {
        if (wasBottomUp) {
            listFrontier(topDown.scanned()[ctx.laneId()]);
        }
        topDown.scan(ctx, visitor);
        topDown.clearScanned();
        ctx.barrier();      // now everybody's visits are executed, and the frontier is complete
        return ctx.collectives().allReduce(shareOfEdges() << COUNT_BITS | topDown.foundCount(),
            ReduceOperator.SUM);
    }

    private void listFrontier(final LaneQueue queue) {
        final Bitmap section = exchange.lastSection();
        final long words = Bitmap.wordsOf(part.rowCount());
        for (long i = 0; i < words; i++) {
            for (long word = section.word(i); word != 0; word &= word - 1) {
                queue.add((int) (i << 6 | Long.numberOfTrailingZeros(word)));
            }
        }
    }

    /**
     * Edges of the rows found, as share of the graph's; counting ends where they are enough to go bottom-up in any
     * case.
     */
    private long shareOfEdges() {
        final double enough = rule.isForced() ? 0 : storedEdges / rule.alpha() + 1;
        long edges = 0;
        for (final LaneQueue queue : topDown.found()) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count() && edges <= enough; i++) {
                edges += part.degree(rows[i]);
            }
        }
        return edges == 0 ? 0 : (long) Math.ceil(edges * SHARE_UNIT / storedEdges);
    }

    // --- bottom-up ---

    private long bottomUp(final TaskContext ctx, final boolean wasBottomUp) throws SuspendExecution {
        if (!wasBottomUp) {
            shareFrontier(ctx);
            bottomUp.enter(topDown.seen());
        }
        final long found = bottomUp.scan(ctx, exchange.frontier(), exchange.section());
        exchange.send(ctx);
        topDown.clearScanned();
        final long sum = ctx.collectives().allReduce(found, ReduceOperator.SUM);
        exchange.join();
        return sum;
    }

    private void shareFrontier(final TaskContext ctx) throws SuspendExecution {
        final Bitmap section = exchange.section();
        section.clear();
        for (final LaneQueue queue : topDown.scanned()) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count(); i++) {
                section.add(rows[i]);
            }
        }
        exchange.send(ctx);
        ctx.barrier();
        exchange.join();
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
