package org.gmt4j.graph;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.bfs.BfsTally;
import org.gmt4j.graph.bfs.HybridBfs;
import org.gmt4j.graph.bfs.SearchSizes;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;

/** A search by the direction-optimising kernel, which notes the levels. Owned by one thread. */
final class BfsRun extends GraphRun<Bfs> {
    private final Graph graph;
    private final long source;

    BfsRun(final Graph graph, final long source) {
        this.graph = graph;
        this.source = source;
    }

    @Override
    String step() {
        return "levels";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate((4 + sizes.vertexLength()) * sizes.rows(),
            graph.hasKernel() ? 0 : kernelBytes(sizes));
    }

    /** See HybridBfs; the index of a directed graph is as large as its rows. */
    private static long kernelBytes(final RunSizes sizes) {
        final long noted = SearchSizes.notedBytes(sizes.rows(), sizes.vertexLength(), sizes.nodes());
        return sizes.vertices() / 2 + (4L * sizes.vertexLength() + 1) * sizes.rows()
            + SearchSizes.mailBytes(sizes.nodes()) + (noted == 0 ? 0 : SearchSizes.sharedBytes(noted)) + (224 << 10)
            + (sizes.isDirected() ? sizes.reversedBytes() : 0);
    }

    @Override
    public Bfs run() {
        graph.whileOpen(() -> {
            admit();
            return true;
        });
        return graph.withKernel(kernel -> new Bfs(graph, source, call(graph.cluster(),
            ctx -> search(ctx, graph.rows(), graph.names(), kernel, source), (ctx, trees) -> trees.free(ctx))),
            body -> call(graph.cluster(), body, (ctx, kernel) -> kernel.free(ctx), watch("index of the search")),
            this::lock);
    }

    private static Bfs.Trees search(final TaskContext ctx, final CsrGraph rows, final VertexNames names,
                                    final HybridBfs kernel, final long source) throws SuspendExecution {
        final long root = names.number(ctx, source);
        if (root == VertexNames.NOBODY) {
            throw names.unknown(source);
        }
        final GlobalIntArray levels = GlobalIntArray.allocate(ctx, rows.perVertex());
        IntegerArray parents = null;
        try {
            parents = rows.allocateVertices(ctx);
            final long depth = kernel.search(ctx, root, parents, levels) - 1;
            final BfsTally tally = kernel.tally();
            return new Bfs.Trees(levels, parents, tally.reached(), tally.edges(), depth);
        } catch (final RuntimeException | Error failure) {
            levels.free(ctx);
            if (parents != null) {
                parents.free(ctx);
            }
            throw failure;
        }
    }
}
