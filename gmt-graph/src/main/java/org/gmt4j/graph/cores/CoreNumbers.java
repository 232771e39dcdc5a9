package org.gmt4j.graph.cores;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.RoundMail;

/**
 * The core numbers of the vertices of a graph whose rows are symmetric: a vertex has number k when it is in the largest
 * part of the graph where each vertex has k neighbours in that part, and in no such part for k + 1. Immutable; travels
 * as a captured value.
 *
 * <pre>
 * level    the fewest neighbours that a vertex has which is left; these vertices have this core number
 * round    each node takes its vertices of the level away, and those that fall to it meanwhile, until it has none, and
 *          tells the owners of their other neighbours. A level ends with a round in which nothing is told
 * rest     what is left, when it is dense and not too large: node 0 takes it away alone, without rounds
 * </pre>
 *
 * <p>Time O(V + E) divided by the nodes, of which each works with one thread, and that of the rounds, some for each
 * level; a path whose vertices lie on different nodes in turn takes a round for each vertex. Memory of a node while it
 * runs: 12 bytes a row; on several nodes a block for each, 4 MB at most for each other one, three bits for each two
 * vertices of the graph, and on node 0 up to 48 MB for the rest.
 *
 * @param numbers    per vertex
 * @param degeneracy the largest of them; 0 in a graph without edges
 * @see "Batagelj, Zaversnik, An O(m) Algorithm for Cores Decomposition of Networks, 2003 (the serial one)"
 * @see "Kabir, Madduri, Parallel k-core Decomposition on Multicore Platforms, IPDPS Workshops 2017 (levels)"
 */
public record CoreNumbers(GlobalIntArray numbers, long degeneracy) {
    /** Bytes for each other node that may be under way to a node. */
    private static final long MAIL = 4L << 20;

    /** Finds them. Called by one task. */
    public static CoreNumbers find(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return find(ctx, graph, DenseRest.MOST_EDGES, Peeling.MOST_SENT);
    }

    /** The same with other bounds of the edges that one node takes away alone, and of what is sent in a round. */
    static CoreNumbers find(final TaskContext ctx, final CsrGraph graph, final long mostCollected, final long mostSent)
        throws SuspendExecution {
        final GlobalIntArray numbers = GlobalIntArray.allocate(ctx, graph.perVertex());
        try {
            peel(ctx, graph, numbers, mostCollected, mostSent);
            return new CoreNumbers(numbers, graph.vertexCount() == 0 ? 0 : numbers.max(ctx));
        } catch (final RuntimeException | Error failure) {
            numbers.free(ctx);
            throw failure;
        }
    }

    private static void peel(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray numbers,
                             final long mostCollected, final long mostSent) throws SuspendExecution {
        final RoundMail mail = RoundMail.open(ctx);
        NodeLocal<Peeling> peelings = null;
        try {
            peelings = NodeLocal.create(ctx, node -> new Peeling(graph, numbers, mail, mostCollected, mostSent));
            final NodeLocal<Peeling> all = peelings;
            ctx.executeOnAll(node -> all.get().peel(node));
        } finally {
            mail.close(ctx);
            if (peelings != null) {
                peelings.free(ctx);
            }
        }
    }

    /**
     * Bytes that a run takes on a node beside its result, at most.
     *
     * @param rows  of the node
     * @param edges of all nodes, in both directions
     */
    public static long bytes(final int nodes, final long vertices, final long rows, final long edges) {
        return 12 * rows + (nodes == 1 ? 0 : MAIL * (nodes - 1) + DenseRest.bytes(vertices, edges));
    }

    /** Frees the array. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        numbers.free(ctx);
    }
}
