package org.gmt4j.graph;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.triangles.TriangleCount;

/** A count of the triangles of a graph, to be described and then run. For use by one thread. */
public final class TrianglesRun extends GraphRun<Triangles> {
    private final Graph graph;

    TrianglesRun(final Graph graph) {
        this.graph = graph;
    }

    @Override
    public TrianglesRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    public TrianglesRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return "vertices";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(16 * sizes.rows(), graph.bytesToCome(OtherRows.Kind.BOTH)
            + TriangleCount.workBytes(sizes.vertices(), sizes.rows(), sizes.rowBytes(), sizes.lanes()));
    }

    @Override
    public Triangles run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = rows();
            return new Triangles(graph, call(graph.cluster(), ctx -> TriangleCount.find(ctx, rows),
                (ctx, found) -> found.free(ctx)));
        });
    }

    /**
     * Counts the triangles and nothing else, which is faster than {@link #run} and leaves nothing in the memory of the
     * nodes.
     *
     * @return the number of triangles, each counted once
     * @throws org.gmt4j.JobCancelledException when the run was late, or was cancelled
     */
    public long count() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = rows();
            return call(graph.cluster(), ctx -> TriangleCount.total(ctx, rows), (ctx, total) -> { });
        });
    }

    private CsrGraph rows() {
        return rows(graph, OtherRows.Kind.BOTH);
    }
}
