package org.gmt4j.aggregation.server;

import java.util.ArrayDeque;
import java.util.function.IntConsumer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * The reply class of a node, outgoing: sealed reply buffers, blocks of replies that are forwarded, acknowledgements.
 * Owned by the communication server; {@link #accept} is the door of the helpers. Per buffer.
 *
 * <p>Nothing here waits for requests. A buffer that the transport refuses, or without a credit, stays and is offered
 * again.
 */
final class ReplySender {
    private final int nodeId;
    private final long job;
    private final int capacity;
    private final int maxBlocks;
    private final Transport transport;
    private final TransportClaim claim = new TransportClaim();
    private final ServerCounters counters;
    private final ManyToOneConcurrentArrayQueue<NetworkBuffer> sealed;
    private final ArrayDeque<NetworkBuffer>[] pending;
    private final long[] sequences;
    private int pendingCount;
    private int lastAnswer;
    private IntConsumer undeliverable;           // null: failed buffers stay where they are
    /** Null in a fully connected topology. */
    private final EdgeExchange exchange;
    /** Null where replies go straight to their destinations. */
    private final EdgeTraffic traffic;

    @SuppressWarnings("unchecked")
    ReplySender(final ServerParts parts, final int sealedCapacity, final int bufferLength, final int maxBlocks) {
        job = parts.job();
        transport = parts.transport();
        counters = parts.counters();
        exchange = parts.exchange();
        this.maxBlocks = maxBlocks;
        capacity = bufferLength - BufferHeader.LENGTH;
        nodeId = transport.nodeId();
        traffic = exchange == null ? null : exchange.replies();
        sealed = new ManyToOneConcurrentArrayQueue<>(Math.max(2, sealedCapacity));
        pending = new ArrayDeque[transport.nodeCount()];
        sequences = new long[transport.nodeCount()];
    }

    /** Any helper: a buffer full of replies. */
    void accept(final NetworkBuffer buffer) {
        sealed.offer(buffer);
    }

    boolean hasSealed() {
        return !sealed.isEmpty();
    }

    int pendingCount() {
        return pendingCount;
    }

    /** Sends the buffers that can go. @return buffers sent */
    int send() {
        int sent = pendingCount == 0 ? 0 : sendRefused();
        NetworkBuffer buffer;
        while ((buffer = sealed.poll()) != null) {
            final ArrayDeque<NetworkBuffer> waiting = pending[buffer.node()];
            if ((waiting == null || waiting.isEmpty()) && trySend(buffer)) {
                sent++;
            } else {
                keep(buffer);
            }
        }
        if (exchange != null) {
            if (traffic != null && traffic.hasWork()) {
                sent += sendForwards();
            }
            if (exchange.owes()) {
                sent += acknowledge();
            }
        }
        return sent;
    }

    private void keep(final NetworkBuffer buffer) {
        final int node = buffer.node();
        if (pending[node] == null) {
            pending[node] = new ArrayDeque<>();
        }
        pending[node].add(buffer);
        pendingCount++;
    }

    private int sendRefused() {
        int sent = 0;
        for (final ArrayDeque<NetworkBuffer> waiting : pending) {
            while (waiting != null && !waiting.isEmpty() && trySend(waiting.peek())) {
                waiting.poll();
                pendingCount--;
                sent++;
            }
        }
        return sent;
    }

    private boolean trySend(final NetworkBuffer buffer) {
        final int node = buffer.node();
        final int edge = traffic == null ? EdgeTraffic.NO_EDGE : traffic.edgeTo(node);
        if (edge >= 0 && (traffic.hasForwards(edge) && !traffic.isLocalsTurn(edge)
            || !traffic.credits().tryTake(edge))) {
            return undeliverable != null && transport.isFailed(node) && drop(buffer);
        }
        final int length = buffer.length();
        if (!claim(node, length)) {
            if (edge >= 0) {
                traffic.credits().giveBack(edge, 1);
            }
            return lastAnswer == Transport.FAILED && undeliverable != null && drop(buffer);
        }
        encode(buffer.address(), node, length);
        UnsafeApi.copyMemory(buffer.address(), claim.address(), length);
        claim.commit();
        if (edge >= 0) {
            traffic.turn(edge);
        }
        buffer.release();
        return true;
    }

    /**
     * Space in the transport for one reply block that goes straight to its node, or 0: refused. Nothing else is sent
     * before the commit.
     */
    long claimBlock(final int node, final int length) {
        final int whole = BufferHeader.LENGTH + length;
        if (!claim(node, whole)) {
            return 0;
        }
        encode(claim.address(), node, whole);
        return claim.address() + BufferHeader.LENGTH;
    }

    /**
     * As {@link #claimBlock}, behind all buffers that have been sealed; refused while one of them waits for the same
     * node.
     */
    long claimInOrder(final int node, final int length) {
        if (hasSealed()) {
            send();
        }
        if (hasPending(node)) {
            return 0;
        }
        final long at = claimBlock(node, length);
        if (at == 0 && lastAnswer == Transport.FAILED && undeliverable != null) {
            undeliverable.accept(node);
        }
        return at;
    }

    /** Sends the block that was claimed. */
    void commitBlock() {
        claim.commit();
    }

    /** Sets the receiver of nodes that replies cannot be delivered to. Before start. */
    void onUndeliverable(final IntConsumer listener) {
        undeliverable = listener;
    }

    /** A reply that cannot be delivered must not keep a buffer that others need. */
    private boolean drop(final NetworkBuffer buffer) {
        undeliverable.accept(buffer.node());
        counters.repliesDropped++;
        buffer.release();
        return true;
    }

    private boolean claim(final int node, final int length) {
        lastAnswer = transport.tryClaim(node, TrafficClass.REPLY, length, claim);
        if (lastAnswer != Transport.OK) {
            counters.refused++;
            return false;
        }
        return true;
    }

    private void encode(final long header, final int node, final int length) {
        BufferHeader.encode(header, length, job, nodeId, TrafficClass.REPLY.ordinal(), sequences[node]++);
        if (exchange != null) {
            exchange.stamp(header, node);
        }
        counters.repliesSent(node, length);
    }

    /** Own replies and those of others take turns on an edge. */
    private int sendForwards() {
        int sent = 0;
        for (int i = 0; i < traffic.forwardingCount(); i++) {
            final int edge = traffic.forwardingEdge(i);
            final int node = traffic.neighbour(edge);
            lastAnswer = Transport.OK;
            while (traffic.hasForwards(edge) && !(traffic.isLocalsTurn(edge) && hasPending(node))
                && forward(edge, node)) {
                sent++;
            }
            if (lastAnswer == Transport.FAILED && undeliverable != null) {
                dropForwards(edge, node);
            }
        }
        traffic.tidyForwards();
        return sent;
    }

    /** Replies of others that cannot be delivered must not keep edge buffers that third ones need. */
    private void dropForwards(final int edge, final int node) {
        undeliverable.accept(node);
        while (traffic.hasForwards(edge)) {
            traffic.dropFirst(edge);
            counters.repliesDropped++;
        }
    }

    private boolean hasPending(final int node) {
        return pending[node] != null && !pending[node].isEmpty();
    }

    private boolean forward(final int edge, final int node) {
        if (!traffic.credits().tryTake(edge)) {
            lastAnswer = transport.isFailed(node) ? Transport.FAILED : Transport.BACK_PRESSURED;
            return false;
        }
        traffic.choose(edge, 0, capacity, maxBlocks);
        final int length = BufferHeader.LENGTH + traffic.chosenLength();
        if (!claim(node, length)) {
            traffic.credits().giveBack(edge, 1);
            return false;
        }
        encode(claim.address(), node, length);
        traffic.copyForwards(edge, claim.address() + BufferHeader.LENGTH);
        claim.commit();
        return true;
    }

    private int acknowledge() {
        int sent = acknowledge(exchange.requests().buffers());
        if (traffic != null) {
            sent += acknowledge(traffic.buffers());
        }
        return sent;
    }

    private int acknowledge(final EdgeBuffers buffers) {
        int sent = 0;
        for (int i = 0; i < buffers.owingCount(); i++) {
            final int edge = buffers.owingEdge(i);
            final int node = exchange.routes().neighbour(edge);
            if (buffers.owed(edge) > 0 && claim(node, BufferHeader.LENGTH)) {
                encode(claim.address(), node, BufferHeader.LENGTH);
                claim.commit();
                exchange.countAcknowledgement();
                sent++;
            } else if (lastAnswer == Transport.FAILED) {
                buffers.stuck(edge);
            }
        }
        buffers.tidy();
        return sent;
    }
}
