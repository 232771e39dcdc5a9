package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * Exchanges acknowledgements, besides blocks, between a node of a forwarding topology and its neighbours: they give
 * credits back. They travel in the header of any buffer of the reply class that goes to the neighbour anyway, or in a
 * buffer that is nothing but that header. That class always drains, and reading a header needs nothing, so credits come
 * home whatever waits. Owned by the communication server. Per buffer.
 */
final class EdgeExchange {
    /** Most acknowledgements of one header. */
    private static final int MOST_ACKNOWLEDGED = 255;

    private final Routes routes;
    private final EdgeTraffic requests;
    private final EdgeTraffic replies;
    private long acknowledgementBuffers;

    /** @param requestLength of a request buffer, {@code replyLength} of a reply buffer: bytes, header included */
    EdgeExchange(final Routes routes, final TopologyConfig config, final int requestLength, final int replyLength) {
        this.routes = routes;
        requests = new EdgeTraffic(routes, config.buffers(), requestLength - BufferHeader.LENGTH);
        replies = config.replies() == TopologyConfig.Replies.ROUTED
            ? new EdgeTraffic(routes, config.buffers(), replyLength - BufferHeader.LENGTH) : null;
    }

    EdgeTraffic requests() {
        return requests;
    }

    /** Null where replies go straight to their destinations. */
    EdgeTraffic replies() {
        return replies;
    }

    Routes routes() {
        return routes;
    }

    /** A buffer of the reply class has come in: credits may come with it. */
    void acknowledged(final int source, final long header) {
        final int requestBuffers = BufferHeader.acknowledgedRequestBuffers(header);
        final int replyBuffers = BufferHeader.acknowledgedReplyBuffers(header);
        if ((requestBuffers | replyBuffers) == 0) {
            return;
        }
        final int edge = routes.edgeTo(source);
        if (edge < 0 || replyBuffers > 0 && replies == null) {
            throw new IllegalStateException("GMT-265 node " + source
                + " acknowledges buffers on an edge that does not exist");
        }
        requests.credits().giveBack(edge, requestBuffers);
        if (replyBuffers > 0) {
            replies.credits().giveBack(edge, replyBuffers);
        }
    }

    /**
     * Lets a buffer of the reply class that goes to {@code node} carry the acknowledgements owed to it. Behind the
     * encoding of its header.
     */
    void stamp(final long header, final int node) {
        final int edge = routes.edgeTo(node);
        if (edge >= 0) {
            BufferHeader.acknowledge(header, take(requests.buffers(), edge),
                replies == null ? 0 : take(replies.buffers(), edge));
        }
    }

    private static int take(final EdgeBuffers buffers, final int edge) {
        assert buffers.owed(edge) <= MOST_ACKNOWLEDGED;
        return buffers.takeOwed(edge);
    }

    /** True when some neighbour's credits are still here. */
    boolean owes() {
        return requests.buffers().owingCount() > 0 || replies != null && replies.buffers().owingCount() > 0;
    }

    /** True when blocks of others, or credits of others that can be reached, wait to be sent. */
    boolean hasWork() {
        return hasWork(requests) || replies != null && hasWork(replies);
    }

    private static boolean hasWork(final EdgeTraffic traffic) {
        return traffic.hasWork() || traffic.buffers().isPressing();
    }

    void countAcknowledgement() {
        acknowledgementBuffers++;
    }

    /** Buffers sent for nothing but acknowledgements. */
    long acknowledgementBuffers() {
        return acknowledgementBuffers;
    }

    long forwardedBlocks() {
        return requests.forwardedBlocks() + (replies == null ? 0 : replies.forwardedBlocks());
    }

    long stalls() {
        return requests.credits().stallCount() + (replies == null ? 0 : replies.credits().stallCount());
    }

    long memoryInBytes() {
        return requests.memoryInBytes() + (replies == null ? 0 : replies.memoryInBytes());
    }

    void close() {
        requests.close();
        if (replies != null) {
            replies.close();
        }
    }

    @Override
    public String toString() {
        return "requests: " + requests + (replies == null ? "" : "; replies: " + replies);
    }
}
