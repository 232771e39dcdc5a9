package org.gmt4j.apps.graph.csr;

import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitor;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.apps.graph.EdgeBatch;

/**
 * Sends the directions of edges to the owners of their rows, a few hundred at a time; those of the own node go to its staging. Owned by
 * one task. Per edge. Memory: one block for each node.
 */
final class EdgeSender implements AutoCloseable {
    private final EdgeKeys keys;
    private final Distribution vertices;
    private final BulkVisitor visitor;
    private final EdgeStaging own;
    private final long ownStart;
    private final long ownCount;
    private final int length;
    private final long memory;
    private final long[] positions;

    /** @param own where the directions of the own node go: the staging of the task's lane */
    EdgeSender(final TaskContext ctx, final EdgeKeys keys, final Distribution vertices, final BulkVisitor visitor, final EdgeStaging own) {
        this.keys = keys;
        this.vertices = vertices;
        this.visitor = visitor;
        this.own = own;
        ownStart = vertices.start(ctx.nodeId());
        ownCount = vertices.count(ctx.nodeId());
        length = visitor.maxLength(ctx) / keys.entryLength() * keys.entryLength();
        memory = UnsafeApi.allocateMemory((long) length * ctx.nodeCount());
        positions = new long[ctx.nodeCount()];
        for (int node = 0; node < positions.length; node++) {
            positions[node] = begin(node);
        }
    }

    private long begin(final int node) {
        return memory + (long) node * length;
    }

    /** @param isSymmetric both directions, of a self-loop only the one that is listed */
    void send(final TaskContext ctx, final EdgeBatch batch, final boolean isSymmetric) {
        final int count = batch.count();
        for (int i = 0; i < count; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            send(ctx, source, EdgeKeys.word(target, 0));
            if (isSymmetric && source != target) {
                send(ctx, target, EdgeKeys.word(source, 1));
            }
        }
    }

    private void send(final TaskContext ctx, final long vertex, final long word) {
        final long ownRow = vertex - ownStart;
        if (ownRow >= 0 && ownRow < ownCount) {
            own.add(ownRow, word);
            return;
        }
        final long place = vertices.locate(vertex);
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        final long row = place & CommandWord.MAX_OFFSET;
        long at = positions[node];
        if (keys.isWide()) {
            UnsafeApi.putLong(at, row);
            UnsafeApi.putLong(at + 8, word);
            at += 16;
        } else {
            UnsafeApi.putLong(at, row << keys.wordBits() | word);
            at += 8;
        }
        positions[node] = at;
        if (at == begin(node) + length) {
            flush(ctx, node);
        }
    }

    private void flush(final TaskContext ctx, final int node) {
        final long begin = begin(node);
        visitor.send(ctx, node, begin, (int) (positions[node] - begin));
        positions[node] = begin;
    }

    /** Sends what is left. */
    void flush(final TaskContext ctx) {
        for (int node = 0; node < positions.length; node++) {
            if (positions[node] > begin(node)) {
                flush(ctx, node);
            }
        }
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(memory);
    }
}
