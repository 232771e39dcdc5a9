package org.gmt4j.engine.combining;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.BlockSink;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.testing.TinyOwner;
import org.gmt4j.aggregation.topology.Routes;

/** The aggregator of one lane of node 0, and a node 1 that answers its blocks when the test says so. */
final class AnsweringNode implements BlockSink, BackPressure, AutoCloseable {
    final TinyOwner owner;
    /** Sent, and not answered. */
    final Deque<byte[]> blocks = new ArrayDeque<>();
    final Aggregator aggregator;
    private final NativeBytes block;
    private final NativeBytes reply;

    /** @param words elements of 8 bytes at node 1 */
    AnsweringNode(final int words) {
        final AggregationConfig config = AggregationConfig.DEFAULT;
        owner = new TinyOwner(words, (index, argument) -> { });
        block = new NativeBytes(config.blockLength());
        reply = new NativeBytes(4 * config.blockLength());
        aggregator = new Aggregator(config, Routes.direct(0, 2), 0, this, this);
    }

    /** Answers the oldest block. */
    void answer() {
        final byte[] bytes = blocks.remove();
        block.set(bytes);
        final int length = owner.answer(block.address(), bytes.length, reply.address());
        assertTrue(aggregator.inFlight().onReply(reply.address(), length));
    }

    @Override
    public void accept(final RequestBlock sent) {
        sent.departed();
        blocks.add(NativeBytes.copy(sent.address(), sent.length()));
    }

    @Override
    public void relieve(final int attempt) {
        throw new AssertionError("the lane waits");
    }

    @Override
    public void blockClosed() {
        // nothing else to do
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Override
    public void close() {
        aggregator.close();
        block.close();
        reply.close();
    }
}
