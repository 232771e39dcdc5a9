package org.gmt4j.bench.kernel;

import org.gmt4j.aggregation.server.BufferReader;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.graph.memory.LocalView;

/** Walking one incoming buffer block by block, checks included, without executing anything. Owned by one thread. */
public final class BufferWalk implements AutoCloseable {
    private static final int BUFFER_LENGTH = 16 * 1024;
    private static final long JOB = 42;
    /** Word of the buffer. */
    private static final int SEQUENCE = 3;

    private final LocalView buffer;
    private final int length;
    private final BufferReader reader;
    private long sequence;
    private long seenBytes;

    /** @param blockLength bytes of each block, its header included */
    public BufferWalk(final int blockLength) {
        final int blocks = (BUFFER_LENGTH - BufferHeader.LENGTH) / blockLength;
        length = BufferHeader.LENGTH + blocks * blockLength;
        buffer = LocalView.allocate(BUFFER_LENGTH / Long.BYTES, true);
        final long address = buffer.address(0);
        BufferHeader.encode(address, length, JOB, 1, TrafficClass.REQUEST.ordinal(), 0);
        for (int at = BufferHeader.LENGTH; at < length; at += blockLength) {
            BlockHeader.encode(address + at, blockLength, BlockHeader.REQUEST, 0, 0);
            BlockHeader.route(address + at, 1, 0, 0);
            BlockHeader.home(address + at, 0, 0, 0);
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
        buffer.close();
    }

    /** Walks one buffer. @return bytes of all blocks seen so far */
    public long walk() {
        buffer.setWord(SEQUENCE, sequence++);
        if (!reader.onFragment(buffer.address(0), length)) {
            throw new IllegalStateException("the reader has refused a buffer");
        }
        return seenBytes;
    }
}
