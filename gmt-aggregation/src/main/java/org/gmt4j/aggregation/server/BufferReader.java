package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.WireFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks an incoming buffer block by block; resumable, so that a refusal loses nothing. Owned by the communication server,
 * one per traffic class. Per buffer.
 *
 * <p>A buffer that is malformed, of another job or of another version is counted and dropped, with one log line per source.
 * A gap in the sequence of a neighbour means that the transport has lost a buffer: that is reported, because its commands
 * would never be answered.
 */
public final class BufferReader implements FragmentConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(BufferReader.class);

    /** What the reader cannot deal with itself. */
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
    private boolean complainedOfStranger;
    private long droppedCount;
    private long bufferCount;
    private long byteCount;

    /** @param maxReplyLength a request block that asks for more bytes of values is malformed */
    public BufferReader(final int nodeId, final int nodeCount, final long job, final TrafficClass trafficClass,
                        final int maxReplyLength, final BlockConsumer consumer, final LossListener lossListener) {
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
        final long sequence = BufferHeader.sequence(address);
        if (sequence != nextSequence[source]) {
            lossListener.onLostBuffers(source, nextSequence[source], sequence);
        }
        // Before the walk: when a consumer throws, the transport takes the buffer as delivered.
        nextSequence[source] = sequence + 1;
        int at = resumeAt[source] == 0 ? BufferHeader.LENGTH : resumeAt[source];
        resumeAt[source] = 0;
        while (at < length) {
            final int blockLength = checkedLength(address + at, length - at);
            if (blockLength < 0) {
                drop(source, "a malformed block at byte " + at);
                break;
            }
            if (!consumer.onBlock(address + at, blockLength)) {
                resumeAt[source] = at;
                nextSequence[source] = sequence;
                return false;
            }
            at += blockLength;
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
            LOG.warn("GMT-220 dropped a buffer of {} B that is not of this job (further ones are only counted)", length);
        }
        return -1;
    }

    private int checkedLength(final long block, final int available) {
        if (available < BlockHeader.LENGTH) {
            return -1;
        }
        final int length = BlockHeader.length(block);
        final int origin = BlockHeader.origin(block);
        final boolean sound = length >= BlockHeader.LENGTH && length <= available && WireFormat.isAligned(length)
            && BlockHeader.kind(block) == kind && BlockHeader.destination(block) == nodeId
            && origin >= 0 && origin < resumeAt.length && (kind == BlockHeader.REPLY || isSoundReply(BlockHeader.replyLength(block)));
        return sound ? length : -1;
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
