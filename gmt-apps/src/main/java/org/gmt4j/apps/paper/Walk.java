package org.gmt4j.apps.paper;

import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;

/**
 * Random walks over a graph, after the GMT paper: a walker begins at a random vertex, and each step takes one of the
 * edges of the vertex where it is. A walk that comes to a vertex without edges ends there. Steps follow from seed,
 * walker and step, not from nodes and threads.
 *
 * @param walkers that walk at the same time
 * @param steps   of a walker, at most
 * @param seed    of the walks
 */
record Walk(long walkers, int steps, long seed) {

    /** Two accesses a step: the bounds of the row, and one of its elements. */
    Outcome onNodes(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final Walk plan = this;
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.ADD));
        final long startNs = System.nanoTime();
        ctx.parFor(graph.vertexCount() == 0 ? 0 : walkers, (walker, c) -> plan.walk(c, graph, walker, sums));
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final Outcome outcome = new Outcome(seconds, sums.get(ctx, 0), walkers, sums.get(ctx, 1));
        sums.free(ctx);
        return outcome;
    }

    private void walk(final TaskContext ctx, final CsrGraph graph, final long walker, final GlobalLongArray sums)
        throws SuspendExecution {
        final long walk = Words64.random(seed, walker);
        long vertex = Words64.below(graph.vertexCount(), Words64.random(walk, 0));
        long digest = place(walk, vertex);
        int step = 0;
        while (step < steps) {
            final ElementView bounds = graph.offsets().view(ctx, graph.boundsOf(vertex), 2);
            final long first = bounds.getLong(0);
            final long degree = bounds.getLong(1) - first;
            if (degree == 0) {
                break;
            }
            step++;
            final long edge = first + Words64.below(degree, Words64.random(walk, step));
            vertex = graph.targets().view(ctx, edge, 1).getInteger(0);
            digest += place(walk + step, vertex);
        }
        sums.addNb(ctx, 0, step);
        sums.addNb(ctx, 1, digest);
    }

    Outcome serial(final LocalCsr graph) {
        final long startNs = System.nanoTime();
        long taken = 0;
        long digest = 0;
        for (long walker = 0; walker < walkers && graph.vertexCount() > 0; walker++) {
            final long walk = Words64.random(seed, walker);
            int vertex = (int) Words64.below(graph.vertexCount(), Words64.random(walk, 0));
            digest += place(walk, vertex);
            for (int step = 1; step <= steps && graph.degree(vertex) > 0; step++) {
                final long edge = Words64.below(graph.degree(vertex), Words64.random(walk, step));
                vertex = graph.targets()[graph.offsets()[vertex] + (int) edge];
                digest += place(walk + step, vertex);
                taken++;
            }
        }
        return new Outcome((System.nanoTime() - startNs) / 1e9, taken, walkers, digest);
    }

    private static long place(final long when, final long vertex) {
        return Words64.mix(when ^ Words64.mix(vertex));
    }
}
