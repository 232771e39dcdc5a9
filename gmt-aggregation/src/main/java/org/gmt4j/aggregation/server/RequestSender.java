package org.gmt4j.aggregation.server;

import java.util.Arrays;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.AggregationQueue;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Gathering;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Sends the requests of a node: blocks that lanes have handed over, gathered per next hop, and on edges of a forwarding
 * topology those of others with them. Owned by the {@link CommunicationServer}, except {@link #accept}, which is any
 * lane's. Per buffer.
 *
 * <p>Never waits: blocks that the transport refuses, or without a credit of their edge, stay gathered.
 */
final class RequestSender {
    private final int nodeId;
    private final long job;
    private final Transport transport;
    private final TransportClaim claim = new TransportClaim();
    private final ServerCounters counters;
    /** Bytes, and number, of blocks of one buffer. */
    private final int capacity;
    private final int maxBlocks;
    /** Null in a fully connected topology. */
    private final EdgeExchange exchange;
    private final long[] edgeSequences;
    private final PeerFailures failures;
    private final StandIn standIn;

    private final AggregationQueue[] queues;
    private final Gathering[] gatherings;
    private final ManyToOneConcurrentArrayQueue<AggregationQueue> announced;
    private final Gathering[] active;
    private int activeCount;

    RequestSender(final ServerParts parts, final AggregationConfig config, final Routes routes, final int capacity,
                  final int lanes) {
        this.capacity = capacity;
        job = parts.job();
        transport = parts.transport();
        counters = parts.counters();
        exchange = parts.exchange();
        failures = parts.failures();
        standIn = parts.standIn();
        maxBlocks = config.bufferBlocks();
        nodeId = transport.nodeId();
        final int nodes = transport.nodeCount();
        edgeSequences = new long[routes.isForwarding() ? routes.edgeCount() : 0];
        queues = queues(config, routes, nodes, lanes);
        gatherings = new Gathering[nodes];
        announced = new ManyToOneConcurrentArrayQueue<>(Math.max(2, nodes));
        active = new Gathering[Math.max(1, nodes)];
    }

    /** One queue for each neighbour, and one for the node itself. */
    private static AggregationQueue[] queues(final AggregationConfig config, final Routes routes, final int nodes,
                                             final int lanes) {
        final long blocks = lanes * ((long) config.poolBlocks() + config.overflowBlocks());
        final AggregationQueue[] queues = new AggregationQueue[nodes];
        final int[] targets = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            targets[routes.nextHop(node)]++;
        }
        for (int node = 0; node < nodes; node++) {
            if (targets[node] > 0) {
                // Credits bound the blocks of one lane in one queue; blocks that wait for credit wait at the lane.
                queues[node] = new AggregationQueue(node,
                    ServerParts.queueCapacity(Math.min(blocks, (long) lanes * config.credits() * targets[node])));
            }
        }
        return queues;
    }

    /** Door, any lane: a closed block. @return true when the server has to look */
    boolean accept(final RequestBlock block) {
        final AggregationQueue queue = queues[block.nextHop()];
        if (queue.add(block)) {
            announced.offer(queue);
            return true;
        }
        return false;
    }

    /** Sends the buffers that should go now, see {@link CommunicationServer#send}. @return buffers sent */
    int send(final long nowNs, final long ageNs) {
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

    /** Sends the rest of others' blocks on edges that the node itself does not use now. */
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

    /**
     * Fills buffers of an edge with blocks of others and, when {@code gathering} is given, of this node, as long as
     * there are credits.
     */
    private int sendOnEdge(final int edge, final Gathering gathering, final long nowNs, final long ageNs) {
        final EdgeTraffic traffic = exchange.requests();
        int sent = 0;
        while (true) {
            final FlushReason due = gathering == null ? null : gathering.gather(nowNs, ageNs);
            if (due == null && !traffic.hasForwards(edge)) {
                return sent;
            }
            if (!traffic.credits().tryTake(edge)) {
                // or it would never be asked: it holds the credits
                if (transport.isFailed(traffic.neighbour(edge))) {
                    refuseAll(edge, gathering, Transport.FAILED);
                }
                return sent;
            }
            traffic.choose(edge, gathering == null ? 0 : gathering.length(), capacity, maxBlocks);
            final int length = BufferHeader.LENGTH + traffic.chosenLength();
            final int answer = transport.tryClaim(traffic.neighbour(edge), TrafficClass.REQUEST, length, claim);
            if (answer != Transport.OK) {
                counters.refused++;
                traffic.credits().giveBack(edge, 1);
                refuseAll(edge, gathering, answer);
                return sent;
            }
            BufferHeader.encode(claim.address(), length, job, nodeId, TrafficClass.REQUEST.ordinal(),
                edgeSequences[edge]++);
            final int blocks = traffic.chosenCount() + (traffic.isLocalChosen() ? gathering.count() : 0);
            final long own = traffic.copyForwards(edge, claim.address() + BufferHeader.LENGTH);
            if (traffic.isLocalChosen()) {
                gathering.copyTo(own);
            }
            claim.commit();
            counters.requestsSent(traffic.neighbour(edge), traffic.isLocalChosen() && due != null ? due
                : FlushReason.FORWARDED, length, blocks);
            sent++;
        }
    }

    /** Answers the blocks, the node's own and others', that wait for an edge whose other end cannot be reached. */
    private void refuseAll(final int edge, final Gathering gathering, final int answer) {
        if (failures.isUnreachable(exchange.requests().neighbour(edge), answer)) {
            counters.unsent += gathering == null ? 0 : gathering.refuse(standIn::refuse);
            standIn.refuseForwards(exchange.requests(), edge);
        }
    }

    private Gathering gathering(final AggregationQueue queue) {
        final int hop = queue.nextHop();
        if (gatherings[hop] == null) {
            gatherings[hop] = new Gathering(queue, maxBlocks, capacity);
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
                if (failures.isUnreachable(hop, answer)) {
                    counters.unsent += gathering.refuse(standIn::refuse);
                }
                break;
            }
            final long at = claim.address();
            BufferHeader.encode(at, length, job, nodeId, TrafficClass.REQUEST.ordinal(), gathering.sequence());
            final int blocks = gathering.count();
            gathering.copyTo(at + BufferHeader.LENGTH);
            claim.commit();
            counters.requestsSent(hop, reason, length, blocks);
            sent++;
        }
        return sent;
    }

    /** See {@link org.gmt4j.aggregation.queue.DirectSender#send}. */
    boolean sendDirect(final RequestBlock block, final Object source, final long from, final int length) {
        final int hop = block.nextHop();
        final Gathering gathering = gathering(queues[hop]);
        final int edge = edgeTo(hop);
        if (edge < 0) {
            sendGathered(gathering, 0, 0);
        } else {
            sendOnEdge(edge, gathering, 0, 0);
        }
        if (!gathering.isEmpty()) {
            return false;
        }
        if (edge >= 0 && !exchange.requests().credits().tryTake(edge)) {
            return transport.isFailed(hop) && refuseDirect(block, Transport.FAILED);     // it holds the credits
        }
        final int own = block.length();
        final int whole = BufferHeader.LENGTH + own + WireFormat.align(length);
        final int answer = transport.tryClaim(hop, TrafficClass.REQUEST, whole, claim);
        if (answer != Transport.OK) {
            counters.refused++;
            if (edge >= 0) {
                exchange.requests().credits().giveBack(edge, 1);
            }
            return refuseDirect(block, answer);
        }
        final long at = claim.address();
        BufferHeader.encode(at, whole, job, nodeId, TrafficClass.REQUEST.ordinal(),
            edge < 0 ? gathering.takeSequence() : edgeSequences[edge]++);
        UnsafeApi.copyMemory(block.address(), at + BufferHeader.LENGTH, own);
        ArrayOrMemory.copy(source, from, null, at + BufferHeader.LENGTH + own, length);
        block.departed();
        claim.commit();
        counters.requestsSent(hop, FlushReason.FULL, whole, 1);
        return true;
    }

    /** Answers a block that goes straight into the transport, when its next hop cannot be reached. */
    private boolean refuseDirect(final RequestBlock block, final int answer) {
        return failures.isUnreachable(block.nextHop(), answer) && standIn.refuse(block);
    }

    /** The edge to a neighbour; negative for the node itself, and in a fully connected topology for all. */
    private int edgeTo(final int hop) {
        return exchange == null ? EdgeTraffic.NO_EDGE : exchange.requests().edgeTo(hop);
    }

    /** True when lanes have handed over something that has not been looked at. */
    boolean hasHandOvers() {
        return !announced.isEmpty();
    }

    /** Next hops for which something has been gathered and not been sent. */
    int activeCount() {
        return activeCount;
    }

    /** Bytes queued for a next hop. */
    long queuedBytes(final int nextHop) {
        return queues[nextHop].bytes();
    }

    /** Bytes queued for all. */
    long queuedBytes() {
        return Arrays.stream(queues).filter(Objects::nonNull).mapToLong(AggregationQueue::bytes).sum();
    }
}
