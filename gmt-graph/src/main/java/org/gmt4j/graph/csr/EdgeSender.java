package org.gmt4j.graph.csr;

import org.gmt4j.BulkVisitor;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.EdgeBatch;

/**
 * Sends the directions of edges to the owners of their rows, a few hundred at a time; those of the own node go to its
 * staging. Owned by one task. Per edge. Memory: one block for each node.
 */
final class EdgeSender implements AutoCloseable {
    private final EdgeKeys keys;
    private final Distribution vertices;
    private final BulkVisitor visitor;
    private final EdgeStaging own;
    private final long ownStart;
    private final long ownCount;
    /** Words of a node's block. */
    private final int length;
    /** The blocks, one behind the other. */
    private final LocalView blocks;
    /** By node: where its next entry goes. */
    private final long[] positions;

    /** @param own where the directions of the own node go: the staging of the task's lane */
    EdgeSender(final TaskContext ctx, final EdgeKeys keys, final Distribution vertices, final BulkVisitor visitor,
               final EdgeStaging own) {
        this.keys = keys;
        this.vertices = vertices;
        this.visitor = visitor;
        this.own = own;
        ownStart = vertices.start(ctx.nodeId());
        ownCount = vertices.count(ctx.nodeId());
        length = visitor.maxLength(ctx) / keys.entryLength() * keys.entryLength() >> 3;
        blocks = LocalView.allocate((long) length * ctx.nodeCount(), true);
        positions = new long[ctx.nodeCount()];
        for (int node = 0; node < positions.length; node++) {
            positions[node] = begin(node);
        }
    }

    private long begin(final int node) {
        return (long) node * length;
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
            blocks.setWord(at, row);
            blocks.setWord(at + 1, word);
            at += 2;
        } else {
            blocks.setWord(at, row << keys.wordBits() | word);
            at++;
        }
        positions[node] = at;
        if (at == begin(node) + length) {
            flush(ctx, node);
        }
    }

    /**
     * The same with weights.
     *
     * @param firstPlace of the first edge of the batch among all, where the batch does not say places
     */
    void sendWeighted(final TaskContext ctx, final EdgeBatch batch, final boolean isSymmetric, final long firstPlace) {
        for (int i = 0; i < batch.count(); i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            final long place = batch.hasPlaces() ? batch.place(i) : firstPlace + i;
            send(ctx, source, EdgeKeys.word(target, 0), batch.word(i), place);
            if (isSymmetric && source != target) {
                send(ctx, target, EdgeKeys.word(source, 1), batch.word(i), place);
            }
        }
    }

    private void send(final TaskContext ctx, final long vertex, final long word, final long weight, final long place) {
        final long ownRow = vertex - ownStart;
        if (ownRow >= 0 && ownRow < ownCount) {
            own.add(ownRow, word, weight, place);
            return;
        }
        final long located = vertices.locate(vertex);
        final int node = (int) (located >>> CommandWord.OFFSET_BITS);
        final long row = located & CommandWord.MAX_OFFSET;
        long at = positions[node];
        if (keys.isWide()) {
            blocks.setWord(at++, row);
            blocks.setWord(at++, word);
        } else {
            blocks.setWord(at++, row << keys.wordBits() | word);
        }
        blocks.setWord(at++, weight);
        if (keys.payload() > 1) {
            blocks.setWord(at++, place);
        }
        positions[node] = at;
        if (at == begin(node) + length) {
            flush(ctx, node);
        }
    }

    private void flush(final TaskContext ctx, final int node) {
        final long begin = begin(node);
        visitor.send(ctx, node, blocks.address(begin), (int) (positions[node] - begin) << 3);
        positions[node] = begin;
    }

    /** Sends the remaining edges. */
    void flush(final TaskContext ctx) {
        for (int node = 0; node < positions.length; node++) {
            if (positions[node] > begin(node)) {
                flush(ctx, node);
            }
        }
    }

    @Override
    public void close() {
        blocks.close();
    }
}
