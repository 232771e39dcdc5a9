package org.gmt4j.graph.triangles;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * The triangles of a graph whose rows are symmetric, without loops and parallel edges. Immutable; travels as a captured
 * value.
 *
 * <pre>
 * orient   each edge goes to the row of the end with fewer neighbours ({@link Orientation}): no row is long, and each
 *          triangle is seen once, from the first of its vertices. Where rows are short anyway, the graph's are taken
 *          as they are, and an edge counts at its smaller end
 * count    each node takes the rows of all nodes, a piece at a time; of each edge of its rows it counts what the row
 *          of the other end has in common with its own ({@link TriangleSearch})
 * </pre>
 *
 * <p>Time O(E^1.5) at most, divided by the threads. Memory of a node while it runs: oriented rows, as long as those of
 * the graph, and 8 bytes a vertex; 16 MB for a piece; for each thread a bit for each vertex of the graph, half as much
 * again where triangles are counted by vertex, and then up to 16 MB for sums.
 *
 * @param counts     per vertex the triangles that it is part of
 * @param clustering per vertex the part of the pairs of its neighbours that are neighbours themselves; 0 with fewer
 *                   than two neighbours
 * @param total      triangles
 * @param wedges     pairs of neighbours of a vertex, of all vertices
 * @param mean       of clustering
 * @see "Schank, Wagner, Finding, Counting and Listing All Triangles in Large Graphs, WEA 2005"
 * @see "Latapy, Main-memory triangle computations for very large (sparse (power-law)) graphs, TCS 407, 2008"
 */
public record TriangleCount(GlobalLongArray counts, GlobalDoubleArray clustering, long total, long wedges,
                            double mean) {

    /** Targets, in the mean over edges, of rows that are counted as they are. */
    private static final long SHORT_ROW = 8;
    /** Longer rows count as of this length: sums do not overflow. */
    private static final long LONG_ROW = 1 << 20;
    /** Of a thread, for the counts of vertices. */
    private static final long LONGEST_SUMS = 16L << 20;

    /** Returns how many there are. Faster than to find which vertices they have. Called by one task. */
    public static long total(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return count(ctx, graph, null, TriangleSearch.PIECE_ROWS, TriangleSearch.PIECE_TARGETS);
    }

    /** Finds them. Called by one task. */
    public static TriangleCount find(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return find(ctx, graph, TriangleSearch.PIECE_ROWS, TriangleSearch.PIECE_TARGETS);
    }

    static TriangleCount find(final TaskContext ctx, final CsrGraph graph, final int pieceRows, final int pieceTargets)
        throws SuspendExecution {
        final ArraySpec perVertex = ArraySpec.of(graph.vertexCount());
        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, perVertex.unzeroed());
        GlobalDoubleArray clustering = null;
        GlobalLongArray sums = null;
        try {
            clustering = GlobalDoubleArray.allocate(ctx, perVertex.unzeroed());
            sums = GlobalLongArray.allocate(ctx, perVertex.combining(Combining.ADD));
            final long total = count(ctx, graph, sums, pieceRows, pieceTargets);
            final GlobalLongArray found = sums;
            final GlobalDoubleArray parts = clustering;
            final long wedges = sum(ctx.callOnAll(node -> relate(node, graph, found, counts, parts)));
            return new TriangleCount(counts, clustering, total, wedges,
                graph.vertexCount() == 0 ? 0 : clustering.sum(ctx) / graph.vertexCount());
        } catch (final RuntimeException | Error failure) {
            counts.free(ctx);
            if (clustering != null) {
                clustering.free(ctx);
            }
            throw failure;
        } finally {
            if (sums != null) {
                sums.free(ctx);
            }
        }
    }

    /**
     * Whether rows are so short, in the mean over edges, that to orient them costs more than it saves: those of road
     * maps, grids and other meshes.
     */
    static boolean areShort(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return ctx.loop(graph.vertexCount(), TaskContext.MEASURED).with(SpawnPolicy.ownerOf(graph.listed()))
            .sum((low, high, c) -> excess(graph.part(), low, high)) <= 0;
    }

    /** By how much the lengths of some rows, summed over their edges, exceed what is short. */
    private static long excess(final CsrPart part, final long low, final long high) {
        long excess = 0;
        for (long row = low - part.firstVertex(); row < high - part.firstVertex(); row++) {
            final long degree = Math.min(part.degree(row), LONG_ROW);
            excess += degree * (degree - SHORT_ROW);
        }
        return excess;
    }

    /** @param counts null where only the total is asked for */
    static long count(final TaskContext ctx, final CsrGraph graph, final GlobalLongArray counts, final int pieceRows,
                      final int pieceTargets) throws SuspendExecution {
        final OrientedRows rows = areShort(ctx, graph) ? OrientedRows.of(graph)
            : Orientation.orient(ctx, graph, pieceTargets);
        NodeLocal<TriangleSearch> searches = null;
        try {
            searches = NodeLocal.create(ctx,
                node -> new TriangleSearch(node, graph, rows, counts, pieceRows, pieceTargets));
            final NodeLocal<TriangleSearch> all = searches;
            ctx.progress(0, graph.vertexCount());
            return sum(ctx.callOnAll(node -> TriangleSearch.count(node, all)));
        } finally {
            if (searches != null) {
                searches.free(ctx);
            }
            rows.free(ctx);
        }
    }

    /** Sets counts and coefficients of the vertices of this node; returns the pairs of their neighbours. */
    private static long relate(final TaskContext ctx, final CsrGraph graph, final GlobalLongArray found,
                               final GlobalLongArray counts, final GlobalDoubleArray clustering)
        throws SuspendExecution {
        final CsrPart part = graph.part();
        final LocalView foundHere = LocalView.of(found);
        final LocalView countsHere = LocalView.of(counts);
        final LocalView clusteringHere = LocalView.of(clustering);
        long wedges = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final long degree = part.degree(row);
            final long pairs = degree * (degree - 1) / 2;
            final long count = foundHere.word(row);
            countsHere.setWord(row, count);
            clusteringHere.setReal(row, pairs == 0 ? 0 : (double) count / pairs);
            wedges += pairs;
            if (row % (1 << 16) == 0) {
                ctx.yield();
            }
        }
        return wedges;
    }

    private static long sum(final List<Long> parts) {
        long sum = 0;
        for (final Long part : parts) {
            sum += part;
        }
        return sum;
    }

    /**
     * Returns the bytes that a node takes while it runs, besides the result.
     *
     * @param vertices  of the graph
     * @param rows      vertices of the node
     * @param rowBytes  of its rows of the graph
     * @param lanes     threads of the node
     */
    public static long workBytes(final long vertices, final long rows, final long rowBytes, final int lanes) {
        final long sums = 8 * rows + lanes * Math.min(8 * vertices, LONGEST_SUMS);
        final long piece = TriangleSearch.PIECE_ROWS * 8L + TriangleSearch.PIECE_TARGETS * 4L;
        return rowBytes + 32 * rows + Math.max(Orientation.pieceBytes(vertices), Math.min(piece, 8 * rows + rowBytes))
            + lanes * (vertices * 3 / 16 + 64) + sums;
    }

    /** Returns the part of all pairs of neighbours of a vertex that are neighbours; 0 where there are no pairs. */
    public double transitivity() {
        return wedges == 0 ? 0 : 3.0 * total / wedges;
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        counts.free(ctx);
        clustering.free(ctx);
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {TriangleCount.class, TriangleSearch.class, Orientation.class, OrientedRows.class};
    }
}
