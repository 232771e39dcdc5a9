package org.gmt4j.graph.cores;

import org.gmt4j.ArraySpec;
import org.gmt4j.BulkVisitor;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.LocalView;

/**
 * The core numbers of the vertices of a graph whose rows are symmetric: a vertex has number k when it is in the largest
 * part of the graph where each vertex has k neighbours in that part, and in no such part for k + 1. Immutable; travels
 * as a captured value.
 *
 * <pre>
 * level    the fewest neighbours that a vertex has which is left; these vertices have this core number
 * round    each node takes its vertices of the level away, and those that fall to it meanwhile, until it has none, and
 *          tells the owners of their other neighbours. A level ends with a round in which nothing is told
 * </pre>
 *
 * <p>Time O(V + E) divided by the nodes, of which each works with one thread, and that of the rounds, some for each
 * level; a path whose vertices lie on different nodes in turn takes a round for each vertex. Memory of a node while it
 * runs: 12 bytes a row, a block for each node, and 4 MB at most for each other node.
 *
 * @param numbers    per vertex
 * @param degeneracy the largest of them; 0 in a graph without edges
 * @see "Batagelj, Zaversnik, An O(m) Algorithm for Cores Decomposition of Networks, 2003 (the serial one)"
 * @see "Kabir, Madduri, Parallel k-core Decomposition on Multicore Platforms, IPDPS Workshops 2017 (levels)"
 */
public record CoreNumbers(GlobalIntArray numbers, long degeneracy) {

    /** What visits reach: the side of a node is made after the visitor. */
    static final class Desk {
        private Peeling peeling;
    }

    /** Finds them. Called by one task. */
    public static CoreNumbers find(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final GlobalIntArray numbers = GlobalIntArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).unzeroed());
        try {
            peel(ctx, graph, numbers);
            return new CoreNumbers(numbers, graph.vertexCount() == 0 ? 0 : numbers.max(ctx));
        } catch (final RuntimeException failure) {
            numbers.free(ctx);
            throw failure;
        }
    }

    private static void peel(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray numbers)
        throws SuspendExecution {
        NodeLocal<Peeling> peelings = null;
        final NodeLocal<Desk> desks = NodeLocal.create(ctx, node -> new Desk());
        BulkVisitor visitor = null;
        try {
            visitor = BulkVisitor.open(ctx, (address, length, c) ->
                desks.get().peeling.receive(LocalView.words(address, length >> 3), c));
            final BulkVisitor mail = visitor;
            peelings = NodeLocal.create(ctx, node -> desks.get().peeling = new Peeling(node, graph, numbers, mail));
            final NodeLocal<Peeling> all = peelings;
            ctx.executeOnAll(node -> all.get().peel(node, mail));
        } finally {
            if (visitor != null) {
                visitor.close(ctx);
            }
            if (peelings != null) {
                peelings.free(ctx);
            }
            desks.free(ctx);
        }
    }

    /** Frees the array. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        numbers.free(ctx);
    }
}
