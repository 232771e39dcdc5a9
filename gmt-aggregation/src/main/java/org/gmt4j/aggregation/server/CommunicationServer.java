package org.gmt4j.aggregation.server;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.AggregationQueue;
import org.gmt4j.aggregation.queue.BlockSink;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Gathering;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.FailureRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The one part of a node that touches the transport: sends gathered blocks and sealed reply buffers, polls what arrives.
 * Its methods belong to one thread, except the two doors {@link #accept} and {@link #acceptReplies} which any lane may use.
 * Per buffer.
 *
 * <p>It moves buffers and never looks into commands. It never waits: what the transport refuses stays where it is.
 */
public final class CommunicationServer implements BlockSink, DirectSender {
    private final AggregationConfig config;
    private final int nodeId;
    private final long job;
    private final Transport transport;
    private final TransportClaim claim = new TransportClaim();
    private final ServerCounters counters = new ServerCounters();

    private final AggregationQueue[] queues;
    private final Gathering[] gatherings;
    private final ManyToOneConcurrentArrayQueue<AggregationQueue> announced;
    private Gathering[] active;
    private int activeCount;

    /** Bytes of blocks of one request buffer. */
    private final int capacity;
    private final ReplySender replies;
    /** Null in a fully connected topology, where nothing is forwarded. */
    private final EdgeExchange exchange;
    private final long[] edgeSequences;

    private final BufferReader requestReader;
    private final BufferReader replyReader;
    private final BlockConsumer replyTaker;
    private final boolean[] isUndeliverable;
    private ByteBuffer refusal;
    private PeerTrouble trouble;                 // null: what fails stays where it is
    private boolean isLost;
    private Runnable wakeUp = () -> { };

    /** The server of a node whose neighbours are all nodes. */
    public CommunicationServer(final AggregationConfig config, final long job, final Transport transport, final int lanes,
                               final BlockConsumer requests, final BlockConsumer replyTaker,
                               final BufferReader.LossListener lossListener) {
        this(config, Routes.of(VirtualTopology.of(TopologyKind.FCG, transport.nodeCount()), transport.nodeId()), TopologyConfig.DEFAULT, job,
            transport, lanes, requests, replyTaker, lossListener);
    }

    /**
     * The server of a node.
     *
     * @param routes    which neighbours there are, and who leads where
     * @param edges     buffers of an edge; unused in a fully connected topology
     * @param lanes     threads that will hand over blocks: sizes the queues so that they never refuse
     * @param requests  executes incoming request blocks
     * @param replyTaker applies incoming reply blocks; must never refuse for want of an output buffer
     */
    public CommunicationServer(final AggregationConfig config, final Routes routes, final TopologyConfig edges, final long job,
                               final Transport transport, final int lanes, final BlockConsumer requests, final BlockConsumer replyTaker,
                               final BufferReader.LossListener lossListener) {
        this.config = config;
        this.job = job;
        this.transport = transport;
        nodeId = transport.nodeId();
        final int nodes = transport.nodeCount();
        if (config.bufferLength() > transport.maxPayloadLength()) {
            throw new IllegalArgumentException("buffers of " + config.bufferLength() + " B do not fit the transport's largest claim of "
                + transport.maxPayloadLength() + " B; lower the buffer length");
        }
        this.replyTaker = replyTaker;
        isUndeliverable = new boolean[nodes];
        final int requestLength = edges.requestLength(config.bufferLength(), transport.maxPayloadLength(), routes);
        if (config.blockLength() > requestLength - BufferHeader.LENGTH) {
            throw new IllegalArgumentException("blocks of " + config.blockLength() + " B do not fit the request buffers of an edge of "
                + requestLength + " B; lower the block length");
        }
        capacity = requestLength - BufferHeader.LENGTH;
        exchange = routes.isForwarding() ? new EdgeExchange(routes, edges, requestLength, config.bufferLength()) : null;
        queues = new AggregationQueue[nodes];
        gatherings = new Gathering[nodes];
        edgeSequences = new long[routes.isForwarding() ? routes.edgeCount() : 0];
        makeQueues(routes, lanes, lanes * (config.poolBlocks() + config.overflowBlocks()));
        announced = new ManyToOneConcurrentArrayQueue<>(Math.max(2, nodes));
        active = new Gathering[Math.max(1, nodes)];
        replies = new ReplySender(job, transport, lanes * config.replyBuffers(), config.bufferLength(), config.bufferBlocks(), counters, exchange);
        requestReader = new BufferReader(nodeId, nodes, job, TrafficClass.REQUEST, config.maxReplyLength(), requests, lossListener,
            exchange);
        replyReader = new BufferReader(nodeId, nodes, job, TrafficClass.REPLY, config.maxReplyLength(), replyTaker, lossListener,
            exchange);
    }

    /** One queue for each neighbour, and one for the node itself. */
    private void makeQueues(final Routes routes, final int lanes, final int blocks) {
        final int[] targets = new int[queues.length];
        for (int node = 0; node < queues.length; node++) {
            targets[routes.nextHop(node)]++;
        }
        for (int node = 0; node < queues.length; node++) {
            if (targets[node] > 0) {
                // Credits bound what one lane can have in one queue; blocks that wait for credit wait at the lane.
                queues[node] = new AggregationQueue(node, (int) Math.min(blocks, (long) lanes * config.credits() * targets[node]));
            }
        }
    }

    /** Door, any lane: a closed block. */
    @Override
    public void accept(final RequestBlock block) {
        final AggregationQueue queue = queues[block.nextHop()];
        if (queue.add(block)) {
            announced.offer(queue);
            wakeUp.run();
        }
    }

    /** Door, any helper: a buffer full of replies. */
    public void acceptReplies(final NetworkBuffer buffer) {
        replies.accept(buffer);
        wakeUp.run();
    }

    /** How lanes wake the server's thread when they hand something over. Before start. */
    public void onWakeUp(final Runnable action) {
        wakeUp = action;
    }

    /** Who is told when a node cannot be reached. Before start. */
    public void onTrouble(final PeerTrouble listener) {
        trouble = listener;
        replies.onUndeliverable(this::reportUndeliverable);
    }

    /** True when lanes have handed over something that has not been looked at. */
    public boolean hasHandOvers() {
        return !announced.isEmpty() || replies.hasSealed();
    }

    /** Bytes queued for a next hop: lanes that share the server's thread send when a buffer's worth is there. */
    public long queuedBytes(final int nextHop) {
        return queues[nextHop].bytes();
    }

    /**
     * Sends what should go now.
     *
     * @param ageNs blocks gathered for longer go even when the buffer is not full; 0: everything goes
     * @return buffers sent
     */
    public int send(final long nowNs, final long ageNs) {
        return replies.send() + sendRequests(nowNs, ageNs);
    }

    private int sendRequests(final long nowNs, final long ageNs) {
        AggregationQueue queue;
        while (activeCount < active.length && (queue = announced.poll()) != null) {
            active[activeCount++] = gathering(queue);
        }
        int sent = 0;
        for (int i = activeCount - 1; i >= 0; i--) {
            final Gathering gathering = active[i];
            final int edge = edgeTo(gathering.queue().nextHop());
            sent += edge < 0 ? sendGathered(gathering, nowNs, ageNs) : sendOnEdge(edge, gathering, nowNs, ageNs);
            if (gathering.isEmpty() && gathering.queue().tryDeactivate()) {
                active[i] = active[--activeCount];
                active[activeCount] = null;
            }
        }
        return exchange == null || !exchange.requests().hasWork() ? sent : sent + sendForwards(nowNs, ageNs);
    }

    /** What is left for others on edges that the node itself does not use now. */
    private int sendForwards(final long nowNs, final long ageNs) {
        final EdgeTraffic traffic = exchange.requests();
        int sent = 0;
        for (int i = 0; i < traffic.forwardingCount(); i++) {
            final int edge = traffic.forwardingEdge(i);
            if (traffic.hasForwards(edge)) {
                sent += sendOnEdge(edge, null, nowNs, ageNs);
            }
        }
        traffic.tidyForwards();
        return sent;
    }

    /** Fills buffers of an edge with blocks of others and, when {@code gathering} is given, of this node, as long as there are credits. */
    private int sendOnEdge(final int edge, final Gathering gathering, final long nowNs, final long ageNs) {
        final EdgeTraffic traffic = exchange.requests();
        int sent = 0;
        while (true) {
            final FlushReason due = gathering == null ? null : gathering.gather(nowNs, ageNs);
            if (due == null && !traffic.hasForwards(edge) || !traffic.credits().tryTake(edge)) {
                return sent;
            }
            traffic.choose(edge, gathering == null ? 0 : gathering.length(), capacity, config.bufferBlocks());
            final int length = BufferHeader.LENGTH + traffic.chosenLength();
            final int answer = transport.tryClaim(traffic.neighbour(edge), TrafficClass.REQUEST, length, claim);
            if (answer != Transport.OK) {
                counters.refused++;
                traffic.credits().giveBack(edge, 1);
                if (isFinal(answer) && isUnreachable(traffic.neighbour(edge), answer) && gathering != null) {
                    counters.unsent += gathering.refuse(this::refuse);
                }
                return sent;
            }
            BufferHeader.encode(claim.address(), length, job, nodeId, TrafficClass.REQUEST.ordinal(), edgeSequences[edge]++);
            final long own = traffic.copyForwards(edge, claim.address() + BufferHeader.LENGTH);
            if (traffic.isLocalChosen()) {
                gathering.copyTo(own);
            }
            claim.commit();
            counters.sent(traffic.isLocalChosen() && due != null ? due : FlushReason.FORWARDED, length);
            sent++;
        }
    }

    private Gathering gathering(final AggregationQueue queue) {
        final int hop = queue.nextHop();
        if (gatherings[hop] == null) {
            gatherings[hop] = new Gathering(queue, config.bufferBlocks(), capacity);
        }
        return gatherings[hop];
    }

    private int sendGathered(final Gathering gathering, final long nowNs, final long ageNs) {
        int sent = 0;
        FlushReason reason;
        while ((reason = gathering.gather(nowNs, ageNs)) != null) {
            final int hop = gathering.queue().nextHop();
            final int length = BufferHeader.LENGTH + gathering.length();
            final int answer = transport.tryClaim(hop, TrafficClass.REQUEST, length, claim);
            if (answer != Transport.OK) {
                counters.refused++;
                if (isFinal(answer) && isUnreachable(hop, answer)) {
                    counters.unsent += gathering.refuse(this::refuse);
                }
                break;
            }
            final long at = claim.address();
            BufferHeader.encode(at, length, job, nodeId, TrafficClass.REQUEST.ordinal(), gathering.sequence());
            gathering.copyTo(at + BufferHeader.LENGTH);
            claim.commit();
            counters.sent(reason, length);
            sent++;
        }
        return sent;
    }

    @Override
    public int maxBlockLength() {
        return capacity;
    }

    @Override
    public boolean send(final RequestBlock block, final Object source, final long from, final int length) {
        final int hop = block.nextHop();
        final Gathering gathering = gathering(queues[hop]);
        final int edge = edgeTo(hop);
        if (edge < 0) {
            sendGathered(gathering, 0, 0);
        } else {
            sendOnEdge(edge, gathering, 0, 0);
        }
        if (!gathering.isEmpty() || edge >= 0 && !exchange.requests().credits().tryTake(edge)) {
            return false;
        }
        final int own = block.length();
        final int whole = BufferHeader.LENGTH + own + WireFormat.align(length);
        final int answer = transport.tryClaim(hop, TrafficClass.REQUEST, whole, claim);
        if (answer != Transport.OK) {
            counters.refused++;
            if (edge >= 0) {
                exchange.requests().credits().giveBack(edge, 1);
            }
            return isFinal(answer) && isUnreachable(hop, answer) && refuse(block);
        }
        final long at = claim.address();
        BufferHeader.encode(at, whole, job, nodeId, TrafficClass.REQUEST.ordinal(), edge < 0 ? gathering.takeSequence() : edgeSequences[edge]++);
        UnsafeApi.copyMemory(block.address(), at + BufferHeader.LENGTH, own);
        UnsafeApi.copyMemory(source, from, null, at + BufferHeader.LENGTH + own, length);
        block.departed();
        claim.commit();
        counters.sent(FlushReason.FULL, whole);
        return true;
    }

    /** The edge to a neighbour; negative for the node itself, and in a fully connected topology for all. */
    private int edgeTo(final int hop) {
        return exchange == null ? EdgeTraffic.NO_EDGE : exchange.requests().edgeTo(hop);
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

    private static boolean isFinal(final int answer) {
        return answer == Transport.FAILED || answer == Transport.CLOSED;
    }

    /** True: we answer in the node's stead, so that commands fail and blocks and credits come back. */
    private boolean isUnreachable(final int hop, final int answer) {
        if (trouble == null || answer == Transport.CLOSED) {
            reportLost(answer);
            return false;
        }
        if (transport.wasConnected(hop)) {
            reportUndeliverable(hop);
        }
        return trouble.unreachable(hop, reason(hop));
    }

    private void reportLost(final int answer) {
        if (answer == Transport.CLOSED && trouble != null && !isLost) {
            isLost = true;
            trouble.lost(transport.failure().orElse("the transport is closed"));
        }
    }

    private void reportUndeliverable(final int node) {
        if (!isUndeliverable[node]) {
            isUndeliverable[node] = true;
            trouble.undeliverable(node, reason(node));
        }
    }

    private String reason(final int node) {
        return transport.failure(node).orElse("node " + node + " cannot be reached");
    }

    /** Grade: set-up. The reply that says of all commands of a block that they were not executed. */
    private boolean refuse(final RequestBlock block) {
        final long request = block.address();
        final int valueLength = BlockHeader.replyLength(request);
        final int length = BlockHeader.LENGTH + valueLength + 2 * BlockHeader.FAILURE_LENGTH;
        if (refusal == null || refusal.capacity() < length) {
            refusal = ByteBuffer.allocateDirect(length);
        }
        final long at = BufferUtil.address(refusal);
        UnsafeApi.setMemory(at, length, (byte) 0);
        BlockHeader.encode(at, length, BlockHeader.origin(request), nodeId, nodeId, BlockHeader.REPLY, 0, BlockHeader.lane(request),
            BlockHeader.slot(request), 2, BlockHeader.generation(request));
        final long failures = at + BlockHeader.LENGTH + valueLength;
        final int code = FailureRecord.code(CommandFailure.UNREACHABLE.code(), FailureRecord.REST);
        UnsafeApi.putInt(failures, 0);
        UnsafeApi.putInt(failures + 4, code);
        UnsafeApi.putInt(failures + 8, FailureRecord.UNVALUED);
        UnsafeApi.putInt(failures + 12, code);
        block.departed();
        return replyTaker.onBlock(at, length);
    }

    /** Takes what has arrived, replies first: they free blocks and wake tasks and never need an output buffer. */
    public int poll(final int limit) {
        return transport.poll(TrafficClass.REPLY, replyReader, limit)
            + transport.poll(TrafficClass.REQUEST, requestReader, limit);
    }

    /** Only replies: what a lane may do that cannot take requests now. */
    public int pollReplies(final int limit) {
        return transport.poll(TrafficClass.REPLY, replyReader, limit);
    }

    /** One duty cycle of the transport itself. */
    public int transportWork(final long nowNs) {
        return transport.doWork(nowNs);
    }

    /** True when something has not been sent. */
    public boolean hasUnsent() {
        return activeCount > 0 || replies.pendingCount() > 0 || hasHandOvers() || exchange != null && exchange.hasWork();
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
    }

    public Transport transport() {
        return transport;
    }

    @Override
    public String toString() {
        return "server of node " + nodeId + " active=" + activeCount + " pendingReplies=" + replies.pendingCount()
            + " queued=" + Arrays.stream(queues).filter(Objects::nonNull).mapToLong(AggregationQueue::bytes).sum() + " B"
            + (exchange == null ? "" : " edges: " + exchange);
    }
}
