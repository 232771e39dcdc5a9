package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.WireFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks an incoming buffer block by block; resumable, so that a refusal loses nothing. Owned by the communication
 * server, one per traffic class. Per buffer.
 *
 * <p>A buffer that is malformed, of another job or of another version is counted and dropped, with one log line per
 * source. A gap in the sequence of a neighbour means that the transport has lost a buffer: that is reported, because
 * its commands would never be answered.
 */
public final class BufferReader implements FragmentConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(BufferReader.class);

    /** Receives the events that the reader cannot deal with itself. */
    public interface LossListener {
        void onLostBuffers(int source, long expected, long found);
    }

    private final int nodeId;
    private final long job;
    private final int trafficClass;
    private final int kind;
    private final int maxReplyLength;
    private final BlockConsumer consumer;
    private final LossListener lossListener;
    private final int[] resumeAt;
    private final long[] nextSequence;
    private final boolean[] complained;
    /**
     * The edge buffers, where requests, or replies, travel over edges: blocks for others stay there. Null otherwise.
     */
    private final EdgeTraffic traffic;
    /** Takes the acknowledgements that this class carries. Null otherwise. */
    private final EdgeExchange exchange;
    private boolean complainedOfStranger;
    private long droppedCount;
    private long bufferCount;
    private long byteCount;

    /** @param maxReplyLength a request block that asks for more bytes of values is malformed */
    public BufferReader(final int nodeId, final int nodeCount, final long job, final TrafficClass trafficClass,
                        final int maxReplyLength, final BlockConsumer consumer, final LossListener lossListener) {
        this(nodeId, nodeCount, job, trafficClass, maxReplyLength, consumer, lossListener, null);
    }

    /**
     * A reader of one class of a node whose requests travel over edges; {@code exchange} null: of one whose requests do
     * not.
     */
    BufferReader(final int nodeId, final int nodeCount, final long job, final TrafficClass trafficClass,
                 final int maxReplyLength, final BlockConsumer consumer, final LossListener lossListener,
                 final EdgeExchange exchange) {
        this.exchange = trafficClass == TrafficClass.REPLY ? exchange : null;
        traffic = exchange == null ? null : trafficClass == TrafficClass.REPLY ? exchange.replies()
            : exchange.requests();
        this.nodeId = nodeId;
        this.job = job;
        this.trafficClass = trafficClass.ordinal();
        this.kind = trafficClass == TrafficClass.REQUEST ? BlockHeader.REQUEST : BlockHeader.REPLY;
        this.maxReplyLength = maxReplyLength;
        this.consumer = consumer;
        this.lossListener = lossListener;
        resumeAt = new int[nodeCount];
        nextSequence = new long[nodeCount];
        complained = new boolean[nodeCount];
    }

    @Override
    public boolean onFragment(final long address, final int length) {
        final int source = sourceOf(address, length);
        if (source < 0) {
            droppedCount++;
            return true;
        }
        final int edge = traffic == null ? EdgeTraffic.NO_EDGE : traffic.edgeTo(source);
        if (traffic != null && edge < 0 && source != nodeId && length > BufferHeader.LENGTH) {
            drop(source, "a buffer of blocks from a node that is no neighbour");
            return true;
        }
        final long sequence = BufferHeader.sequence(address);
        if (sequence != nextSequence[source]) {
            lossListener.onLostBuffers(source, nextSequence[source], sequence);
        }
        // Before the walk: when a consumer throws, the transport takes the buffer as delivered.
        nextSequence[source] = sequence + 1;
        int at = resumeAt[source];
        if (at == 0) {
            at = BufferHeader.LENGTH;
            if (exchange != null) {
                exchange.acknowledged(source, address);
            }
        }
        resumeAt[source] = 0;
        while (at < length) {
            final int blockLength = checkedLength(address + at, length - at, source);
            if (blockLength < 0) {
                drop(source, "a malformed block at byte " + at);
                break;
            }
            if (BlockHeader.destination(address + at) != nodeId) {
                if (!traffic.take(edge, address + at, blockLength)) {
                    drop(source, "more blocks than a buffer holds");
                    break;
                }
            } else if (!consumer.onBlock(address + at, blockLength)) {
                resumeAt[source] = at;
                nextSequence[source] = sequence;
                return false;
            }
            at += blockLength;
        }
        if (edge >= 0 && length > BufferHeader.LENGTH) {
            traffic.received(edge);
        }
        bufferCount++;
        byteCount += length;
        return true;
    }

    private int sourceOf(final long address, final int length) {
        if (length < BufferHeader.LENGTH || BufferHeader.magic(address) != BufferHeader.MAGIC
            || BufferHeader.length(address) != length || BufferHeader.job(address) != job
            || BufferHeader.trafficClass(address) != trafficClass) {
            return stranger(length);
        }
        final int source = BufferHeader.previousHop(address);
        return source >= 0 && source < resumeAt.length ? source : stranger(length);
    }

    private int stranger(final int length) {
        if (!complainedOfStranger) {
            complainedOfStranger = true;
            LOG.warn("GMT-220 dropped a buffer of {} B that is not of this job (further ones are only counted)",
                length);
        }
        return -1;
    }

    private int checkedLength(final long block, final int available, final int source) {
        if (available < BlockHeader.LENGTH) {
            return -1;
        }
        final int length = BlockHeader.length(block);
        final int origin = BlockHeader.origin(block);
        final boolean sound = length >= BlockHeader.LENGTH && length <= available && WireFormat.isAligned(length)
            && BlockHeader.kind(block) == kind && isOnItsWay(block, source)
            && origin >= 0 && origin < resumeAt.length
            && (kind == BlockHeader.REPLY || isSoundReply(BlockHeader.replyLength(block)));
        return sound ? length : -1;
    }

    /** For this node, or, where blocks are forwarded, for another one that exists. */
    private boolean isOnItsWay(final long block, final int source) {
        final int destination = BlockHeader.destination(block);
        return destination == nodeId
            || traffic != null && source != nodeId && destination >= 0 && destination < resumeAt.length;
    }

    private boolean isSoundReply(final int length) {
        return length >= 0 && length <= maxReplyLength && WireFormat.isAligned(length);
    }

    private void drop(final int source, final String what) {
        droppedCount++;
        if (!complained[source]) {
            complained[source] = true;
            LOG.warn("GMT-219 dropped {} from node {} (further ones are only counted)", what, source);
        }
    }

    public long droppedCount() {
        return droppedCount;
    }

    public long bufferCount() {
        return bufferCount;
    }

    public long byteCount() {
        return byteCount;
    }
}
