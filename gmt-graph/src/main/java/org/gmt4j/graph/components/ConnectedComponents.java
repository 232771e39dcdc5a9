package org.gmt4j.graph.components;

import java.util.List;
import org.gmt4j.ArraySpec;
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
 * between   each node reads the roots of the others' vertices, in long ranges, and notes its edges to other nodes as
 *           pairs of roots, most repetitions left out
 * rounds    each root is hooked to the best of its neighbours that is
 *           better than itself, by an order that every round draws anew; chains of hooks become stars
 * labels    the smallest vertex of each component
 * </pre>
 *
 * <p>At least half of the roots that have a neighbour are hooked in a round, in the mean: O(log V) rounds, whatever the
 * graph looks like. Time O(V + E) here, 8 bytes from other nodes for each of their vertices, and three single accesses
 * for each pair of roots and round. Memory for each vertex: 16 bytes while it runs, 8 of which stay besides the 4 (8)
 * of its label; up to 32 MB of a node for roots of others, and 16 bytes for each different pair of roots.
 *
 * @param labels    per vertex the smallest vertex of its component
 * @param sizes     vertices of the component, for those vertices that are the smallest of one; 0 for others
 * @param count     of components
 * @see "Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, Journal of Algorithms 3, 1982"
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
        final ArraySpec perVertex = ArraySpec.of(graph.vertexCount()).unzeroed();
        GlobalLongArray roots = null;
        GlobalLongArray best = null;
        try {
            roots = GlobalLongArray.allocate(ctx, perVertex);
            best = GlobalLongArray.allocate(ctx, perVertex);
            final long count = find(ctx, graph, labels, roots, best, pieceLength);
            roots.free(ctx);
            return new ConnectedComponents(labels, best, count);
        } catch (final RuntimeException failure) {
            labels.free(ctx);
            if (roots != null && !roots.isFreed()) {
                roots.free(ctx);
            }
            if (best != null) {
                best.free(ctx);
            }
            throw failure;
        }
    }

    private static long find(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels,
                             final GlobalLongArray roots, final GlobalLongArray best, final int pieceLength)
        throws SuspendExecution {
        final NodeLocal<ComponentSearch> searches = NodeLocal.create(ctx,
            node -> new ComponentSearch(graph, roots, best, pieceLength));
        try {
            ctx.executeOnAll(node -> searches.get().joinHere(node));
            ctx.progressed(1);
            ctx.executeOnAll(node -> searches.get().noteEdges(node));
            long seed = 0;
            while (sum(ctx.callOnAll(node -> searches.get().contract(node))) > 0) {
                final long order = ++seed;
                ctx.executeOnAll(node -> searches.get().choose(node, order));
                ctx.executeOnAll(node -> searches.get().hook(order));
                shorten(ctx, searches, false);
                ctx.progressed(1);
            }
            shorten(ctx, searches, true);
            ctx.executeOnAll(node -> searches.get().clearBest());
            ctx.executeOnAll(node -> searches.get().findSmallest(node));
            ctx.executeOnAll(node -> searches.get().label(node, labels));
            ctx.executeOnAll(node -> searches.get().clearSizes());
            ctx.executeOnAll(node -> searches.get().addSizes(node, labels));
            return sum(ctx.callOnAll(node -> searches.get().countComponents(node)));
        } finally {
            searches.free(ctx);
        }
    }

    /** Until chains of hooks are stars. */
    private static void shorten(final TaskContext ctx, final NodeLocal<ComponentSearch> searches, final boolean isAll)
        throws SuspendExecution {
        long changed = 1;
        while (changed > 0) {
            changed = sum(ctx.callOnAll(node -> searches.get().shorten(node, isAll)));
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
}
