package org.gmt4j.apps.bfs;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.runtime.array.GlobalIntArray;
import org.gmt4j.runtime.array.GlobalLongArray;
import org.gmt4j.runtime.array.IntegerArray;
import org.gmt4j.runtime.task.TaskContext;

/**
 * Expands some vertices of the current queue with the buffers it needs. Owned by one task at a time. Per edge.
 *
 * <pre>
 * get vertices - get bounds of their rows - for each block of edges:
 *     get neighbours - compare-and-set their parents - add the number of winners to the tail - put the winners
 * </pre>
 */
final class QueueWorkspace {
    /** Edges of one block: long rows take several. */
    private static final int BLOCK_EDGES = 4096;
    private static final int FIRST_EDGES = 256;

    private final boolean isWide;
    private long[] vertices = new long[32];
    private long[] bounds = new long[64];
    private int[] narrowNeighbours = new int[0];
    private long[] neighbours = new long[0];
    private long[] sources = new long[0];
    private long[] before = new long[0];
    private int edgeCount;

    QueueWorkspace(final boolean isWide) {
        this.isWide = isWide;
        reserve(FIRST_EDGES);
    }

    private void reserve(final long edges) {
        if (neighbours.length < edges && neighbours.length < BLOCK_EDGES) {
            final int length = (int) Math.min(BLOCK_EDGES, Math.max(edges, 2L * neighbours.length));
            neighbours = new long[length];
            sources = new long[length];
            before = new long[length];
            narrowNeighbours = new int[isWide ? 0 : length];
        }
    }

    void expand(final TaskContext ctx, final CsrGraph graph, final IntegerArray parents, final GlobalLongArray current,
                final long from, final int count, final GlobalLongArray next, final GlobalLongArray tail) throws SuspendExecution {
        if (vertices.length < count) {
            vertices = new long[count];
            bounds = new long[2 * count];
        }
        current.get(ctx, from, vertices, 0, count);
        getBounds(ctx, graph, count);
        ctx.await();
        reserve(edgesOf(count));
        edgeCount = 0;
        for (int i = 0; i < count; i++) {
            long at = bounds[2 * i];
            while (at < bounds[2 * i + 1]) {
                at += getNeighbours(ctx, graph, vertices[i], at, bounds[2 * i + 1]);
                if (edgeCount == neighbours.length) {
                    claim(ctx, parents, next, tail);
                }
            }
        }
        if (edgeCount > 0) {
            claim(ctx, parents, next, tail);
        }
    }

    private void getBounds(final TaskContext ctx, final CsrGraph graph, final int count) {
        final GlobalLongArray offsets = graph.offsets();
        for (int i = 0; i < count; i++) {
            offsets.getNb(ctx, graph.boundsOf(vertices[i]), bounds, 2 * i, 2);
        }
    }

    private long edgesOf(final int count) {
        long edges = 0;
        for (int i = 0; i < count; i++) {
            edges += bounds[2 * i + 1] - bounds[2 * i];
        }
        return edges;
    }

    /** Asks for as much of a row as the block still takes. Returns how much. */
    private int getNeighbours(final TaskContext ctx, final CsrGraph graph, final long source, final long at, final long end) {
        final int first = edgeCount;
        final int count = (int) Math.min(end - at, neighbours.length - first);
        if (isWide) {
            ((GlobalLongArray) graph.targets()).getNb(ctx, at, neighbours, first, count);
        } else {
            ((GlobalIntArray) graph.targets()).getNb(ctx, at, narrowNeighbours, first, count);
        }
        for (int i = first; i < first + count; i++) {
            sources[i] = source;
        }
        edgeCount = first + count;
        return count;
    }

    /** One global memory access for each edge of the block, then the winners go to the next queue. */
    private void claim(final TaskContext ctx, final IntegerArray parents, final GlobalLongArray next, final GlobalLongArray tail)
        throws SuspendExecution {
        ctx.await();
        ctx.count("edges", edgeCount);
        claimParents(ctx, parents);
        ctx.await();
        final int winners = gatherWinners();
        edgeCount = 0;
        if (winners > 0) {
            final long slot = tail.add(ctx, 0, winners);
            next.putNb(ctx, slot, neighbours, 0, winners);
        }
    }

    private void claimParents(final TaskContext ctx, final IntegerArray parents) {
        final int count = edgeCount;
        for (int i = 0; i < count; i++) {
            if (!isWide) {
                neighbours[i] = narrowNeighbours[i];
            }
            parents.compareAndSetNb(ctx, neighbours[i], BfsKernel.UNREACHED, sources[i], before, i);
        }
    }

    private int gatherWinners() {
        int winners = 0;
        for (int i = 0; i < edgeCount; i++) {
            if (before[i] == BfsKernel.UNREACHED) {
                neighbours[winners++] = neighbours[i];
            }
        }
        return winners;
    }
}
