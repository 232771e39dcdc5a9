package org.gmt4j.graph.bfs;

import java.util.List;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * Search in which the owner computes: every node scans the rows of its own frontier; a neighbour that lives elsewhere
 * gets one one-way visit of 16 bytes, a neighbour that lives here is marked at once. All nodes run the same loop over
 * levels, which ends with one reduction per level: once everybody's visits are executed, the next frontier is complete.
 *
 * @see VisitSearch
 */
final class VisitBfs implements BfsKernel {
    private final IntegerArray parents;
    private final NodeLocal<VisitSearch> searches;
    private final Visitor visitor;

    private VisitBfs(final IntegerArray parents, final NodeLocal<VisitSearch> searches, final Visitor visitor) {
        this.parents = parents;
        this.searches = searches;
        this.visitor = visitor;
    }

    static VisitBfs open(final TaskContext ctx, final CsrGraph graph, final long filterBytes) throws SuspendExecution {
        final IntegerArray parents = Parents.allocate(ctx, graph.vertexCount());
        final NodeLocal<VisitSearch> searches = NodeLocal.create(ctx,
            node -> new VisitSearch(node, graph, parents, filterBytes));
        final Visitor visitor = Visitor.open(ctx, parents, (vertex, argument, c) -> searches.get()
            .visit(vertex, argument, c));
        return new VisitBfs(parents, searches, visitor);
    }

    @Override
    public long search(final TaskContext ctx, final long root) throws SuspendExecution {
        final NodeLocal<VisitSearch> nodes = searches;
        final Visitor door = visitor;
        final List<Long> levels = ctx.callOnAll(node -> nodes.get().search(node, root, door));
        long deepest = 0;
        for (final Long level : levels) {
            deepest = Math.max(deepest, level);
        }
        return deepest;
    }

    @Override
    public IntegerArray parents() {
        return parents;
    }

    @Override
    public void free(final TaskContext ctx) throws SuspendExecution {
        visitor.close(ctx);
        searches.free(ctx);
        parents.free(ctx);
    }
}
