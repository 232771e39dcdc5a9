package org.gmt4j.graph.paths;

import org.gmt4j.BulkVisitor;
import org.gmt4j.TaskContext;
import org.gmt4j.graph.memory.LocalView;

/**
 * Entries of three words for other nodes, a block at a time: row there, length, vertex here. Owned by one task of the
 * node; per entry. Memory: one block for each node.
 */
final class PathMail implements AutoCloseable {
    static final int WORDS = 3;

    private final int length;
    private final LocalView blocks;
    private final int[] counts;
    private long sent;

    PathMail(final TaskContext ctx, final BulkVisitor visitor) {
        length = visitor.maxLength(ctx) / (WORDS << 3) * WORDS;
        blocks = LocalView.allocate((long) length * ctx.nodeCount(), true);
        counts = new int[ctx.nodeCount()];
    }

    void add(final TaskContext ctx, final BulkVisitor visitor, final int node, final long row, final long pathLength,
             final long vertex) {
        final long at = (long) node * length + counts[node];
        blocks.setWord(at, row);
        blocks.setWord(at + 1, pathLength);
        blocks.setWord(at + 2, vertex);
        counts[node] += WORDS;
        sent++;
        if (counts[node] == length) {
            flush(ctx, visitor, node);
        }
    }

    /** Entries since the last {@link #flush}. */
    long sent() {
        return sent;
    }

    void flush(final TaskContext ctx, final BulkVisitor visitor) {
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                flush(ctx, visitor, node);
            }
        }
        sent = 0;
    }

    private void flush(final TaskContext ctx, final BulkVisitor visitor, final int node) {
        visitor.send(ctx, node, blocks.address((long) node * length), counts[node] << 3);
        counts[node] = 0;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
