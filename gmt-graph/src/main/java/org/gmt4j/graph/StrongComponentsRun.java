package org.gmt4j.graph;

import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.strong.StrongSearch;

/** A run of {@link StrongSearch}. Owned by one thread. */
final class StrongComponentsRun extends GraphRun<Components> {
    private final Graph graph;

    StrongComponentsRun(final Graph graph) {
        this.graph = graph;
    }

    @Override
    String step() {
        return "rounds";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate((8 + sizes.vertexLength()) * sizes.rows(),
            8 * sizes.rows() + StrongSearch.workBytes(sizes.vertices(), sizes.rows())
                + graph.bytesToCome(OtherRows.Kind.IN));
    }

    @Override
    public Components run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            final CsrGraph inRows = rows(graph, OtherRows.Kind.IN);
            return new Components(graph, call(graph.cluster(), ctx -> StrongSearch.find(ctx, rows, inRows),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
