package org.gmt4j.bench.kernel;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.server.BufferReader;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;

/** Walking one incoming buffer block by block, checks included, without executing anything. Owned by one thread. */
public final class BufferWalk implements AutoCloseable {
    private static final int BUFFER_LENGTH = 16 * 1024;
    private static final long JOB = 42;
    private static final int SEQUENCE_AT = 24;

    private final long buffer;
    private final int length;
    private final BufferReader reader;
    private long sequence;
    private long seenBytes;

    /** @param blockLength bytes of each block, its header included */
    public BufferWalk(final int blockLength) {
        final int blocks = (BUFFER_LENGTH - BufferHeader.LENGTH) / blockLength;
        length = BufferHeader.LENGTH + blocks * blockLength;
        buffer = UnsafeApi.allocateMemory(BUFFER_LENGTH);
        BufferHeader.encode(buffer, length, JOB, 1, TrafficClass.REQUEST.ordinal(), 0);
        for (int at = BufferHeader.LENGTH; at < length; at += blockLength) {
            BlockHeader.encode(buffer + at, blockLength, 1, 0, 0, BlockHeader.REQUEST, 0, 0, 0, 0, 0);
        }
        reader = new BufferReader(0, 2, JOB, TrafficClass.REQUEST, 16 * 1024, (block, bytes) -> {
            seenBytes += bytes;
            return true;
        }, (source, expected, found) -> {
            throw new IllegalStateException("expected buffer " + expected + ", found " + found);
        });
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(buffer);
    }

    /** Walks one buffer. @return bytes of all blocks seen so far */
    public long walk() {
        UnsafeApi.putLong(buffer + SEQUENCE_AT, sequence++);
        if (!reader.onFragment(buffer, length)) {
            throw new IllegalStateException("the reader has refused a buffer");
        }
        return seenBytes;
    }
}
