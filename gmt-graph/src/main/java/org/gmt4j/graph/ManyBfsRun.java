package org.gmt4j.graph;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.names.VertexNames;

/** A run of {@link ManySearch} for {@link ManyBfs}. Owned by one thread. */
final class ManyBfsRun extends GraphRun<ManyBfs> {
    private final Graph graph;
    private final long[] sources;

    ManyBfsRun(final Graph graph, final long[] sources) {
        if (sources.length == 0) {
            throw new IllegalArgumentException("searches from no vertex: name one or more");
        }
        this.graph = graph;
        this.sources = sources.clone();
    }

    @Override
    String step() {
        return "levels";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(4L * sources.length * sizes.rows(),
            ManySearch.workBytes(sizes.rows(), sizes.nodes()) + graph.bytesToCome(OtherRows.Kind.IN));
    }

    @Override
    public ManyBfs run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            final VertexNames names = graph.names();
            requireVertices(graph, sources);
            final CsrGraph inRows = rows(graph, OtherRows.Kind.IN);
            return new ManyBfs(graph, sources, call(graph.cluster(), ctx -> ManySearch.find(ctx, rows, inRows,
                numbers(ctx, names, sources), Integer.MAX_VALUE), (ctx, found) -> found.free(ctx)));
        });
    }

    /** The vertices of some names. */
    static long[] numbers(final TaskContext ctx, final VertexNames names, final long... vertices)
        throws SuspendExecution {
        final long[] numbers = names.numbers(ctx, vertices);
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == VertexNames.NOBODY) {
                throw names.unknown(vertices[i]);
            }
        }
        return numbers;
    }
}
