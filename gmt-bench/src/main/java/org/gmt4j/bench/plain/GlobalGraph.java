package org.gmt4j.bench.plain;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A graph in global arrays, row by row: the neighbours of vertex v are elements {@code offsets[v]} to
 * {@code offsets[v + 1] - 1} of {@code targets}, and their edges have the weights in the same places.
 */
record GlobalGraph(GlobalLongArray offsets, GlobalIntArray targets, GlobalIntArray weights) {

    /** Puts a graph of this process into global arrays. Called by one task. */
    static GlobalGraph of(final TaskContext ctx, final SerialGraph graph) throws SuspendExecution {
        final GlobalLongArray offsets = GlobalLongArray.of(ctx, graph.longOffsets());
        final GlobalIntArray targets = GlobalIntArray.of(ctx, graph.targets());
        final GlobalIntArray weights = GlobalIntArray.of(ctx, graph.weights());
        return new GlobalGraph(offsets, targets, weights);
    }

    long vertexCount() {
        return offsets.size() - 1;
    }

    /** First place of a vertex's row, and the place behind it. */
    long[] bounds(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final long[] bounds = new long[2];
        offsets.get(ctx, vertex, bounds, 0, 2);
        return bounds;
    }

    /** Targets or weights between two bounds. */
    int[] row(final TaskContext ctx, final GlobalIntArray values, final long[] bounds) throws SuspendExecution {
        final int[] row = new int[(int) (bounds[1] - bounds[0])];
        values.get(ctx, bounds[0], row, 0, row.length);
        return row;
    }

    /** The neighbours of a vertex, ascending. */
    int[] neighbours(final TaskContext ctx, final long vertex) throws SuspendExecution {
        return row(ctx, targets, bounds(ctx, vertex));
    }

    void free(final TaskContext ctx) throws SuspendExecution {
        offsets.free(ctx);
        targets.free(ctx);
        weights.free(ctx);
    }
}
