package org.gmt4j.bench.kernel;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.BlockSink;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.graph.memory.LocalView;

/**
 * An aggregator whose blocks are answered the moment they are closed, with zeros for values: the rest is the cost
 * of gathering and completing. Owned by one thread; per block.
 */
public final class InstantReplies implements BlockSink, BackPressure, AutoCloseable {
    private final Aggregator aggregator;
    private final LocalView memory;
    /** Where the reply is encoded. */
    private final long reply;
    private BlockSink before = block -> { };

    public InstantReplies(final int nodeId, final int nodeCount) {
        final AggregationConfig config = AggregationConfig.DEFAULT;
        aggregator = new Aggregator(config, Routes.direct(nodeId, nodeCount), 0, this, this);
        memory = LocalView.allocate(config.bufferLength() / Long.BYTES, true);
        memory.fill(0);
        reply = memory.address(0);
    }

    /** @return the aggregator that is answered */
    public Aggregator aggregator() {
        return aggregator;
    }

    /** Is shown each block before it is answered. */
    void before(final BlockSink observer) {
        before = observer;
    }

    @Override
    public void accept(final RequestBlock block) {
        before.accept(block);
        block.departed();
        final long request = block.address();
        final int length = BlockHeader.LENGTH + BlockHeader.replyLength(request);
        BlockHeader.encodeReply(reply, request, length, 0, 0);
        if (!aggregator.inFlight().onReply(reply, length)) {
            throw new IllegalStateException("the aggregator has refused the reply to block "
                + BlockHeader.slot(request));
        }
    }

    @Override
    public void blockClosed() {
        // no communication to look after
    }

    @Override
    public void relieve(final int attempt) {
        throw new IllegalStateException("blocks are answered at once, yet none is free");
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        aggregator.close();
        memory.close();
    }
}
