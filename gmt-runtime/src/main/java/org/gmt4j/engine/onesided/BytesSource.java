package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.TransferEnd;

/** A part of an array of bytes that does not change while it is sent. One lane. */
final class BytesSource implements TransferEnd {
    private static final long BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    private final byte[] data;
    private final int offset;

    BytesSource(final byte[] data, final int offset) {
        this.data = data;
        this.offset = offset;
    }

    @Override
    public CommandFailure move(final long packed, final int length, final long position) {
        ArrayOrMemory.copy(data, BASE + offset + position, null, packed, length);
        return null;
    }
}
