package org.gmt4j.graph.bfs;

import java.util.Map;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;

/** {@link HybridBfs} with a tree of its own, which the next search overwrites. */
final class HybridKernel implements BfsKernel {
    private final HybridBfs searches;
    private final IntegerArray parents;

    private HybridKernel(final HybridBfs searches, final IntegerArray parents) {
        this.searches = searches;
        this.parents = parents;
    }

    static HybridKernel open(final TaskContext ctx, final CsrGraph graph, final DirectionRule rule)
        throws SuspendExecution {
        final IntegerArray parents = Parents.allocate(ctx, graph.vertexCount());
        try {
            return new HybridKernel(HybridBfs.open(ctx, graph, rule), parents);
        } catch (final RuntimeException | Error failure) {
            parents.free(ctx);
            throw failure;
        }
    }

    /** Returns the searches, which can have other trees, too. */
    HybridBfs searches() {
        return searches;
    }

    @Override
    public long search(final TaskContext ctx, final long root) throws SuspendExecution {
        return searches.search(ctx, root, parents);
    }

    @Override
    public Map<String, Object> lastSearch() {
        return searches.lastSearch();
    }

    @Override
    public Map<String, Double> indexSeconds() {
        return searches.indexSeconds();
    }

    @Override
    public IntegerArray parents() {
        return parents;
    }

    @Override
    public void free(final TaskContext ctx) throws SuspendExecution {
        searches.free(ctx);
        parents.free(ctx);
    }
}
