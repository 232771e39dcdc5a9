package org.gmt4j.graph;

import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.levels.NearSearch;
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
            admit();
            final CsrGraph rows = graph.rows();
            final CsrGraph inRows = graph.isDirected() ? null : rows;
            final VertexNames names = graph.names();
            return new Neighbourhood(graph, source, steps, call(graph.cluster(), ctx -> NearSearch.find(ctx, rows,
                inRows, ManyBfsRun.numbers(ctx, names, source)[0], steps), (ctx, found) -> found.free(ctx)));
        });
    }
}
