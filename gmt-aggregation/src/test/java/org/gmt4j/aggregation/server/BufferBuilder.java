package org.gmt4j.aggregation.server;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * Writes network buffers by hand, good ones and bad ones. The memory ends with the buffer, so that a read behind it is
 * noticed.
 */
final class BufferBuilder implements AutoCloseable {
    static final int NODE = 1;
    static final int NODES = 3;
    static final long JOB = 77;

    final NativeBytes memory = new NativeBytes(4096);
    private int length = BufferHeader.LENGTH;

    /** Begins a buffer of good blocks; the header follows with {@link #end}. */
    BufferBuilder begin() {
        length = BufferHeader.LENGTH;
        return this;
    }

    /** A sound request block whose slot is its number. */
    BufferBuilder request(final int blockLength, final int slot) {
        return block(blockLength, 0, NODE, BlockHeader.REQUEST, slot, 0);
    }

    BufferBuilder block(final int blockLength, final int origin, final int destination, final int kind, final int slot,
                        final int replyLength) {
        final long at = memory.address() + length;
        BlockHeader.encode(at, blockLength, kind, 0, replyLength);
        BlockHeader.route(at, origin, destination, destination);
        BlockHeader.home(at, 0, slot, 1);
        length += Math.max(BlockHeader.LENGTH, Math.min(1024, blockLength));
        return this;
    }

    int end(final int source, final long sequence) {
        return end(source, sequence, TrafficClass.REQUEST);
    }

    int end(final int source, final long sequence, final TrafficClass cls) {
        BufferHeader.encode(memory.address(), length, JOB, source, cls.ordinal(), sequence);
        return length;
    }

    long address() {
        return memory.address();
    }

    int block(final int index) {
        int at = BufferHeader.LENGTH;
        for (int i = 0; i < index; i++) {
            at += UnsafeApi.getInt(address() + at);
        }
        return at;
    }

    @Override
    public void close() {
        memory.close();
    }
}
