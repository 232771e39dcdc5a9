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
    String step() {
        return "rounds";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(4 * sizes.rows(),
            CoreNumbers.bytes(sizes.nodes(), sizes.vertices(), sizes.rows(), 2 * sizes.edges() * sizes.nodes())
            + graph.bytesToCome(OtherRows.Kind.BOTH));
    }

    @Override
    public Cores run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = rows(graph, OtherRows.Kind.BOTH);
            return new Cores(graph, call(graph.cluster(), ctx -> CoreNumbers.find(ctx, rows),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
