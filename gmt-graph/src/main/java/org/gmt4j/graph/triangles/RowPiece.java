package org.gmt4j.graph.triangles;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Rows of neighbouring vertices of one node, copied to this one. Filled by one task, then read by all threads of the
 * node; memory as the settings say, and more where a single row is longer.
 */
final class RowPiece {
    private final OrientedRows rows;
    private final int mostTargets;
    /** Positions of the rows in the whole array, and one behind the last. */
    private final long[] bounds;
    private int loadedRows;
    private int[] narrow;
    private long[] wide;
    private long firstVertex;
    private int rowCount;
    private long endVertex;

    /**
     * @param mostRows    rows at a time
     * @param mostTargets of all rows at a time, but for rows that are longer
     */
    RowPiece(final OrientedRows rows, final int mostRows, final int mostTargets) {
        this.rows = rows;
        this.mostTargets = mostTargets;
        bounds = new long[mostRows + 1];
        final boolean isWide = rows.targets().elementLength() == Long.BYTES;
        narrow = new int[isWide ? 0 : mostTargets];
        wide = new long[isWide ? mostTargets : 0];
    }

    /**
     * Takes rows of a node.
     *
     * @param vertex of the first row
     * @param end    behind the last vertex of the node
     */
    void load(final TaskContext ctx, final int node, final long vertex, final long end) throws SuspendExecution {
        loadedRows = (int) Math.min(bounds.length - 1, end - vertex);
        rows.offsets().get(ctx, vertex + node, bounds, 0, loadedRows + 1);
        firstVertex = vertex;
        rowCount = rowsThatFit();
        endVertex = vertex + rowCount;
        final int count = Math.toIntExact(bounds[rowCount] - bounds[0]);
        if (rows.targets() instanceof GlobalIntArray targets) {
            narrow = count > narrow.length ? new int[count] : narrow;
            targets.get(ctx, bounds[0], narrow, 0, count);
        } else if (rows.targets() instanceof GlobalLongArray targets) {
            wide = count > wide.length ? new long[count] : wide;
            targets.get(ctx, bounds[0], wide, 0, count);
        }
    }

    private int rowsThatFit() {
        int low = 1;
        int high = loadedRows;
        while (low < high) {
            final int middle = low + high + 1 >>> 1;
            if (bounds[middle] - bounds[0] <= mostTargets) {
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

    /** Position of the first target of a vertex; that of the next vertex is the end. */
    int begin(final long vertex) {
        return (int) (bounds[(int) (vertex - firstVertex)] - bounds[0]);
    }

    long target(final int position) {
        return wide.length > 0 ? wide[position] : narrow[position];
    }

    /** The targets where they take 4 bytes; otherwise empty. */
    int[] narrow() {
        return narrow;
    }

    /** The targets where they take 8 bytes; otherwise empty. */
    long[] wide() {
        return wide;
    }
}
