package org.gmt4j.graph.ranks;

import java.util.List;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.HostBoards;
import org.gmt4j.graph.serial.RoundingRule;

/**
 * The ranks of the vertices of a graph: how often a walk visits them that follows a random edge with probability
 * {@code d}, and else begins anew at a random vertex, as it does where no edge leads on. Immutable; travels as a
 * captured value.
 *
 * <pre>
 * rank(v) = d * (sum of rank(u) / edges(u), u -> v) + jump(v) * (1 - d + d * sum of rank(w), w without edges)
 * </pre>
 *
 * <p>Vertices pull: each iteration goes once through the rows of in-edges, and adds the shares of their vertices in
 * ascending order. So a sum has the same order on any number of nodes and threads; what is summed over all vertices is
 * summed in fixed point. Ranks are therefore the same, bit for bit, wherever they are found. The nodes of a host have
 * one board of all shares, to which nodes of other hosts send theirs, and read it or a copy; in graphs of more than 4
 * million vertices nodes get the shares of others in pieces ({@link ShareStore}). Shares are floats where
 * {@link RoundingRule} says so, else doubles; what rounding takes from a share is given to all vertices.
 *
 * <p>Time of an iteration O(V + E) divided by the threads; 4 or 8 bytes of each vertex go to every other host, or node.
 * Memory: 8 bytes for each vertex, which stay, and while it runs 8 or 16 bytes for each vertex of the graph on one node
 * of each host, on each node where memory is not shared, and 4 or 8 on each that copies them. In graphs of more than 4
 * million vertices 24 or 32 bytes for each of a node's vertices instead, and a piece of 16 or 32 MB a node.
 *
 * @param ranks      per vertex; their sum is 1
 * @param iterations done
 * @param error      sum of all changes of ranks in the last iteration
 * @see "Page, Brin, Motwani, Winograd, The PageRank Citation Ranking: Bringing Order to the Web, Stanford 1999"
 * @see "Zhang et al., Making Caches Work for Graph Analytics, IEEE Big Data 2017, section 4 (pieces)"
 */
public record RankIterations(GlobalDoubleArray ranks, int iterations, double error) {
    /** Vertices of a piece. */
    private static final long PIECE = 1 << 22;

    /**
     * Iterates until ranks change by no more than the tolerance, or as often as they may. Called by one task.
     *
     * @param rows   of out-edges
     * @param inRows of in-edges; the same for a graph whose rows are symmetric
     */
    public static RankIterations find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows,
                                      final RankSettings settings, final RankWatch watch) throws SuspendExecution {
        return find(ctx, rows, inRows, settings, watch,
            RoundingRule.isSingle(rows.vertexCount(), settings.tolerance()), (int) PIECE);
    }

    static RankIterations find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows,
                               final RankSettings settings, final RankWatch watch, final boolean isSingle,
                               final int pieceLength)
        throws SuspendExecution {
        final GlobalDoubleArray ranks = GlobalDoubleArray.allocate(ctx, rows.perVertex().unzeroed());
        ShareMemory shares = null;
        try {
            shares = ShareMemory.allocate(ctx, ranks.distribution(), isSingle, pieceLength);
            return iterate(ctx, new RankArrays(rows, inRows, ranks, shares), settings, watch);
        } catch (final RuntimeException | Error failure) {
            ranks.free(ctx);
            throw failure;
        } finally {
            if (shares != null) {
                shares.free(ctx);
            }
        }
    }

    private static RankIterations iterate(final TaskContext ctx, final RankArrays arrays, final RankSettings settings,
                                          final RankWatch watch) throws SuspendExecution {
        final NodeLocal<RankPart> parts = NodeLocal.create(ctx, node -> new RankPart(node, arrays, settings));
        try {
            final double damping = settings.damping();
            final long starts = settings.isUniform() ? arrays.rows().vertexCount() : settings.starts().length;
            RankSums sums = sum(ctx.callOnAll(node -> RankPart.begin(node, parts)));
            double error = starts == 0 ? 0 : Double.POSITIVE_INFINITY;
            int iteration = 0;
            while (iteration < settings.maxIterations() && (iteration == 0 ? starts > 0
                : error > settings.tolerance())) {
                final double jump = (1 - damping + damping * sums.idle()) / starts;
                sums = sum(ctx.callOnAll(node -> RankPart.iterate(node, parts, jump)));
                error = sums.change();
                watch.iterated(++iteration, error);
            }
            return new RankIterations(arrays.ranks(), iteration, error);
        } finally {
            parts.free(ctx);
        }
    }

    private static RankSums sum(final List<long[]> parts) {
        final long[] all = RankSums.none();
        for (final long[] part : parts) {
            RankSums.add(all, part);
        }
        return new RankSums(all);
    }

    /** Bytes that a node needs for each of its rows besides those of its ranks, which are 8. */
    public static int rowBytes(final long vertices, final double tolerance) {
        return vertices <= PIECE ? 0 : 16 + 2 * Shares.bytes(RoundingRule.isSingle(vertices, tolerance));
    }

    /** Bytes of the shares of all vertices that a node has at a time: twice all of them and a copy, or a piece. */
    public static long shareBytes(final long vertices, final double tolerance) {
        final boolean isSingle = RoundingRule.isSingle(vertices, tolerance);
        return vertices <= PIECE ? ShareMemory.boardBytes(vertices, isSingle) + vertices * Shares.bytes(isSingle)
            : PIECE * Shares.bytes(isSingle);
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {RankIterations.class, RankArrays.class, RankSettings.class, RankPart.class,
            ShareMemory.class, HostBoards.class};
    }

    /** Frees the ranks. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        ranks.free(ctx);
    }
}
