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
import org.gmt4j.graph.csr.CsrGraph;
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
 * <p>Time of an iteration O(V + E) divided by the threads; nodes get 4 (8) bytes for each vertex of others, twice.
 * Memory of a node while it runs: 4 (8) bytes for each vertex of the graph, and 24 for each of its own; some words for
 * each neighbour of the vertices of most neighbours.
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

    /** Finds them; no weight may be negative. Called by one task. */
    public static LabelPropagation find(final TaskContext ctx, final CsrGraph graph, final int maxIterations)
        throws SuspendExecution {
        final IntegerArray labels = graph.allocateVertices(ctx);
        GlobalLongArray sizes = null;
        NodeLocal<LabelSearch> searches = null;
        try {
            sizes = GlobalLongArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).unzeroed());
            searches = NodeLocal.create(ctx, node -> new LabelSearch(node, graph, labels));
            final int iterations = iterate(ctx, searches, graph.vertexCount() == 0 ? 0 : maxIterations);
            rename(ctx, graph, searches);
            final double modularity = measure(ctx, graph, searches, sizes);
            return new LabelPropagation(labels, sizes, sizes.count(ctx, size -> size > 0), Math.abs(iterations),
                iterations >= 0, modularity);
        } catch (final RuntimeException failure) {
            labels.free(ctx);
            free(ctx, sizes);
            throw failure;
        } finally {
            if (searches != null) {
                searches.free(ctx);
            }
        }
    }

    /** Returns how many iterations there were; as a negative number where labels still changed in the last one. */
    private static int iterate(final TaskContext ctx, final NodeLocal<LabelSearch> searches, final int maxIterations)
        throws SuspendExecution {
        ctx.executeOnAll(node -> LabelSearch.look(node, searches));
        for (int i = 1; i <= maxIterations; i++) {
            final int iteration = i;
            long changed = 0;
            for (final boolean isFirstHalf : new boolean[] {true, false}) {
                for (final Long part : ctx.callOnAll(node ->
                    LabelSearch.change(node, searches, iteration, isFirstHalf))) {
                    changed += part;
                }
                ctx.executeOnAll(node -> LabelSearch.look(node, searches));
            }
            if (changed == 0) {
                return iteration;
            }
        }
        return -maxIterations;
    }

    private static void rename(final TaskContext ctx, final CsrGraph graph, final NodeLocal<LabelSearch> searches)
        throws SuspendExecution {
        final GlobalLongArray smallest = GlobalLongArray.allocate(ctx,
            ArraySpec.of(graph.vertexCount()).unzeroed().combining(Combining.MIN));
        try {
            smallest.fill(ctx, Long.MAX_VALUE);
            ctx.executeOnAll(node -> searches.get().offer(node, smallest));
            ctx.executeOnAll(node -> searches.get().rename(node, smallest));
            ctx.executeOnAll(node -> LabelSearch.look(node, searches));
        } finally {
            smallest.free(ctx);
        }
    }

    /** Finds the sizes of the communities; returns their modularity. */
    private static double measure(final TaskContext ctx, final CsrGraph graph, final NodeLocal<LabelSearch> searches,
                                  final GlobalLongArray sizes) throws SuspendExecution {
        final ArraySpec sums = ArraySpec.of(graph.vertexCount()).combining(Combining.ADD);
        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, sums);
        GlobalDoubleArray weights = null;
        GlobalDoubleArray squares = null;
        try {
            weights = GlobalDoubleArray.allocate(ctx, sums);
            squares = GlobalDoubleArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).unzeroed());
            final GlobalDoubleArray ofLabels = weights;
            final GlobalDoubleArray parts = squares;
            ctx.executeOnAll(node -> searches.get().add(node, counts, ofLabels));
            final double all = weights.sum(ctx);
            ctx.executeOnAll(node -> {
                LocalView.of(counts).copyTo(LocalView.of(sizes), 0);
                square(LocalView.of(ofLabels), all, LocalView.of(parts));
            });
            final List<Double> within = ctx.callOnAll(node -> LabelSearch.within(node, searches));
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

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LabelPropagation.class, LabelSearch.class};
    }
}
