package org.gmt4j.graph.paths;

import java.util.List;
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
 * ahead     where few edges lead to other nodes, each node empties some buckets in a step ({@link WorkAhead})
 * pull      of symmetric rows: where a bucket has many edges, some buckets are emptied by edges between their rows
 *           only; all other rows then look for neighbours in these
 * parents   when all lengths are known: each row offers itself over the edges of shortest paths; the smallest vertex
 *           is taken. Of symmetric rows, each looks for its parent. Edges that add nothing come last, in rounds, so
 *           that parents are a tree
 * </pre>
 *
 * <p>Time O(V + E + L / width) expected for weights that are spread evenly, where L is the longest of the paths; O(V E)
 * at worst, as rows of a bucket are taken in the order in which they came. A node works with one thread, but for rows
 * that pull. Memory of a node while it runs: some 20 bytes a row, 2 MB for what has
 * been sent, up to 32 MB for lengths of others, and 24 bytes for each entry that waits, of which each node sends a
 * million at a time, however long its rows are.
 *
 * @param distances per vertex the length as a word; -1 where it was not reached
 * @param parents   per vertex, -1 where it was not reached; null where nobody asks for them
 * @param isReal    words are the bits of doubles
 * @param reached   vertices
 * @param levels    buckets up to that of the farthest vertex, empty ones included
 * @see "Meyer, Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49, 2003"
 * @see "Harshvardhan, Fidel, Amato, Rauchwerger, KLA: A New Algorithmic Paradigm for Parallel Graph Computations, PACT
 *     2014 (steps that work ahead)"
 * @see "Chakaravarthy, Checconi, Petrini, Sabharwal, Scalable Single Source Shortest Path Algorithms for Massively
 *     Parallel Systems, IPDPS 2014"
 */
