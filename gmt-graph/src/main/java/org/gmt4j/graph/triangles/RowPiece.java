package org.gmt4j.graph.triangles;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows of neighbouring vertices of one node: this node's own as they are, others copied to this one. Filled by one
 * task, then read by all threads of the node; memory as long as what is copied, at most as the settings say, and more
 * where a single row is longer.
 */
final class RowPiece {
    private final OrientedRows rows;
    private final int mostRows;
    private final int mostTargets;
    private final long firstOwn;
    private final LocalView ownOffsets;
    private final LocalView ownTargets;
    /** Where the own targets begin in the whole array. */
    private final long ownPosition;
    private boolean isOwn;
    /** Positions of copied rows in the whole array, and one behind the last. */
    private long[] bounds = new long[0];
    private int[] narrow = new int[0];
    private long[] wide = new long[0];
    private long firstVertex;
    private long endVertex;

    /**
     * @param firstOwn    vertex of this node's first row
     * @param mostRows    rows at a time
     * @param mostTargets of all rows at a time, but for rows that are longer
     */
    RowPiece(final OrientedRows rows, final long firstOwn, final int mostRows, final int mostTargets) {
        this.rows = rows;
        this.firstOwn = firstOwn;
        this.mostRows = mostRows;
        this.mostTargets = mostTargets;
        ownOffsets = LocalView.of(rows.offsets());
        ownTargets = LocalView.of(rows.targets());
        ownPosition = rows.targets().localStart();
    }

    /**
     * Takes rows of a node.
     *
     * @param vertex of the first row
     * @param end    behind the last vertex to be taken, now or later
     */
    void load(final TaskContext ctx, final int node, final long vertex, final long end) throws SuspendExecution {
        isOwn = node == ctx.nodeId();
        firstVertex = vertex;
        if (isOwn && rows.areWhole()) {
            endVertex = end;                                    // few targets are far away: all at once
            return;
        }
        final int most = (int) Math.min(mostRows, end - vertex);
        if (!isOwn) {
            bounds = most < bounds.length ? bounds : new long[most + 1];
            rows.offsets().get(ctx, vertex + node, bounds, 0, most + 1);
        }
        final int rowCount = rowsThatFit(most);
        endVertex = vertex + rowCount;
        if (!isOwn) {
            copy(ctx, Math.toIntExact(bounds[rowCount] - bounds[0]));
        }
    }

    private void copy(final TaskContext ctx, final int count) throws SuspendExecution {
        if (rows.targets() instanceof GlobalIntArray targets) {
            narrow = count > narrow.length ? new int[count] : narrow;
            targets.get(ctx, bounds[0], narrow, 0, count);
        } else if (rows.targets() instanceof GlobalLongArray targets) {
            wide = count > wide.length ? new long[count] : wide;
            targets.get(ctx, bounds[0], wide, 0, count);
        }
    }

    private int rowsThatFit(final int most) {
        int low = 1;
        int high = most;
        while (low < high) {
            final int middle = low + high + 1 >>> 1;
            if (position(firstVertex + middle) - position(firstVertex) <= mostTargets) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    long firstVertex() {
        return firstVertex;
    }

    /** Behind the last vertex. */
    long endVertex() {
        return endVertex;
    }

    /** Of the first target of a vertex; that of the next vertex is the end. */
    private long position(final long vertex) {
        return isOwn ? ownOffsets.word(vertex - firstOwn) - ownPosition
            : bounds[(int) (vertex - firstVertex)] - bounds[0];
    }

    private long target(final long position) {
        return isOwn ? ownTargets.get(position) : rows.targets().elementLength() == Long.BYTES
            ? wide[(int) position] : narrow[(int) position];
    }

    /** Of the first target of a vertex that counts. */
    private long begin(final long vertex) {
        final long begin = position(vertex);
        return rows.areWhole() ? behind(vertex, begin, position(vertex + 1)) : begin;
    }

    /** The first position whose target comes behind a vertex. */
    private long behind(final long vertex, final long begin, final long end) {
        long low = begin;
        long high = end;
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (target(middle) <= vertex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether {@link #common} may be asked: targets take 4 bytes. */
    boolean isNarrow() {
        return !ownTargets.isWide();
    }

    /** How many targets of a vertex are one of four. */
    int common(final int vertex, final int a, final int b, final int c, final int d) {
        // the last ones first: where rows are whole, those in front of the vertex do not count
        final int floor = rows.areWhole() ? vertex : -1;
        int count = 0;
        if (isOwn) {
            final long begin = position(vertex);
            int other;
            for (long at = position(vertex + 1) - 1; at >= begin && (other = ownTargets.narrow(at)) > floor; at--) {
                count += other == a || other == b || other == c || other == d ? 1 : 0;
            }
        } else {
            final int begin = (int) position(vertex);
            int other;
            for (int at = (int) position(vertex + 1) - 1; at >= begin && (other = narrow[at]) > floor; at--) {
                count += other == a || other == b || other == c || other == d ? 1 : 0;
            }
        }
        return count;
    }

    /** How many targets of a vertex are marked. */
    int count(final RowMarks set, final long vertex) {
        final long begin = begin(vertex);
        final long end = position(vertex + 1);
        if (isOwn) {
            return set.count(ownTargets, begin, (int) (end - begin));
        }
        return isNarrow() ? set.count(narrow, (int) begin, (int) end) : set.count(wide, (int) begin, (int) end);
    }

    /** The same, and notes a hit for each that is. */
    int hit(final RowMarks set, final long vertex) {
        final long end = position(vertex + 1);
        int count = 0;
        for (long at = begin(vertex); at < end; at++) {
            count += set.hit(target(at));
        }
        return count;
    }
}
