package org.gmt4j.graph.cores;

import org.gmt4j.BulkVisitor;
import org.gmt4j.TaskContext;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows of other nodes that have lost a neighbour, a block at a time. Owned by one task of the node; per row. Memory:
 * one block for each node.
 *
 * <pre>
 * block   parity of the round, 0, rows of 4 bytes each; -1 fills the last word
 * </pre>
 */
final class PeelMail implements AutoCloseable {
    private static final int HEAD = 2;

    private final int length;
    private final LocalView blocks;
    private final int[] counts;
    private long sent;

    PeelMail(final TaskContext ctx, final BulkVisitor visitor) {
        length = visitor.maxLength(ctx) >> 2;
        blocks = LocalView.allocate((long) length * ctx.nodeCount(), false);
        counts = new int[ctx.nodeCount()];
    }

    void add(final TaskContext ctx, final BulkVisitor visitor, final int node, final int row, final int parity) {
        blocks.set((long) node * length + HEAD + counts[node], row);
        sent++;
        if (++counts[node] == length - HEAD) {
            flush(ctx, visitor, node, parity);
        }
    }

    /** Rows since the last {@link #flush}. */
    long sent() {
        return sent;
    }

    /** Sends what is left; returns how many rows this round has sent. */
    long flush(final TaskContext ctx, final BulkVisitor visitor, final int parity) {
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                flush(ctx, visitor, node, parity);
            }
        }
        final long all = sent;
        sent = 0;
        return all;
    }

    private void flush(final TaskContext ctx, final BulkVisitor visitor, final int node, final int parity) {
        final long first = (long) node * length;
        blocks.set(first, parity);
        blocks.set(first + 1, 0);
        int end = HEAD + counts[node];
        if ((end & 1) != 0) {
            blocks.set(first + end++, -1);
        }
        visitor.send(ctx, node, blocks.address(first), end << 2);
        counts[node] = 0;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
