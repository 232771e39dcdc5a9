package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.ValueRecord;

/**
 * The receiver's side of a value on its way: room is taken with the first byte. Given on when the last one is there;
 * what an origin that is gone has not sent is dropped. One lane.
 */
final class ArrivingValue implements TransferEnd {
    private static final long BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    private final ValueReceiver receiver;
    private final int origin;
    private final long[] head = new long[ValueRecord.HEAD_WORDS];
    private final int length;
    private byte[] data;
    private int missing;

    ArrivingValue(final ValueReceiver receiver, final int origin, final long record, final int length) {
        this.receiver = receiver;
        this.origin = origin;
        this.length = length;
        missing = length;
        for (int i = 0; i < head.length; i++) {
            head[i] = ValueRecord.head(record, i);
        }
    }

    @Override
    public CommandFailure move(final long packed, final int bytes, final long position) {
        if (data == null) {
            data = new byte[length];
        }
        ArrayOrMemory.copy(null, packed, data, BASE + position, bytes);
        missing -= bytes;
        return null;
    }

    @Override
    public void released() {
        if (missing == 0) {
            receiver.arrived(origin, head, data);
        }
    }
}
