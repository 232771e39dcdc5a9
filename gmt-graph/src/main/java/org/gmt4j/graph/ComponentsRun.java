package org.gmt4j.graph;

import org.gmt4j.graph.components.ConnectedComponents;
import org.gmt4j.graph.csr.CsrGraph;

/** A run of {@link ConnectedComponents}. Owned by one thread. */
final class ComponentsRun extends GraphRun<Components> {
    private final Graph graph;

    ComponentsRun(final Graph graph) {
        this.graph = graph;
    }

    @Override
    String step() {
        return "rounds";
    }

    /** Edges to other nodes are noted once at most, as pairs of roots: of an undirected graph half of them. */
    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        final long pairs = sizes.nodes() == 1 ? 0 : sizes.isDirected() ? sizes.edges() : sizes.edges() / 2;
        return new RunEstimate((8 + sizes.vertexLength()) * sizes.rows(), 12 * sizes.rows() + 16 * pairs);
    }

    @Override
    public Components run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            return new Components(graph, call(graph.cluster(), ctx -> ConnectedComponents.find(ctx, rows),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
