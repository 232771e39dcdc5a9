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
    public Components run() {
        return graph.whileOpen(() -> {
            final CsrGraph rows = graph.rows();
            return new Components(graph, call(graph.cluster(), ctx -> ConnectedComponents.find(ctx, rows),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
