package org.gmt4j.apps.bfs;

import co.paralleluniverse.fibers.SuspendExecution;
import org.agrona.UnsafeApi;
import org.gmt4j.apps.graph.csr.CsrPart;
import org.gmt4j.runtime.array.IntegerArray;
import org.gmt4j.runtime.task.TaskContext;

/**
 * Expands some vertices of the node's part of the current queue with the buffers it needs. Owned by one task at a time. Per edge.
 *
 * <pre>
 * for each block of edges of the vertices' rows, which are in this node's memory:
 *     compare-and-set the neighbours' parents - add the numbers of winners to the owners' tails - put the winners
 * </pre>
 *
 * <p>Blocks are short: the buffers of all tasks that wait at a time should stay in the second cache.
 */
final class QueueWorkspace {
    /** Edges of one block: long rows take several. */
    static final int BLOCK_EDGES = 1024;

    private final CsrPart part;
    private final long rowsPerNode;
    private final long[] neighbours = new long[BLOCK_EDGES];
    private final long[] before = new long[BLOCK_EDGES];
    private final int[] owners = new int[BLOCK_EDGES];
    private final int[] counts;
    private final long[] slots;
    private int edgeCount;
    private long winnerCount;

    QueueWorkspace(final CsrPart part, final long rowsPerNode, final int nodeCount) {
        this.part = part;
        this.rowsPerNode = rowsPerNode;
        counts = new int[nodeCount];
        slots = new long[nodeCount];
    }

    /**
     * Expands {@code count} vertices of the node's part of the queue from the {@code from}-th on.
     *
     * @return how many vertices have been reached
     */
    long expand(final TaskContext ctx, final QueueLevel level, final long from, final int count) throws SuspendExecution {
        winnerCount = 0;
        edgeCount = 0;
        final long queue = level.current().localAddress() + (from << 3);
        for (int i = 0; i < count; i++) {
            final long vertex = UnsafeApi.getLong(queue + ((long) i << 3));
            final long row = vertex - part.firstVertex();
            final long end = part.begin(row + 1);
            long at = part.begin(row);
            while (at < end) {
                at = ask(ctx, level, vertex, at, end);
                if (edgeCount == BLOCK_EDGES) {
                    settle(ctx, level);
                }
            }
        }
        if (edgeCount > 0) {
            settle(ctx, level);
        }
        return winnerCount;
    }

    /** One global memory access for each edge of a row from {@code at} on, as far as the block takes them. Returns where it ends. */
    private long ask(final TaskContext ctx, final QueueLevel level, final long vertex, final long at, final long end) {
        final IntegerArray parents = level.parents();
        final int first = edgeCount;
        final int count = (int) Math.min(end - at, BLOCK_EDGES - first);
        for (int i = 0; i < count; i++) {
            neighbours[first + i] = part.target(at + i);
        }
        if (level.withLists()) {
            parents.compareAndSetEachNb(ctx, neighbours, first, count, BfsKernel.UNREACHED, vertex, before, first);
        } else {
            for (int i = first; i < first + count; i++) {
                parents.compareAndSetNb(ctx, neighbours[i], BfsKernel.UNREACHED, vertex, before, i);
            }
        }
        edgeCount = first + count;
        return at + count;
    }

    /** Waits for the answers; the vertices reached go to their owners' parts of the next queue. */
    private void settle(final TaskContext ctx, final QueueLevel level) throws SuspendExecution {
        ctx.await();
        ctx.count("edges", edgeCount);
        final int winners = gatherWinners(level);
        edgeCount = 0;
        if (winners == 0) {
            return;
        }
        winnerCount += winners;
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                level.tails().fetchAddNb(ctx, node, counts[node], slots, node);
            }
        }
        ctx.await();
        for (int i = 0; i < winners; i++) {
            final int owner = owners[i];
            level.next().putNb(ctx, owner * rowsPerNode + slots[owner]++, neighbours[i]);
        }
        java.util.Arrays.fill(counts, 0);
    }

    private int gatherWinners(final QueueLevel level) {
        int winners = 0;
        for (int i = 0; i < edgeCount; i++) {
            if (before[i] == BfsKernel.UNREACHED) {
                final long vertex = neighbours[i];
                final int owner = level.graph().owner(vertex);
                neighbours[winners] = vertex;
                owners[winners++] = owner;
                counts[owner]++;
            }
        }
        return winners;
    }
}
