package org.gmt4j.graph;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.levels.NearSearch;
import org.gmt4j.graph.levels.NearVertices;
import org.gmt4j.graph.names.VertexNames;

/** A run of {@link NearSearch} for a {@link Neighbourhood}. Owned by one thread. */
final class NeighbourhoodRun extends GraphRun<Neighbourhood> {
    private final Graph graph;
    private final long source;
    private final int steps;

    NeighbourhoodRun(final Graph graph, final long source, final int steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("within " + steps + " steps: 0 or more");
        }
        this.graph = graph;
        this.source = source;
        this.steps = steps;
    }

    @Override
    String step() {
        return "levels";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(4 * sizes.rows(), ManySearch.workBytes(sizes.rows(), sizes.nodes()));
    }

    @Override
    public Neighbourhood run() {
        return graph.whileOpen(() -> {
            begin();
            final CsrGraph rows = graph.rows();
            final CsrGraph inRows = graph.isDirected() ? null : rows;
            final VertexNames names = graph.names();
            final RunEstimate many = estimate();
            final Found found = call(graph.cluster(), ctx -> find(ctx, rows, inRows, names, many), (ctx, made) -> {
                if (made.many() != null) {
                    made.many().free(ctx);
                }
            });
            return found.few() != null ? new Neighbourhood(graph, source, steps, found.few())
                : new Neighbourhood(graph, source, steps, found.many());
        });
    }

    /** @param many what is needed of the nodes where the vertices are not few */
    private Found find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final VertexNames names,
                       final RunEstimate many) throws SuspendExecution {
        final long number = ManyBfsRun.numbers(ctx, names, source)[0];
        final NearVertices few = NearSearch.find(ctx, rows, number, steps);
        if (few != null) {
            return new Found(few, null);
        }
        many.check(ctx);                                        // asks all nodes
        return new Found(null, ManySearch.find(ctx, rows, inRows, new long[] {number}, steps));
    }

    /** One of both; the other one is null. */
    private record Found(NearVertices few, ManySearch many) {
    }
}
