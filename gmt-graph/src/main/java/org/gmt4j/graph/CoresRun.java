package org.gmt4j.graph;

import org.gmt4j.graph.cores.CoreNumbers;
import org.gmt4j.graph.csr.CsrGraph;

/** A run of {@link CoreNumbers}. Owned by one thread. */
final class CoresRun extends GraphRun<Cores> {
    private final Graph graph;

    CoresRun(final Graph graph) {
        this.graph = graph;
    }

    @Override
    public Cores run() {
        return graph.whileOpen(() -> {
            final CsrGraph rows = graph.bothRows(body -> call(graph.cluster(), body, (ctx, made) -> made.free(ctx)));
            return new Cores(graph, call(graph.cluster(), ctx -> CoreNumbers.find(ctx, rows),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
