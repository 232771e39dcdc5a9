package org.gmt4j.graph.communities;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalArray;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.RoundMail;
import org.gmt4j.graph.memory.LocalView;

/**
 * The communities of a graph whose rows are symmetric, by label propagation. Immutable; travels as a captured value.
 *
 * <p>Each vertex begins with a label of its own, and takes again and again the label that most of its neighbours have,
 * by weight. Of several such labels it keeps its own; otherwise a hash of the label decides. In each iteration one half
 * of the vertices, drawn anew, looks at the labels before the iteration, and the other half at those after the first:
 * neighbours that take each other's label for ever, as in bipartite graphs when all change at once, sooner or later lie
 * in different halves. Nothing depends on nodes, threads or their timing.
 *
 * <p>Time of an iteration O(V + E) divided by the threads while many labels change, and nodes get 4 (8) bytes for each
 * vertex of others, twice; when few do, O(V) and that of the edges two steps around them. Memory of a node while it
 * runs: 4 (8) bytes for each vertex of the graph, 36 for each of its own; 4 MB at most for each other node; for each
 * thread 32 MB at most for counts, or some words for each neighbour of the vertices of most neighbours.
 *
 * @param labels     per vertex the smallest vertex of its community
 * @param sizes      vertices of the community, for those vertices that are the smallest of one; 0 for others
 * @param count      of communities
 * @param iterations done
 * @param isStable   whether nothing has changed in the last iteration
 * @param modularity of the communities; 0 in a graph without weights above zero
 * @see "Raghavan, Albert, Kumara, Near linear time algorithm to detect community structures, Phys. Rev. E 76, 2007"
 * @see "Cordasco, Gargano, Community Detection via Semi-Synchronous Label Propagation Algorithms, BASNA 2010"
 */
public record LabelPropagation(IntegerArray labels, GlobalLongArray sizes, long count, int iterations,
                               boolean isStable, double modularity) {

    /**
     * Finds them; no weight may be negative. Called by one task.
     *
     * @throws GraphException GMT-345 where no double holds the sum of all weights, which modularity divides by
     */
    public static LabelPropagation find(final TaskContext ctx, final CsrGraph graph, final int maxIterations)
        throws SuspendExecution {
        final IntegerArray labels = graph.allocateVertices(ctx);
        GlobalLongArray sizes = null;
        NodeLocal<LabelSearch> searches = null;
        RoundMail mail = null;
        try {
            sizes = GlobalLongArray.allocate(ctx, graph.perVertex());
            mail = RoundMail.open(ctx);
            final RoundMail all = mail;
            searches = NodeLocal.create(ctx, node -> new LabelSearch(node, graph, labels, all));
            final int iterations = iterate(ctx, searches, graph.vertexCount() == 0 ? 0 : maxIterations);
            rename(ctx, graph, labels);
            final double modularity = measure(ctx, graph, labels, searches, sizes);
            return new LabelPropagation(labels, sizes, sizes.count(ctx, size -> size > 0), Math.abs(iterations),
                iterations >= 0, modularity);
        } catch (final RuntimeException | Error failure) {
            labels.free(ctx);
            free(ctx, sizes);
            throw failure;
        } finally {
            if (mail != null) {
                mail.close(ctx);
            }
            if (searches != null) {
                searches.free(ctx);
            }
        }
    }

    private static int iterate(final TaskContext ctx, final NodeLocal<LabelSearch> searches, final int maxIterations)
        throws SuspendExecution {
        return ctx.callOnAll(node -> LabelSearch.iterate(node, searches, maxIterations)).get(0);
    }

    private static void rename(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels)
        throws SuspendExecution {
        final GlobalLongArray smallest = GlobalLongArray.allocate(ctx,
            graph.perVertex().combining(Combining.MIN));
        try {
            smallest.fill(ctx, Long.MAX_VALUE);
            ctx.executeOnAll(node -> new CommunityPart(graph, labels).offer(node, smallest));
            ctx.executeOnAll(node -> new CommunityPart(graph, labels).rename(node, smallest));
        } finally {
            smallest.free(ctx);
        }
    }

    /** Finds the sizes of the communities; returns their modularity. */
    private static double measure(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels,
                                  final NodeLocal<LabelSearch> searches, final GlobalLongArray sizes)
        throws SuspendExecution {
        final ArraySpec sums = ArraySpec.of(graph.vertexCount()).unmapped().combining(Combining.ADD);
        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, sums);
        GlobalDoubleArray weights = null;
        GlobalDoubleArray squares = null;
        try {
            weights = GlobalDoubleArray.allocate(ctx, sums);
            squares = GlobalDoubleArray.allocate(ctx, graph.perVertex());
            final GlobalDoubleArray ofLabels = weights;
            final GlobalDoubleArray parts = squares;
            ctx.executeOnAll(node -> new CommunityPart(graph, labels).add(node, counts, ofLabels));
            final double all = weights.sum(ctx);
            if (all == Double.POSITIVE_INFINITY) {
                throw new GraphException(GraphException.BAD_WEIGHT, "the weights of all edges, each in both directions,"
                    + " have no sum that a double can hold: communities need smaller weights");
            }
            ctx.executeOnAll(node -> {
                LocalView.of(counts).copyTo(LocalView.of(sizes), 0);
                square(LocalView.of(ofLabels), all, LocalView.of(parts));
            });
            final List<Double> within = ctx.callOnAll(node -> CommunityPart.within(node, graph, searches));
            return all == 0 ? 0 : within.stream().mapToDouble(part -> part).sum() / all - squares.sum(ctx);
        } finally {
            counts.free(ctx);
            free(ctx, weights);
            free(ctx, squares);
        }
    }

    private static void square(final LocalView weights, final double all, final LocalView squares) {
        for (long i = 0; i < weights.count(); i++) {
            final double share = all == 0 ? 0 : weights.real(i) / all;
            squares.setReal(i, share * share);
        }
    }

    private static void free(final TaskContext ctx, final GlobalArray array) throws SuspendExecution {
        if (array != null) {
            array.free(ctx);
        }
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        labels.free(ctx);
        sizes.free(ctx);
    }

    /** Bytes that what nodes tell each other takes at a node, at most. */
    public static long mailBytes(final int nodes) {
        return LabelSearch.MAIL * (nodes - 1);
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LabelPropagation.class, LabelSearch.class, CommunityPart.class};
    }
}
