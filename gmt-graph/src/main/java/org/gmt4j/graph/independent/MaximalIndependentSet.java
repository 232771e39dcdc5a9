package org.gmt4j.graph.independent;

import java.util.List;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.HostBoards;

/**
 * A maximal independent set of a graph whose rows are symmetric: no two of its vertices are neighbours, and each other
 * vertex has a neighbour in it. Immutable; travels as a captured value.
 *
 * <p>An order of the vertices is drawn by a hash. In each round those undecided vertices join that come before their
 * undecided neighbours, and the neighbours of those that have joined leave. It is the set that one thread finds which
 * takes the vertices in this order, whatever nodes and threads do. O(log V) rounds with high probability.
 *
 * <p>Time O(E) for each round at most, divided by the threads; each host gets 4 bytes a round for each vertex of
 * others. Memory while it runs: a board of 4 bytes for each vertex of the graph, on one node of each host or on each
 * node, and 4 bytes for each row.
 *
 * @param rounds per vertex the round, from 1 on, in which it has joined, or as a negative number, in which it has left
 * @param size   vertices of the set
 * @param last   round
 * @see "Luby, A Simple Parallel Algorithm for the Maximal Independent Set Problem, SIAM J. Comput. 15, 1986"
 * @see "Fischer, Noever, Tight Analysis of Parallel Randomized Greedy MIS, SODA 2018 (rounds)"
 */
public record MaximalIndependentSet(GlobalIntArray rounds, long size, int last) {

    /** Finds it. Called by one task. */
    public static MaximalIndependentSet find(final TaskContext ctx, final CsrGraph graph, final long seed)
        throws SuspendExecution {
        final GlobalIntArray rounds = GlobalIntArray.allocate(ctx, graph.perVertex());
        try {
            final int last = find(ctx, graph, rounds, seed);
            return new MaximalIndependentSet(rounds, rounds.count(ctx, round -> round > 0), last);
        } catch (final RuntimeException | Error failure) {
            rounds.free(ctx);
            throw failure;
        }
    }

    private static int find(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray rounds, final long seed)
        throws SuspendExecution {
        final HostBoards boards = HostBoards.allocate(ctx, SetSearch.boardBytes(graph.vertexCount()));
        NodeLocal<SetSearch> searches = null;
        try {
            searches = NodeLocal.create(ctx, node -> new SetSearch(node, graph, boards, seed));
            final NodeLocal<SetSearch> all = searches;
            int last = 0;
            long undecided = graph.vertexCount();
            while (undecided > 0) {
                final int round = ++last;
                undecided = sum(ctx.callOnAll(node -> SetSearch.decide(node, all, round)));
                ctx.progress(graph.vertexCount() - undecided, graph.vertexCount());
            }
            ctx.executeOnAll(node -> all.get().copyTo(rounds));
            return last;
        } finally {
            if (searches != null) {
                searches.free(ctx);
            }
            boards.free(ctx);
        }
    }

    /** Bytes of a node besides the result, while it runs, where the fullest has so many rows. */
    public static long workBytes(final long vertices, final long rows) {
        return SetSearch.boardBytes(vertices) + Integer.BYTES * rows;
    }

    private static long sum(final List<Long> parts) {
        long sum = 0;
        for (final Long part : parts) {
            sum += part;
        }
        return sum;
    }

    /** Frees the array. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        rounds.free(ctx);
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {MaximalIndependentSet.class, SetSearch.class, HostBoards.class};
    }
}
