package org.gmt4j.apps.paper;

import java.nio.file.Path;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.Words64;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.values.VertexValues;
import org.gmt4j.graph.walks.WalkSearch;
import org.gmt4j.graph.walks.WalkSettings;

/**
 * Random walks over a graph, after the GMT paper: a walker begins at a random vertex, and each step takes one of the
 * edges of the vertex where it is. A walk that comes to a vertex without edges ends there. Steps follow from seed,
 * walker and step, not from nodes and threads.
 *
 * @param settings of the walks
 * @param fetches  walkers stay where their tasks are and fetch each row, as in the paper; else they travel to rows
 */
record Walk(WalkSettings settings, boolean fetches) {
    /** Instead of the length of a file. */
    static final long WRONG = -1;
    private static final int PIECE = 1 << 16;

    static Walk of(final long walkers, final int steps, final long seed, final boolean fetches) {
        return new Walk(new WalkSettings(walkers, 0, steps, seed, 1, 1, false, false), fetches);
    }

    Outcome onNodes(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        if (graph.vertexCount() == 0) {
            return new Outcome(1, 0, settings.walkers(), 0);
        }
        return fetches ? fetch(ctx, graph) : travel(ctx, graph);
    }

    // --- walkers travel: the library counts how often they come to each vertex ---

    private Outcome travel(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final WalkSearch found = WalkSearch.find(ctx, graph, graph, settings);
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final Outcome outcome = outcome(ctx, found.visits(), seconds);
        found.free(ctx);
        return outcome;
    }

    private Outcome outcome(final TaskContext ctx, final GlobalLongArray visits, final double seconds)
        throws SuspendExecution {
        final long taken = visits.sum(ctx) - settings.walkers();
        long digest = 0;
        for (final Long part : ctx.callOnAll(node -> digest(node, visits))) {
            digest += part;
        }
        return new Outcome(seconds, taken, settings.walkers(), digest);
    }

    private static long digest(final TaskContext ctx, final GlobalLongArray visits) throws SuspendExecution {
        final long end = visits.localStart() + visits.localCount();
        long digest = 0;
        for (long from = visits.localStart(); from < end; from += PIECE) {
            final ElementView piece = visits.view(ctx, from, (int) Math.min(PIECE, end - from));
            for (int i = 0; i < piece.size(); i++) {
                digest += piece.getLong(i) * Words64.mix(from + i);
            }
        }
        return digest;
    }

    /**
     * Lets walkers travel once more, and writes how often they come to each vertex.
     *
     * @param expected what this run must find, too
     * @return the length of the file; {@link #WRONG}: it has found something else, and nothing is written
     */
    long write(final TaskContext ctx, final CsrGraph graph, final Outcome expected, final Path file,
               final EdgeSourceOpener names) throws SuspendExecution {
        final WalkSearch found = WalkSearch.find(ctx, graph, graph, settings);
        try {
            if (!outcome(ctx, found.visits(), 1).isSameAs(expected)) {
                return WRONG;
            }
            return VertexValues.write(ctx, file, "visits", found.visits(), names, VertexValues.Kind.NUMBERS);
        } finally {
            found.free(ctx);
        }
    }

    // --- walkers stay: two accesses a step, the bounds of the row, and one of its elements ---

    private Outcome fetch(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final Walk plan = this;
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.ADD));
        try {
            final long startNs = System.nanoTime();
            ctx.parFor(settings.walkers(), (walker, c) -> plan.walk(c, graph, walker, sums));
            final double seconds = (System.nanoTime() - startNs) / 1e9;
            return new Outcome(seconds, sums.get(ctx, 0), settings.walkers(), sums.get(ctx, 1));
        } finally {
            sums.free(ctx);
        }
    }

    private void walk(final TaskContext ctx, final CsrGraph graph, final long walker, final GlobalLongArray sums)
        throws SuspendExecution {
        long vertex = settings.start(walker, graph.vertexCount());
        long digest = Words64.mix(vertex);
        int step = 0;
        while (step < settings.length()) {
            final ElementView bounds = graph.offsets().view(ctx, graph.boundsOf(vertex), 2);
            final long first = bounds.getLong(0);
            final long degree = bounds.getLong(1) - first;
            if (degree == 0) {
                break;
            }
            final long edge = first + WalkSettings.bounded(settings.random(walker, step, 0), degree);
            step++;
            vertex = graph.targets().view(ctx, edge, 1).getInteger(0);
            digest += Words64.mix(vertex);
        }
        sums.addNb(ctx, 0, step);
        sums.addNb(ctx, 1, digest);
    }

    // --- one thread: walkers one after the other ---

    Outcome serial(final LocalCsr graph) {
        if (graph.vertexCount() == 0) {
            return new Outcome(1, 0, settings.walkers(), 0);
        }
        final long startNs = System.nanoTime();
        final long[] visits = new long[graph.vertexCount()];
        for (long walker = 0; walker < settings.walkers(); walker++) {
            int vertex = (int) settings.start(walker, graph.vertexCount());
            visits[vertex]++;
            for (int step = 0; step < settings.length() && graph.degree(vertex) > 0; step++) {
                final long edge = WalkSettings.bounded(settings.random(walker, step, 0), graph.degree(vertex));
                vertex = graph.targets()[graph.offsets()[vertex] + (int) edge];
                visits[vertex]++;
            }
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        long taken = -settings.walkers();
        long digest = 0;
        for (int vertex = 0; vertex < visits.length; vertex++) {
            taken += visits[vertex];
            digest += visits[vertex] * Words64.mix(vertex);
        }
        return new Outcome(seconds, taken, settings.walkers(), digest);
    }
}
