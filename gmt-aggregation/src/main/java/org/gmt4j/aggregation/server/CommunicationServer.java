package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.BlockSink;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * The one part of a node that touches the transport: sends gathered blocks and sealed reply buffers, polls buffers that
 * arrives. Its methods belong to one thread, except the two doors {@link #accept} and {@link #acceptReplies} which any
 * lane may use. Per buffer.
 *
 * <p>It moves buffers and never looks into commands. It never waits: a buffer that the transport refuses stays where it
 * is. {@link RequestSender} and {@link ReplySender} send; blocks for a node that cannot be reached are answered by
 * {@link StandIn}.
 */
public final class CommunicationServer implements BlockSink, DirectSender {
    private final int nodeId;
    private final Transport transport;
    private final ServerCounters counters;
    /** Bytes of blocks of one request buffer. */
    private final int capacity;
    private final RequestSender requests;
    private final ReplySender replies;
    /** Null in a fully connected topology, where nothing is forwarded. */
    private final EdgeExchange exchange;
    private final PeerFailures failures;
    private final StandIn standIn;
    private final BufferReader requestReader;
    private final BufferReader replyReader;
    private Runnable wakeUp = () -> { };

    /** The server of a node whose neighbours are all nodes. */
    public CommunicationServer(final AggregationConfig config, final long job, final Transport transport,
                               final int lanes, final BlockReceivers receivers) {
        this(config, Routes.direct(transport.nodeId(), transport.nodeCount()), TopologyConfig.DEFAULT, job, transport,
            lanes, receivers);
    }

    /**
     * The server of a node.
     *
     * @param routes    neighbours, and the neighbour that leads to each node
     * @param edges     buffers of an edge; unused in a fully connected topology
     * @param lanes     threads that will hand over blocks: sizes the queues so that they never refuse
     */
    public CommunicationServer(final AggregationConfig config, final Routes routes, final TopologyConfig edges,
                               final long job, final Transport transport, final int lanes,
                               final BlockReceivers receivers) {
        this.transport = transport;
        nodeId = transport.nodeId();
        final int nodes = transport.nodeCount();
        counters = new ServerCounters(nodes);
        if (config.bufferLength() > transport.maxPayloadLength()) {
            throw new IllegalArgumentException("buffers of " + config.bufferLength()
                + " B do not fit the transport's largest claim of "
                + transport.maxPayloadLength() + " B; lower the buffer length");
        }
        final int requestLength = edges.requestLength(config.bufferLength(), transport.maxPayloadLength(), routes);
        if (config.blockLength() > requestLength - BufferHeader.LENGTH) {
            throw new IllegalArgumentException("blocks of " + config.blockLength()
                + " B do not fit the request buffers of an edge of " + requestLength + " B; lower the block length");
        }
        capacity = requestLength - BufferHeader.LENGTH;
        exchange = routes.isForwarding() ? new EdgeExchange(routes, edges, requestLength, config.bufferLength()) : null;
        if (exchange != null) {
            transport.expectRequests(node -> node == nodeId || routes.edgeTo(node) >= 0);
        }
        failures = new PeerFailures(transport);
        standIn = new StandIn(receivers.replies(), exchange == null ? null : exchange.replies() == null
            ? new ReplyBuffers(config, nodes, this::acceptReplies)
            : new ReplyBuffers(config, routes, this::acceptReplies));
        final ServerParts parts = new ServerParts(job, transport, counters, exchange, failures, standIn);
        requests = new RequestSender(parts, config, routes, capacity, lanes);
        replies = new ReplySender(parts, ServerParts.queueCapacity((lanes + 1L) * config.replyBuffers()),
            config.bufferLength(), config.bufferBlocks());
        requestReader = new BufferReader(nodeId, nodes, job, TrafficClass.REQUEST, config.maxReplyLength(),
            receivers.requests(), receivers.losses(), exchange);
        replyReader = new BufferReader(nodeId, nodes, job, TrafficClass.REPLY, config.maxReplyLength(),
            receivers.replies(), receivers.losses(), exchange);
    }

    /** Door, any lane: a closed block. */
    @Override
    public void accept(final RequestBlock block) {
        if (requests.accept(block)) {
            wakeUp.run();
        }
    }

    /** Door, any helper: a buffer full of replies. */
    public void acceptReplies(final NetworkBuffer buffer) {
        replies.accept(buffer);
        wakeUp.run();
    }

    /** Sets the wake-up of the server's thread, which lanes call when they hand something over. Before start. */
    public void onWakeUp(final Runnable action) {
        wakeUp = action;
    }

    /** Sets the probe notified of each buffer sent. Before start. */
    public void probe(final ServerProbe who) {
        counters.probe(who);
    }

    /** Sets the receiver of failures to reach a node. Before start. */
    public void onTrouble(final PeerTrouble listener) {
        failures.onTrouble(listener);
        replies.onUndeliverable(failures::undeliverable);
        transport.onBroken(failures::undeliverable);
    }

    /** True when lanes have handed over something that has not been looked at. */
    public boolean hasHandOvers() {
        return requests.hasHandOvers() || replies.hasSealed();
    }

    /** Bytes queued for a next hop: lanes that share the server's thread send when a buffer's worth is there. */
    public long queuedBytes(final int nextHop) {
        return requests.queuedBytes(nextHop);
    }

    /**
     * Sends the buffers that should go now.
     *
     * @param ageNs blocks gathered for longer go even when the buffer is not full; 0: everything goes
     * @return buffers sent
     */
    public int send(final long nowNs, final long ageNs) {
        return replies.send() + requests.send(nowNs, ageNs);
    }

    @Override
    public int maxBlockLength() {
        return capacity;
    }

    @Override
    public boolean send(final RequestBlock block, final Object source, final long from, final int length) {
        return requests.sendDirect(block, source, from, length);
    }

    @Override
    public long claimReply(final int node, final int length) {
        return replies.claimBlock(node, length);
    }

    @Override
    public long claimReplyInOrder(final int node, final int length) {
        return replies.claimInOrder(node, length);
    }

    @Override
    public void commitReply() {
        replies.commitBlock();
    }

    /** Takes incoming buffers, replies first: they free blocks and wake tasks and never need an output buffer. */
    public int poll(final int limit) {
        return transport.poll(TrafficClass.REPLY, replyReader, limit)
            + transport.poll(TrafficClass.REQUEST, requestReader, limit);
    }

    /** Only replies, for a lane that cannot take requests now. */
    public int pollReplies(final int limit) {
        return transport.poll(TrafficClass.REPLY, replyReader, limit);
    }

    /** One duty cycle of the transport itself. */
    public int transportWork(final long nowNs) {
        return transport.doWork(nowNs);
    }

    /** True when something has not been sent. */
    public boolean hasUnsent() {
        return requests.activeCount() > 0 || replies.pendingCount() > 0 || hasHandOvers()
            || exchange != null && exchange.hasWork();
    }

    public boolean hasTrafficPending() {
        return transport.hasTrafficPending();
    }

    public ServerCounters counters() {
        counters.received = requestReader.bufferCount() + replyReader.bufferCount();
        counters.receivedBytes = requestReader.byteCount() + replyReader.byteCount();
        counters.dropped = requestReader.droppedCount() + replyReader.droppedCount();
        if (exchange != null) {
            counters.forwardedBlocks = exchange.forwardedBlocks();
            counters.refusedForwards = exchange.requests().refusedBlocks();
            counters.edgeStalls = exchange.stalls();
            counters.acknowledgements = exchange.acknowledgementBuffers();
            counters.edgeBufferBytes = exchange.memoryInBytes();
        }
        return counters;
    }

    /** False where all nodes are neighbours: then there are no edge buffers, and nothing is forwarded. */
    public boolean isForwarding() {
        return exchange != null;
    }

    /** Null in a fully connected topology. */
    EdgeExchange edges() {
        return exchange;
    }

    /** Frees the edge buffers, after the server's thread has ended. */
    public void close() {
        if (exchange != null) {
            exchange.close();
        }
        standIn.close();
    }

    public Transport transport() {
        return transport;
    }

    @Override
    public String toString() {
        return "server of node " + nodeId + " active=" + requests.activeCount() + " pendingReplies="
            + replies.pendingCount() + " queued=" + requests.queuedBytes() + " B"
            + (exchange == null ? "" : " edges: " + exchange);
    }
}
