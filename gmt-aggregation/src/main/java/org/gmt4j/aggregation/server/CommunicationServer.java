package org.gmt4j.aggregation.server;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.AggregationQueue;
import org.gmt4j.aggregation.queue.BlockSink;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Gathering;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.wire.BufferHeader;
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
    private final int queueCapacity;
    private final ManyToOneConcurrentArrayQueue<AggregationQueue> announced;
    private Gathering[] active;
    private int activeCount;

    private final ManyToOneConcurrentArrayQueue<NetworkBuffer> sealed;
    private final ArrayDeque<NetworkBuffer>[] replies;
    private final long[] replySequences;
    private int pendingReplyCount;

    private final BufferReader requestReader;
    private final BufferReader replyReader;
    private Runnable wakeUp = () -> { };

    /**
     * @param lanes     threads that will hand over blocks: sizes the queues so that they never refuse
     * @param requests  executes incoming request blocks
     * @param replyTaker applies incoming reply blocks; must never refuse for want of an output buffer
     */
    @SuppressWarnings("unchecked")
    public CommunicationServer(final AggregationConfig config, final long job, final Transport transport, final int lanes,
                               final BlockConsumer requests, final BlockConsumer replyTaker,
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
        queueCapacity = lanes * (config.poolBlocks() + config.overflowBlocks());
        queues = new AggregationQueue[nodes];
        gatherings = new Gathering[nodes];
        for (int node = 0; node < nodes; node++) {
            // Credits bound what one lane can have in one queue; blocks that wait for credit wait at the lane.
            queues[node] = new AggregationQueue(node, Math.min(queueCapacity, lanes * config.credits()));
        }
        announced = new ManyToOneConcurrentArrayQueue<>(Math.max(2, nodes));
        active = new Gathering[Math.max(1, nodes)];
        sealed = new ManyToOneConcurrentArrayQueue<>(Math.max(2, lanes * config.replyBuffers()));
        replies = new ArrayDeque[nodes];
        replySequences = new long[nodes];
        requestReader = new BufferReader(nodeId, nodes, job, TrafficClass.REQUEST, config.maxReplyLength(), requests, lossListener);
        replyReader = new BufferReader(nodeId, nodes, job, TrafficClass.REPLY, config.maxReplyLength(), replyTaker, lossListener);
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
        sealed.offer(buffer);
        wakeUp.run();
    }

    /** How lanes wake the server's thread when they hand something over. Before start. */
    public void onWakeUp(final Runnable action) {
        wakeUp = action;
    }

    /** True when lanes have handed over something that has not been looked at. */
    public boolean hasHandOvers() {
        return !announced.isEmpty() || !sealed.isEmpty();
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
        return sendReplies() + sendRequests(nowNs, ageNs);
    }

    private int sendRequests(final long nowNs, final long ageNs) {
        AggregationQueue queue;
        while (activeCount < active.length && (queue = announced.poll()) != null) {
            active[activeCount++] = gathering(queue);
        }
        int sent = 0;
        for (int i = activeCount - 1; i >= 0; i--) {
            final Gathering gathering = active[i];
            sent += sendGathered(gathering, nowNs, ageNs);
            if (gathering.isEmpty() && gathering.queue().tryDeactivate()) {
                active[i] = active[--activeCount];
                active[activeCount] = null;
            }
        }
        return sent;
    }

    private Gathering gathering(final AggregationQueue queue) {
        final int hop = queue.nextHop();
        if (gatherings[hop] == null) {
            gatherings[hop] = new Gathering(queue, config.bufferBlocks(), config.bufferLength() - BufferHeader.LENGTH);
        }
        return gatherings[hop];
    }

    private int sendGathered(final Gathering gathering, final long nowNs, final long ageNs) {
        int sent = 0;
        FlushReason reason;
        while ((reason = gathering.gather(nowNs, ageNs)) != null) {
            final int hop = gathering.queue().nextHop();
            final int length = BufferHeader.LENGTH + gathering.length();
            if (transport.tryClaim(hop, TrafficClass.REQUEST, length, claim) != Transport.OK) {
                counters.refused++;
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
    public boolean send(final RequestBlock block, final Object source, final long from, final int length) {
        final int hop = block.nextHop();
        final Gathering gathering = gathering(queues[hop]);
        sendGathered(gathering, 0, 0);
        if (!gathering.isEmpty()) {
            return false;
        }
        final int own = block.length();
        final int whole = BufferHeader.LENGTH + own + WireFormat.align(length);
        if (transport.tryClaim(hop, TrafficClass.REQUEST, whole, claim) != Transport.OK) {
            counters.refused++;
            return false;
        }
        final long at = claim.address();
        BufferHeader.encode(at, whole, job, nodeId, TrafficClass.REQUEST.ordinal(), gathering.takeSequence());
        UnsafeApi.copyMemory(block.address(), at + BufferHeader.LENGTH, own);
        UnsafeApi.copyMemory(source, from, null, at + BufferHeader.LENGTH + own, length);
        block.departed();
        claim.commit();
        counters.sent(FlushReason.FULL, whole);
        return true;
    }

    @Override
    public long claimReply(final int node, final int length) {
        final int whole = BufferHeader.LENGTH + length;
        if (transport.tryClaim(node, TrafficClass.REPLY, whole, claim) != Transport.OK) {
            counters.refused++;
            return 0;
        }
        BufferHeader.encode(claim.address(), whole, job, nodeId, TrafficClass.REPLY.ordinal(), replySequences[node]++);
        counters.replyBuffers++;
        counters.replyBytes += whole;
        return claim.address() + BufferHeader.LENGTH;
    }

    @Override
    public void commitReply() {
        claim.commit();
    }

    private int sendReplies() {
        int sent = pendingReplyCount == 0 ? 0 : sendRefusedReplies();
        NetworkBuffer buffer;
        while ((buffer = sealed.poll()) != null) {
            final ArrayDeque<NetworkBuffer> pending = replies[buffer.node()];
            if ((pending == null || pending.isEmpty()) && sendReply(buffer)) {
                sent++;
            } else {
                keepReply(buffer);
            }
        }
        return sent;
    }

    private void keepReply(final NetworkBuffer buffer) {
        final int node = buffer.node();
        if (replies[node] == null) {
            replies[node] = new ArrayDeque<>();
        }
        replies[node].add(buffer);
        pendingReplyCount++;
    }

    private int sendRefusedReplies() {
        int sent = 0;
        for (final ArrayDeque<NetworkBuffer> pending : replies) {
            while (pending != null && !pending.isEmpty() && sendReply(pending.peek())) {
                pending.poll();
                pendingReplyCount--;
                sent++;
            }
        }
        return sent;
    }

    private boolean sendReply(final NetworkBuffer buffer) {
        final int node = buffer.node();
        final int length = buffer.length();
        if (transport.tryClaim(node, TrafficClass.REPLY, length, claim) != Transport.OK) {
            counters.refused++;
            return false;
        }
        BufferHeader.encode(buffer.address(), length, job, nodeId, TrafficClass.REPLY.ordinal(), replySequences[node]++);
        UnsafeApi.copyMemory(buffer.address(), claim.address(), length);
        claim.commit();
        counters.replyBuffers++;
        counters.replyBytes += length;
        buffer.release();
        return true;
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
        return activeCount > 0 || pendingReplyCount > 0 || hasHandOvers();
    }

    public boolean hasTrafficPending() {
        return transport.hasTrafficPending();
    }

    public ServerCounters counters() {
        counters.received = requestReader.bufferCount() + replyReader.bufferCount();
        counters.receivedBytes = requestReader.byteCount() + replyReader.byteCount();
        counters.dropped = requestReader.droppedCount() + replyReader.droppedCount();
        return counters;
    }

    public Transport transport() {
        return transport;
    }

    @Override
    public String toString() {
        return "server of node " + nodeId + " active=" + activeCount + " pendingReplies=" + pendingReplyCount
            + " queued=" + Arrays.stream(queues).mapToLong(AggregationQueue::bytes).sum() + " B";
    }
}
