package org.gmt4j.graph;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.paths.DeltaStepping;

/** A search for shortest paths, to be described and then run. For use by one thread. */
public final class ShortestPathsRun extends GraphRun<ShortestPaths> {
    private final Graph graph;
    private final long source;
    private double width;
    private boolean hasParents = true;

    ShortestPathsRun(final Graph graph, final long source) {
        this.graph = graph;
        this.source = source;
    }

    /**
     * Sets the width of the buckets of lengths that are looked at together: narrow ones take more rounds, wide ones
     * follow edges more often. Answers do not depend on it. Without it a typical weight by the mean degree is taken,
     * which few heavy edges do not change. Very narrow ones, of which most have one vertex, take some 100 bytes of heap
     * for each vertex that waits.
     *
     * @param delta greater than zero, finite
     * @return this
     */
    public ShortestPathsRun delta(final double delta) {
        if (!(delta > 0) || delta == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("delta " + delta + ": greater than zero, and finite");
        }
        width = delta;
        return this;
    }

    /**
     * Leaves out parents and paths, which take a pass over the edges and memory: the result has distances only.
     *
     * @return this
     */
    public ShortestPathsRun distancesOnly() {
        hasParents = false;
        return this;
    }

    @Override
    public ShortestPathsRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    public ShortestPathsRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return "rounds";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate((8 + (hasParents ? sizes.vertexLength() : 0)) * sizes.rows(),
            DeltaStepping.workBytes(sizes.vertices(), sizes.rows(), sizes.edges(), sizes.nodes()));
    }

    @Override
    public ShortestPaths run() {
        final double delta = width;
        final long from = source;
        final boolean isTree = hasParents;
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            final VertexNames names = graph.names();
            return new ShortestPaths(graph, source, call(graph.cluster(),
                ctx -> find(ctx, rows, names, from, delta, isTree), (ctx, found) -> found.free(ctx)));
        });
    }

    private static DeltaStepping find(final TaskContext ctx, final CsrGraph rows, final VertexNames names,
                                      final long source, final double delta, final boolean hasParents)
        throws SuspendExecution {
        final long root = names.number(ctx, source);
        if (root == VertexNames.NOBODY) {
            throw names.unknown(source);
        }
        NamedEdge.requireNoNegative(ctx, rows, names, "shortest paths");
        return DeltaStepping.find(ctx, rows, root, delta, hasParents);
    }
}
