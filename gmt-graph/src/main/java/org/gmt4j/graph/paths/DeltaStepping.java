package org.gmt4j.graph.paths;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.BulkVisitor;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.LowestSent;
import org.gmt4j.graph.memory.LocalView;

/**
 * Shortest paths from one vertex. Immutable; travels as a captured value.
 *
 * <pre>
 * lengths   paths in buckets of a width: each node follows the edges of its rows in the lowest bucket until that is
 *           empty here; lengths for rows of other nodes go to these, which put the rows into their buckets
 * parents   when all lengths are known: each row offers itself over the edges of shortest paths; the smallest vertex
 *           is taken. Edges that add nothing come last, in rounds, so that parents are a tree
 * </pre>
 *
 * <p>Time O(V + E + L / width) expected for weights that are spread evenly, where L is the longest of the paths; a node
 * works with one thread. Memory of a node while it runs: some 20 bytes a row, 32 MB at most for what has been sent, and
 * 24 bytes for each entry that waits, of which each node sends a million at a time.
 *
 * @param distances per vertex the length as a word; -1 where it was not reached
 * @param parents   per vertex, -1 where it was not reached
 * @param isReal    words are the bits of doubles
 * @param reached   vertices
 * @see "Meyer, Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49, 2003"
 */
public record DeltaStepping(GlobalLongArray distances, IntegerArray parents, boolean isReal, long reached) {
    /**
     * Finds them; no weight may be negative. Called by one task.
     *
     * @param delta width of the buckets; 0 for the default, see {@link PathLengths#of}
     */
    public static DeltaStepping find(final TaskContext ctx, final CsrGraph graph, final long source,
                                     final double delta) throws SuspendExecution {
        final GlobalLongArray distances = GlobalLongArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).unzeroed());
        IntegerArray parents = null;
        try {
            parents = graph.allocateVertices(ctx);
            final PathLengths lengths = PathLengths.of(graph, delta);
            search(ctx, graph, source, lengths, distances, parents);
            return new DeltaStepping(distances, parents, lengths.isReal(),
                parents.count(ctx, parent -> parent >= 0));
        } catch (final RuntimeException failure) {
            distances.free(ctx);
            if (parents != null) {
                parents.free(ctx);
            }
            throw failure;
        }
    }

    /** What visits reach: the search of a node is made after the visitor. */
    static final class Desk {
        private PathSearch search;
    }

    private static void search(final TaskContext ctx, final CsrGraph graph, final long source,
                               final PathLengths lengths, final GlobalLongArray distances, final IntegerArray parents)
        throws SuspendExecution {
        final boolean isReal = lengths.isReal();
        final double delta = lengths.delta();
        NodeLocal<PathSearch> searches = null;
        final NodeLocal<Desk> desks = NodeLocal.create(ctx, node -> new Desk());
        BulkVisitor visitor = null;
        try {
            visitor = BulkVisitor.open(ctx, (address, length, c) ->
                desks.get().search.receive(LocalView.words(address, length >> 3), c));
            final BulkVisitor mail = visitor;
            searches = NodeLocal.create(ctx, node -> desks.get().search = new PathSearch(node, graph,
                new PathLengths(isReal, delta), distances, parents, mail));
            findLengths(ctx, searches, mail, source);
            findParents(ctx, searches, mail, source);
        } finally {
            if (visitor != null) {
                visitor.close(ctx);
            }
            if (searches != null) {
                searches.free(ctx);
            }
            desks.free(ctx);
        }
    }

    private static void findLengths(final TaskContext ctx, final NodeLocal<PathSearch> searches,
                                    final BulkVisitor mail, final long source) throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().begin(source));
        long bucket = lowest(ctx, searches);
        while (bucket != Long.MAX_VALUE) {
            final long current = bucket;
            ctx.executeOnAll(node -> searches.get().relax(node, mail, current));
            ctx.progressed(1);
            bucket = lowest(ctx, searches);
        }
    }

    private static long lowest(final TaskContext ctx, final NodeLocal<PathSearch> searches) throws SuspendExecution {
        long lowest = Long.MAX_VALUE;
        for (final Long bucket : ctx.callOnAll(node -> searches.get().lowest(node))) {
            lowest = Math.min(lowest, bucket);
        }
        return lowest;
    }

    private static void findParents(final TaskContext ctx, final NodeLocal<PathSearch> searches,
                                    final BulkVisitor mail, final long source) throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().beginParents(source));
        boolean isMore = true;
        while (isMore) {
            isMore = ctx.callOnAll(node -> searches.get().offer(node, mail)).contains(true);
            ctx.executeOnAll(node -> searches.get().takeOffers(node));
        }
        long orphans = sum(ctx.callOnAll(node -> searches.get().countOrphans()));
        while (orphans > 0) {
            ctx.executeOnAll(node -> searches.get().offerEqual(node, mail));
            final long found = sum(ctx.callOnAll(node -> searches.get().takeEqual(node)));
            if (found == 0) {
                throw new IllegalStateException(orphans + " vertices are reached by no path");
            }
            orphans -= found;
        }
        ctx.executeOnAll(node -> searches.get().markUnreached());
    }

    private static long sum(final List<Long> counts) {
        long sum = 0;
        for (final Long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Bytes of a node while a search runs: its buckets, what it knows to have sent, and what waits for it. */
    public static long workBytes(final long vertices, final long rows, final long edges, final int nodes) {
        return 20 * rows + LowestSent.bytes(vertices)
            + (nodes - 1L) * PathMail.WORDS * 8 * Math.min(PathSearch.MOST_SENT, edges);
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        distances.free(ctx);
        parents.free(ctx);
    }
}
