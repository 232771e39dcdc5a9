package org.gmt4j.graph.components;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * The pieces of a node's rows by the edges between these: union-find, the smallest row of a piece is its root. Used by
 * one task at a time; per edge. Memory: 4 bytes a row.
 *
 * <p>Of symmetric rows a few neighbours of each are joined first. Most rows are in one piece then, and their other
 * edges need not be looked at: those that lead out of the piece are seen from their other end.
 *
 * @see "Sutton, Ben-Nun, Barak, Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS 2018"
 */
final class LocalForest implements AutoCloseable {
    private static final int NO_ROW = -1;
    /** Neighbours of each row that are joined first. */
    private static final int FIRST_NEIGHBOURS = 2;
    private static final int SAMPLES = 1024;
    private static final int ROWS_BETWEEN_YIELDS = 8192;

    private final CsrPart part;
    private final long first;
    private final int rowCount;
    private final LocalView parents;

    LocalForest(final CsrPart part) {
        this.part = part;
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        parents = LocalView.allocate(rowCount, false);
    }

    /** Joins the ends of all edges; afterwards {@link #root} is known of all rows. */
    void join(final TaskContext ctx, final boolean isSymmetric) throws SuspendExecution {
        for (int row = 0; row < rowCount; row++) {
            parents.set(row, row);
        }
        if (isSymmetric) {
            forEachRow(ctx, this::joinFirstNeighbours);
            flatten();
            final int giant = giant();
            forEachRow(ctx, (from, end) -> joinOthers(from, end, giant));
        } else {
            forEachRow(ctx, this::joinAll);
        }
        flatten();
    }

    /** Something that is done with successive rows, some thousand at a time; what waits is not compiled as well. */
    private interface RowsBody {
        void run(int from, int end);
    }

    private void forEachRow(final TaskContext ctx, final RowsBody body) throws SuspendExecution {
        for (int from = 0; from < rowCount; from += ROWS_BETWEEN_YIELDS) {
            body.run(from, Math.min(rowCount, from + ROWS_BETWEEN_YIELDS));
            ctx.yield();
        }
    }

    private void joinFirstNeighbours(final int from, final int to) {
        for (int row = from; row < to; row++) {
            final long begin = part.begin(row);
            final long end = part.begin(row + 1);
            if (begin < end) {
                joinFirstNeighbours(row, begin, end);
            }
        }
    }

    /** Where all neighbours from one end of the row on may be here, nothing is searched. */
    private void joinFirstNeighbours(final int row, final long begin, final long end) {
        final long low = part.target(begin) - first;
        if (low < 0 && part.target(end - 1) < first + rowCount) {
            int root = find(row);
            for (long at = end - 1; at >= Math.max(begin, end - FIRST_NEIGHBOURS) && part.target(at) >= first; at--) {
                root = join(root, (int) (part.target(at) - first));
            }
        } else {
            final long from = low < 0 ? part.lowerBound(row, first) : begin;
            joinFrom(row, from, Math.min(end, from + FIRST_NEIGHBOURS));
        }
    }

    private void joinFrom(final int row, final long from, final long end) {
        int root = find(row);
        for (long at = from; at < end; at++) {
            final long other = part.target(at) - first;
            if (other >= rowCount) {
                return;
            }
            root = join(root, (int) other);
        }
    }

    private void joinOthers(final int from, final int to, final int giant) {
        for (int row = from; row < to; row++) {
            final long begin = part.begin(row);
            final long end = part.begin(row + 1);
            if (begin < end && find(row) != find(giant)) {
                joinFrom(row, part.target(begin) < first ? part.lowerBound(row, first) : begin, end);
            }
        }
    }

    private void joinAll(final int from, final int to) {
        for (int row = from; row < to; row++) {
            joinFrom(row, part.lowerBound(row, first), part.begin(row + 1));
        }
    }

    /** Joins the piece of a root with that of a row; returns the root of both. */
    private int join(final int root, final int row) {
        final int other = find(row);
        if (other == root) {
            return root;
        }
        final int lower = Math.min(root, other);
        parents.set(Math.max(root, other), lower);
        return lower;
    }

    /** With paths halved; most rows are the root or below it, and nothing is written. */
    private int find(final int row) {
        int at = row;
        for (;;) {
            final int parent = parents.narrow(at);
            final int next = parents.narrow(parent);
            if (next == parent) {
                return parent;
            }
            parents.set(at, next);
            at = next;
        }
    }

    /** A parent is never larger than its row: its root is known before. */
    private void flatten() {
        for (int row = 0; row < rowCount; row++) {
            parents.set(row, parents.narrow(parents.narrow(row)));
        }
    }

    /** The root of a row, when all are joined. */
    int root(final long row) {
        return parents.narrow(row);
    }

    /** The root of most of some rows, all over the node, that have neighbours: probably the largest piece. */
    int giant() {
        int candidate = NO_ROW;
        int lead = 0;
        final int step = Math.max(1, rowCount / SAMPLES);
        for (int row = 0; row < rowCount; row += step) {
            if (part.degree(row) > 0) {
                final int root = parents.narrow(row);
                if (lead == 0) {
                    candidate = root;
                }
                lead += root == candidate ? 1 : -1;
            }
        }
        return candidate == NO_ROW ? 0 : candidate;
    }

    /** Gives each row the label of its root, and counts the rows: afterwards {@link #size} is known, of roots only. */
    void spread(final TaskContext ctx, final LocalView labels) throws SuspendExecution {
        forEachRow(ctx, (from, end) -> spread(from, end, labels));
    }

    private void spread(final int from, final int to, final LocalView labels) {
        for (int row = from; row < to; row++) {
            final int root = parents.narrow(row);
            if (root == row) {
                parents.set(row, -1);
            } else {
                labels.set(row, labels.get(root));
                parents.set(root, parents.narrow(root) - 1);
            }
        }
    }

    /** Rows of a piece, by its root. */
    int size(final int root) {
        return -parents.narrow(root);
    }

    @Override
    public void close() {
        parents.close();
    }
}
