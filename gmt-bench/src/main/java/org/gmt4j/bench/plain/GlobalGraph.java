package org.gmt4j.bench.plain;

import org.gmt4j.ElementView;
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

    /** The neighbours of a vertex, ascending. */
    ElementView neighbours(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final long first = offsets.get(ctx, vertex);
        return targets.view(ctx, first, (int) (offsets.get(ctx, vertex + 1) - first));
    }

    /** The weights of the edges to them. */
    ElementView weightsOf(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final long first = offsets.get(ctx, vertex);
        return weights.view(ctx, first, (int) (offsets.get(ctx, vertex + 1) - first));
    }

    void free(final TaskContext ctx) throws SuspendExecution {
        offsets.free(ctx);
        targets.free(ctx);
        weights.free(ctx);
    }
}