public record DeltaStepping(GlobalLongArray distances, IntegerArray parents, boolean isReal, long reached,
                            long levels) {
    /** Distance of a vertex that is not reached, in the result. */
    public static final long NOT_REACHED = -1;
    /** Buckets that are emptied between two times that the other rows look at their neighbours. */
    private static final long BUCKETS_OF_A_PULL = 16;
    /** They look when a bucket has this part at least of all edges, and of those that have not been followed. */
    private static final long LEAST_PULLED = 64;
    private static final long PULL_FACTOR = 64;

    /**
     * Finds them; no weight may be negative. Called by one task.
     *
     * @param delta      width of the buckets; 0 for the default, see {@link PathLengths#of}
     * @param hasParents whether parents are looked for, too
     */
    public static DeltaStepping find(final TaskContext ctx, final CsrGraph graph, final long source,
                                     final double delta, final boolean hasParents) throws SuspendExecution {
        return find(ctx, graph, source, delta, hasParents, PathLimits.USUAL);
    }

    static DeltaStepping find(final TaskContext ctx, final CsrGraph graph, final long source, final double delta,
                              final boolean hasParents, final PathLimits limits) throws SuspendExecution {
        final GlobalLongArray distances = GlobalLongArray.allocate(ctx, graph.perVertex().unzeroed());
        IntegerArray parents = null;
        try {
            parents = hasParents ? graph.allocateVertices(ctx) : null;
            final PathLengths lengths = PathLengths.of(graph, delta);
            final long[] found = search(ctx, graph, source, lengths, distances, parents, limits);
            return new DeltaStepping(distances, parents, lengths.isReal(), found[0], found[1]);
        } catch (final RuntimeException | Error failure) {
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

    /** Returns how many vertices have been reached, and the levels. */
    private static long[] search(final TaskContext ctx, final CsrGraph graph, final long source,
                                 final PathLengths lengths, final GlobalLongArray distances,
                                 final IntegerArray parents, final PathLimits limits) throws SuspendExecution {
        final boolean isReal = lengths.isReal();
        final double delta = lengths.delta();
        final int mostPulled = limits.pulled();
        final long mostSent = limits.sent();
        NodeLocal<PathSearch> searches = null;
        final NodeLocal<Desk> desks = NodeLocal.create(ctx, node -> new Desk());
        BulkVisitor visitor = null;
        try {
            visitor = BulkVisitor.open(ctx, (address, length, c) ->
                desks.get().search.receive(LocalView.words(address, length >> 3), c));
            final BulkVisitor mail = visitor;
            searches = NodeLocal.create(ctx, node -> desks.get().search = new PathSearch(node, graph,
                new PathLengths(isReal, delta), distances, parents, mail, new PathLimits(mostPulled, mostSent)));
            findLengths(ctx, graph, lengths, searches, mail, source);
            if (parents != null) {
                offerParents(ctx, graph, searches, mail, source);
            }
            final NodeLocal<PathSearch> ended = searches;
            final List<long[]> counts = ctx.callOnAll(node -> ended.get().count());
            if (sum(counts, 2) > 0) {
                throw lengths.tooLong();
            }
            findOrphans(ctx, searches, mail, sum(counts, 1));
            final long reached = sum(counts, 0);
            if (reached < graph.vertexCount()) {
                ctx.executeOnAll(node -> ended.get().markUnreached());
            }
            return new long[] {reached, counts.stream().mapToLong(node -> node[3]).max().orElse(0) + 1};
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

    private static void findLengths(final TaskContext ctx, final CsrGraph graph, final PathLengths lengths,
                                    final NodeLocal<PathSearch> searches, final BulkVisitor mail, final long source)
        throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().begin(source));
        final WorkAhead ahead = new WorkAhead(ctx.nodeCount());
        Census census = census(ctx, searches);
        while (census.bucket() != Long.MAX_VALUE) {
            if (graph.symmetric() && census.isLarge(graph.storedEdges())) {
                census = passSome(ctx, lengths, searches, mail, census.bucket());
            } else {
                final Census before = census;
                census = relax(ctx, searches, mail, before.bucket(), ahead.last(before.bucket()),
                    PathLengths.UNREACHED);
                ahead.adapt(census.followed() - before.followed(), census.repeated() - before.repeated(),
                    census.sent() - before.sent());
            }
        }
    }

    /** Empties some buckets by edges between their rows; the others then look at these. */
    private static Census passSome(final TaskContext ctx, final PathLengths lengths,
                                   final NodeLocal<PathSearch> searches, final BulkVisitor mail, final long bucket)
        throws SuspendExecution {
        final long low = lengths.start(bucket);
        final long limit = lengths.start(bucket + BUCKETS_OF_A_PULL);
        long current = bucket;
        while (current < bucket + BUCKETS_OF_A_PULL) {
            current = relax(ctx, searches, mail, current, current, limit).bucket();
        }
        ctx.executeOnAll(node -> PathSearch.pull(node, searches, low, limit));
        return census(ctx, searches);
    }

    private static Census relax(final TaskContext ctx, final NodeLocal<PathSearch> searches, final BulkVisitor mail,
                                final long bucket, final long last, final long limit) throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().relax(node, mail, bucket, last, limit));
        ctx.progressed(1);
        return census(ctx, searches);
    }

    /**
     * What is to be done.
     *
     * @param bucket   the lowest one with rows; the largest long when there is none
     * @param edges    of these rows
     * @param followed edges of all rows before
     * @param repeated of these, those that had been followed in a step before
     * @param sent     lengths for rows of other nodes
     */
    private record Census(long bucket, long edges, long followed, long repeated, long sent) {
        /** Whether all other rows would better look for those of this bucket than be found by them. */
        boolean isLarge(final long allEdges) {
            return bucket < Long.MAX_VALUE / 2 && edges >= allEdges / LEAST_PULLED
                && edges >= (allEdges - followed) / PULL_FACTOR;
        }
    }

    private static Census census(final TaskContext ctx, final NodeLocal<PathSearch> searches)
        throws SuspendExecution {
        long lowest = Long.MAX_VALUE;
        long edges = 0;
        long followed = 0;
        long repeated = 0;
        long sent = 0;
        for (final long[] node : ctx.callOnAll(node -> searches.get().census(node))) {
            edges = node[0] < lowest ? node[1] : node[0] == lowest ? edges + node[1] : edges;
            lowest = Math.min(lowest, node[0]);
            followed += node[2];
            repeated += node[3];
            sent += node[4];
        }
        return new Census(lowest, edges, followed, repeated, sent);
    }

    private static void offerParents(final TaskContext ctx, final CsrGraph graph, final NodeLocal<PathSearch> searches,
                                     final BulkVisitor mail, final long source) throws SuspendExecution {
        ctx.executeOnAll(node -> searches.get().offers().begin(source));
        if (graph.symmetric()) {
            ctx.executeOnAll(node -> PathSearch.pullParents(node, searches));
            return;
        }
        boolean isMore = true;
        while (isMore) {
            isMore = ctx.callOnAll(node -> searches.get().offers().offer(node, mail)).contains(true);
            ctx.executeOnAll(node -> searches.get().takeOffers(node));
            ctx.progressed(1);
        }
    }

    /**
     * Parents over edges that add nothing: in each round the rows that have found one in the last round offer
     * themselves. Where all of these are at one node, it goes on alone until it has something for others.
     */
    private static void findOrphans(final TaskContext ctx, final NodeLocal<PathSearch> searches, final BulkVisitor mail,
                                    final long count) throws SuspendExecution {
        if (count > 0) {
            ctx.executeOnAll(node -> searches.get().offers().beginEqual());
        }
        boolean isMore = false;
        boolean isAlone = ctx.nodeCount() == 1;
        for (long orphans = count; orphans > 0; ) {
            final boolean begins = !isMore;
            final boolean isOne = isAlone;
            isMore = ctx.callOnAll(node -> searches.get().offers().offerEqual(node, mail, begins, isOne))
                .contains(true);
            final List<long[]> found = ctx.callOnAll(node -> searches.get().takeEqual(node));
            orphans -= sum(found, 0);
            if (orphans > 0 && !isMore && sum(found, 1) == 0) {
                throw new IllegalStateException(orphans + " vertices are reached by no path");
            }
            isAlone = !isMore && found.stream().filter(node -> node[1] > 0).count() == 1;
            ctx.progressed(1);
        }
    }

    private static long sum(final List<long[]> counts, final int column) {
        long sum = 0;
        for (final long[] count : counts) {
            sum += count[column];
        }
        return sum;
    }

    /** Bytes of a node while a search runs: its buckets, what it knows to have sent, and what waits for it. */
    public static long workBytes(final long vertices, final long rows, final long edges, final int nodes) {
        return 20 * rows + LowestSent.bytes(vertices, PathSearch.MOST_REMEMBERED)
            + 8 * Math.min(vertices, PathPull.MOST_LENGTHS)
            + (nodes - 1L) * PathMail.WORDS * 8 * Math.min(PathLimits.USUAL.sent(), edges);
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        distances.free(ctx);
        if (parents != null) {
            parents.free(ctx);
        }
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {DeltaStepping.class, PathSearch.class};
    }
}
