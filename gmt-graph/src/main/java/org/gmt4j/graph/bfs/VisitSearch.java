package org.gmt4j.graph.bfs;

import org.gmt4j.IntegerArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * One node's side of {@link VisitBfs}: top-down level after top-down level, with one collective for each. Per level.
 */
final class VisitSearch implements AutoCloseable {
    private final TopDownStep step;

    VisitSearch(final TaskContext ctx, final CsrGraph graph, final IntegerArray parents, final long filterBytes) {
        step = new TopDownStep(ctx, graph, new Parents(parents), filterBytes, null);
    }

    /** The loop over levels. All nodes call it. Returns the number of levels in which this node had a part. */
    long search(final TaskContext ctx, final long root, final Visitor visitor) throws SuspendExecution {
        step.clear();
        ctx.barrier();
        step.start(ctx, root);
        long deepest = 0;
        for (long level = 0; ; level++) {
            step.begin(level);
            final long size = step.scannedCount();
            if (size > 0) {
                deepest = level + 1;
            }
            step.scan(ctx, visitor);
            step.clearScanned();
            // A level in which nobody had a frontier is the end; all visits of this one have been executed.
            if (ctx.collectives().allReduce(size, ReduceOperator.SUM) == 0) {
                return deepest;
            }
        }
    }

    /** A visit: another node has found an edge from {@code argument} to {@code vertex}. */
    void visit(final long vertex, final long argument, final TaskContext ctx) {
        step.visit(vertex, argument, ctx);
    }

    @Override
    public void close() {
        step.close();
    }
}
