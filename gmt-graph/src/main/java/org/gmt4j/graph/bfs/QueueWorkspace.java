package org.gmt4j.graph.bfs;

import java.util.Arrays;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;

/**
 * Expands some vertices of the node's part of the current queue with the buffers it needs. Owned by one task at a time.
 * Per edge.
 *
 * <pre>
 * for each block of edges of the vertices' rows, which are in this node's memory:
 *     compare-and-set the neighbours' parents - add the numbers of winners to the owners' tails - put the winners
 * </pre>
 *
 * <p>Blocks are short, and of an edge only the answer is kept: the buffers of all tasks that wait at a time should stay
 * in the second cache. The neighbours are read again for the few that have been won.
 */
final class QueueWorkspace {
    /** Edges of one block: long rows take several. */
    static final int BLOCK_EDGES = 1024;

    private final CsrPart part;
    private final long rowsPerNode;
    private final long[] list;
    private final long[] before = new long[BLOCK_EDGES];
    private int edgeCount;
    /** Pieces of rows in the block: where each begins in the block, and in the node's edges. */
    private int pieceCount;
    private int[] begins = new int[16];
    private long[] positions = new long[16];
    private long[] winners = new long[16];
    private final int[] counts;
    private final long[] slots;
    private long winnerCount;

    /** @param list room for the neighbours of one block, shared by all workspaces of a lane: nothing is kept there */
    QueueWorkspace(final CsrPart part, final long rowsPerNode, final int nodeCount, final long[] list) {
        this.part = part;
        this.rowsPerNode = rowsPerNode;
        this.list = list;
        counts = new int[nodeCount];
        slots = new long[nodeCount];
    }

    /**
     * Expands {@code count} vertices of the node's part of the queue from the {@code from}-th on.
     *
     * @return how many vertices have been reached
     */
    long expand(final TaskContext ctx, final QueueLevel level, final long from, final int count)
        throws SuspendExecution {
        winnerCount = 0;
        edgeCount = 0;
        pieceCount = 0;
        final GlobalLongArray queue = level.current();
        final long first = queue.localStart() + from;
        for (int i = 0; i < count; i++) {
            final long vertex = queue.getLocal(first + i);
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

    /**
     * One global memory access for each edge of a row from {@code at} on, as far as the block takes them. Returns where
     * it ends.
     */
    private long ask(final TaskContext ctx, final QueueLevel level, final long vertex, final long at, final long end) {
        final IntegerArray parents = level.parents();
        final int first = edgeCount;
        final int count = (int) Math.min(end - at, BLOCK_EDGES - first);
        if (level.withLists()) {
            for (int i = 0; i < count; i++) {
                list[i] = part.target(at + i);
            }
            parents.compareAndSetEachNb(ctx, list, 0, count, BfsKernel.UNREACHED, vertex, before, first);
        } else {
            for (int i = 0; i < count; i++) {
                parents.compareAndSetNb(ctx, part.target(at + i), BfsKernel.UNREACHED, vertex, before, first + i);
            }
        }
        notePiece(first, at);
        edgeCount = first + count;
        return at + count;
    }

    private void notePiece(final int begin, final long position) {
        if (pieceCount == begins.length) {
            begins = Arrays.copyOf(begins, 2 * pieceCount);
            positions = Arrays.copyOf(positions, 2 * pieceCount);
        }
        begins[pieceCount] = begin;
        positions[pieceCount++] = position;
    }

    /** Waits for the answers; the vertices reached go to their owners' parts of the next queue. */
    private void settle(final TaskContext ctx, final QueueLevel level) throws SuspendExecution {
        ctx.await();
        ctx.count("edges", edgeCount);
        final int won = gatherWinners(level);
        edgeCount = 0;
        pieceCount = 0;
        if (won == 0) {
            return;
        }
        winnerCount += won;
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                level.tails().fetchAddNb(ctx, node, counts[node], slots, node);
            }
        }
        ctx.await();
        for (int i = 0; i < won; i++) {
            final int owner = level.graph().owner(winners[i]);
            level.next().putNb(ctx, owner * rowsPerNode + slots[owner]++, winners[i]);
        }
        Arrays.fill(counts, 0);
    }

    private int gatherWinners(final QueueLevel level) {
        int won = 0;
        for (int piece = 0; piece < pieceCount; piece++) {
            final int begin = begins[piece];
            final int end = piece + 1 < pieceCount ? begins[piece + 1] : edgeCount;
            for (int i = begin; i < end; i++) {
                if (before[i] == BfsKernel.UNREACHED) {
                    won = note(won, part.target(positions[piece] + (i - begin)), level);
                }
            }
        }
        return won;
    }

    private int note(final int won, final long vertex, final QueueLevel level) {
        if (won == winners.length) {
            winners = Arrays.copyOf(winners, 2 * won);
        }
        winners[won] = vertex;
        counts[level.graph().owner(vertex)]++;
        return won + 1;
    }
}
