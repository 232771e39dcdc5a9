package org.gmt4j.aggregation.server;

import java.util.EnumMap;
import java.util.Map;
import org.gmt4j.aggregation.queue.FlushReason;

/**
 * Counters of the traffic of one communication server. Written by its thread, read by any: values may be slightly old.
 */
public final class ServerCounters {
    private final long[] byReason = new long[FlushReason.values().length];
    /** By the node that a buffer went to. */
    private final long[] messagesTo;
    private final long[] requestsTo;
    private final long[] bytesTo;
    private ServerProbe probe;
    long requestBuffers;
    long requestBytes;
    long replyBuffers;
    long replyBytes;
    long refused;
    long received;
    long receivedBytes;
    long dropped;
    long unsent;
    long repliesDropped;
    long forwardedBlocks;
    long refusedForwards;
    long edgeStalls;
    long acknowledgements;
    long edgeBufferBytes;

    ServerCounters(final int nodeCount) {
        messagesTo = new long[nodeCount];
        requestsTo = new long[nodeCount];
        bytesTo = new long[nodeCount];
    }

    /** Sets the probe notified of buffers; null: none. Before start. */
    void probe(final ServerProbe who) {
        probe = who;
    }

    void requestsSent(final int hop, final FlushReason reason, final int length, final int blocks) {
        byReason[reason.ordinal()]++;
        requestBuffers++;
        requestBytes += length;
        requestsTo[hop]++;
        messagesTo[hop]++;
        bytesTo[hop] += length;
        if (probe != null) {
            probe.requestsSent(hop, length, blocks, reason);
        }
    }

    void repliesSent(final int hop, final int length) {
        replyBuffers++;
        replyBytes += length;
        messagesTo[hop]++;
        bytesTo[hop] += length;
        if (probe != null) {
            probe.repliesSent(hop, length);
        }
    }

    /** Buffers sent by the node that they went to first, both classes. */
    public long[] messagesTo() {
        return messagesTo.clone();
    }

    /** Those among them that carry commands: this node is the client, and the other serves it. */
    public long[] requestsTo() {
        return requestsTo.clone();
    }

    /** Bytes of both classes, headers included. */
    public long[] bytesTo() {
        return bytesTo.clone();
    }

    public long requestBuffers() {
        return requestBuffers;
    }

    public long replyBuffers() {
        return replyBuffers;
    }

    /** Bytes sent, headers included, both classes. */
    public long sentBytes() {
        return requestBytes + replyBytes;
    }

    /** Claims that the transport refused. */
    public long refusals() {
        return refused;
    }

    public long receivedBuffers() {
        return received;
    }

    public long receivedBytes() {
        return receivedBytes;
    }

    /** Buffers and blocks that were malformed or of another job. */
    public long dropped() {
        return dropped;
    }

    /** Blocks given back unsent because their next hop could not be reached. */
    public long unsentBlocks() {
        return unsent;
    }

    /** Buffers of replies for nodes that could not be reached. */
    public long droppedReplies() {
        return repliesDropped;
    }

    /** Blocks of other nodes handed on, both classes. */
    public long forwardedBlocks() {
        return forwardedBlocks;
    }

    /** Blocks of other nodes answered with a failure because their next hop could not be reached. */
    public long refusedForwards() {
        return refusedForwards;
    }

    /** Number of times that an edge had a buffer to send and no credit; once until a credit comes. */
    public long edgeStalls() {
        return edgeStalls;
    }

    /** Buffers sent for nothing but acknowledgements: most travel with replies. */
    public long acknowledgements() {
        return acknowledgements;
    }

    /** Bytes of edge buffers that exist. */
    public long edgeBufferBytes() {
        return edgeBufferBytes;
    }

    /** Request buffers by the reason that closed them. */
    public Map<FlushReason, Long> flushes() {
        final Map<FlushReason, Long> map = new EnumMap<>(FlushReason.class);
        for (final FlushReason reason : FlushReason.values()) {
            map.put(reason, byReason[reason.ordinal()]);
        }
        return map;
    }
}
