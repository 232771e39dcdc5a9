package org.gmt4j.graph.components;

import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * The connected components of a graph; of a directed one, those of its edges taken in both directions. Immutable;
 * travels as a captured value.
 *
 * <pre>
 * here      each node joins the vertices of its own edges, by union-find: a root for each piece
 * giant     the largest pieces of the nodes, as far as some of their edges show that they hang together. Of symmetric
 *           rows, those of its vertices need not be looked at further
 * between   each node reads the roots of the others' vertices, in long ranges. Pieces with an edge to the giant join
 *           it; other edges to other nodes are noted as pairs of roots, most repetitions left out
 * rounds    each root is hooked to the best of its neighbours that is
 *           better than itself, by an order that every round draws anew; chains of hooks become stars
 * labels    the smallest vertex of each component
 * </pre>
 *
 * <p>At least half of the roots that have a neighbour are hooked in a round, in the mean: O(log V) rounds, whatever the
 * graph looks like. Time O(V + E) here, divided by the threads, 8 bytes from other nodes for each of their vertices,
 * and three single accesses for each pair of roots and round. Memory for each vertex: 12 bytes while it runs besides
 * the 12 (16) that stay; up to 32 MB of a node for roots of others, and 16 bytes for each different pair of roots.
 *
 * @param labels    per vertex the smallest vertex of its component
 * @param sizes     vertices of the component, for those vertices that are the smallest of one; 0 for others
 * @param count     of components
 * @see "Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, Journal of Algorithms 3, 1982"
 * @see "Sutton, Ben-Nun, Barak, Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS 2018"
 */
public record ConnectedComponents(IntegerArray labels, GlobalLongArray sizes, long count) {

    /** Roots of other nodes' vertices that are at a node at a time: 32 MB. */
    private static final int PIECE_LENGTH = 1 << 22;

    /** Finds them. Called by one task. */
    public static ConnectedComponents find(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return find(ctx, graph, PIECE_LENGTH);
    }

    static ConnectedComponents find(final TaskContext ctx, final CsrGraph graph, final int pieceLength)
        throws SuspendExecution {
        final IntegerArray labels = graph.allocateVertices(ctx);
        GlobalLongArray sizes = null;
        try {
            sizes = GlobalLongArray.allocate(ctx, graph.perVertex());
            return new ConnectedComponents(labels, sizes, find(ctx, graph, labels, sizes, pieceLength));
        } catch (final RuntimeException | Error failure) {
            labels.free(ctx);
            if (sizes != null) {
                sizes.free(ctx);
            }
            throw failure;
        }
    }

    private static long find(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels,
                             final GlobalLongArray sizes, final int pieceLength) throws SuspendExecution {
        final NodeLocal<ComponentSearch> searches = NodeLocal.create(ctx,
            node -> new ComponentSearch(node, graph, labels, sizes, pieceLength));
        try {
            ctx.executeOnAll(node -> ComponentSearch.joinHere(node, searches));
            ctx.progressed(1);
            if (ctx.nodeCount() > 1) {
                joinNodes(ctx, graph, searches);
            }
            ctx.executeOnAll(node -> searches.get().findSmallest(node));
            ctx.executeOnAll(node -> ComponentSearch.label(node, searches));
            return sum(ctx.callOnAll(node -> searches.get().addSizes(node)));
        } finally {
            searches.free(ctx);
        }
    }

    private static void joinNodes(final TaskContext ctx, final CsrGraph graph,
                                  final NodeLocal<ComponentSearch> searches) throws SuspendExecution {
        final long[] giant = Giant.find(ctx.callOnAll(node -> searches.get().sampleGiant(node)));
        final long noted = sum(ctx.callOnAll(node -> ComponentSearch.noteEdges(node, searches, giant)));
        ctx.executeOnAll(node -> searches.get().joinGiant());
        if (noted > 0 && contract(ctx, searches) > 0) {
            final GlobalLongArray best = GlobalLongArray.allocate(ctx, graph.perVertex());
            try {
                joinPieces(ctx, searches, best);
            } finally {
                best.free(ctx);
            }
            shorten(ctx, searches, true);
        }
    }

    private static long contract(final TaskContext ctx, final NodeLocal<ComponentSearch> searches)
        throws SuspendExecution {
        return sum(ctx.callOnAll(node -> searches.get().rounds().contract(node)));
    }

    private static void joinPieces(final TaskContext ctx, final NodeLocal<ComponentSearch> searches,
                                   final GlobalLongArray best) throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().rounds().beginRounds(best));
        long seed = 0;
        long left = 1;
        while (left > 0) {
            final long order = ++seed;
            ctx.executeOnAll(node -> searches.get().rounds().choose(node, order));
            ctx.executeOnAll(node -> searches.get().rounds().hook(order));
            shorten(ctx, searches, false);
            left = contract(ctx, searches);
            ctx.progressed(1);
        }
    }

    /** Until chains of hooks are stars. */
    private static void shorten(final TaskContext ctx, final NodeLocal<ComponentSearch> searches, final boolean isAll)
        throws SuspendExecution {
        long changed = 1;
        while (changed > 0) {
            changed = sum(ctx.callOnAll(node -> searches.get().rounds().shorten(node, isAll)));
        }
    }

    private static long sum(final List<Long> counts) {
        long sum = 0;
        for (final Long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        labels.free(ctx);
        sizes.free(ctx);
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {ConnectedComponents.class, ComponentSearch.class};
    }
}
