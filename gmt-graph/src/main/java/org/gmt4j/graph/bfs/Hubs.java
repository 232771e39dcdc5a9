package org.gmt4j.graph.bfs;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * For each row of a node the four neighbours (of a directed graph: from whom edges lead to the row) that have most
 * neighbours themselves: whom a bottom-up level asks first. In a graph with hubs one of them is the parent most of the
 * time, and rows lie together, so that neither a row's bounds nor its targets are fetched from memory.
 *
 * <p>Set up once per graph, in time of one pass over the edges, with the degrees of one node at a time. Memory: 16
 * bytes a row up to 2^31 vertices, else 32; as much again while it is set up. Any thread of the node once set up;
 * {@link #of} per command.
 */
final class Hubs implements AutoCloseable {
    /** Entries of a row; unused ones at its end are {@link #NONE}. */
    static final int PER_ROW = 4;
    /** The row has no further neighbour. */
    static final long NONE = -1;
    private static final int ROWS_BETWEEN_YIELDS = 8192;
    private final CsrPart part;
    private final LocalView hubs;

    Hubs(final CsrPart part) {
        this.part = part;
        hubs = LocalView.allocate(part.rowCount() * PER_ROW, part.isWide());
        hubs.fill((int) NONE);
    }

    /**
     * Refuses a graph with more rows on a node than an array of hubs has room for.
     *
     * @throws GraphException GMT-307
     */
    static void requireFits(final String graph, final long rowsPerNode) {
        if (rowsPerNode > Integer.MAX_VALUE / PER_ROW) {
            throw new GraphException(GraphException.TOO_LARGE, graph + " has " + rowsPerNode + " vertices on a node; a "
                + "search takes up to " + Integer.MAX_VALUE / PER_ROW + ": take more nodes");
        }
    }

    /**
     * Writes the degrees of this node's rows. Of a directed graph: of its rows as listed, so that everybody from whom
     * an edge leads has one, although hubs are looked for among the rows of its reverse.
     */
    static void publishDegrees(final CsrPart part, final GlobalIntArray degrees) {
        final LocalView here = LocalView.of(degrees);
        for (long row = 0; row < part.rowCount(); row++) {
            here.set(row, Math.min(Integer.MAX_VALUE, part.degree(row)));
        }
    }

    /** Looks at all neighbours' degrees, which all nodes have published; adds all to {@code known}. */
    void find(final TaskContext ctx, final GlobalIntArray degrees, final KnownDegrees known) throws SuspendExecution {
        final int rowCount = Math.toIntExact(part.rowCount());
        final int[] most = new int[rowCount * PER_ROW];
        final int[] window = new int[Math.toIntExact(degrees.distribution().count(0))];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final long start = degrees.distribution().start(node);
            final int count = (int) degrees.distribution().count(node);
            degrees.get(ctx, start, window, 0, count);
            for (int i = 0; i < count; i += ROWS_BETWEEN_YIELDS) {
                known.addAll(start, window, i, Math.min(count, i + ROWS_BETWEEN_YIELDS));
                ctx.yield();
            }
            for (int row = 0; row < rowCount; row += ROWS_BETWEEN_YIELDS) {
                findRows(row, Math.min(rowCount, row + ROWS_BETWEEN_YIELDS), start, count, window, most);
                ctx.yield();
            }
        }
    }

    private void findRows(final int low, final int high, final long start, final int count, final int[] window,
                          final int[] most) {
        for (int row = low; row < high; row++) {
            final long end = part.begin(row + 1L);
            for (long at = start == 0 ? part.begin(row) : part.lowerBound(row, start); at < end; at++) {
                final long offset = part.target(at) - start;
                if (offset >= count) {
                    break;
                }
                final int degree = window[(int) offset];
                if (degree > most[row * PER_ROW + PER_ROW - 1]) {
                    insert(row * PER_ROW, degree, offset + start, most);
                }
            }
        }
    }

    /** The row's entries stay in descending order of degrees; the last one leaves. */
    private void insert(final int first, final int degree, final long vertex, final int[] most) {
        int at = first + PER_ROW - 1;
        for (; at > first && most[at - 1] < degree; at--) {
            most[at] = most[at - 1];
            hubs.set(at, hubs.get(at - 1));
        }
        most[at] = degree;
        hubs.set(at, vertex);
    }

    /** Entry {@code rank}, from 0 to {@link #PER_ROW} - 1, of a row: a neighbour, or {@link #NONE}. */
    long of(final long row, final int rank) {
        return hubs.get(row * PER_ROW + rank);
    }

    /** Entry {@code PER_ROW * row + rank} of all rows, for loops over many. */
    LocalView entries() {
        return hubs;
    }

    @Override
    public void close() {
        hubs.close();
    }
}
