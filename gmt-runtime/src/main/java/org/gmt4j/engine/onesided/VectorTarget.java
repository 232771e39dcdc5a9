package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.PackedReceiver;

/** The target of one vectored get. Reused when all pieces have arrived. One lane. */
final class VectorTarget implements PackedReceiver {
    private final PackedTargets pool;
    private Object base;
    private long address;
    private long[] offsets = new long[64];
    private int[] lengths = new int[64];
    private int left;
    VectorTarget next;

    VectorTarget(final PackedTargets pool) {
        this.pool = pool;
    }

    /** @param count number of calls of {@link #entry} to follow */
    void begin(final LocalSpan target, final int count) {
        base = target.base;
        address = target.address;
        left = count;
        if (offsets.length < count) {
            final int room = Integer.highestOneBit(count - 1) << 1;
            offsets = new long[room];
            lengths = new int[room];
        }
    }

    void entry(final int index, final long offset, final int bytes) {
        offsets[index] = offset;
        lengths[index] = bytes;
    }

    /** @param position index of the first entry of the piece */
    @Override
    public void receive(final long packed, final int length, final long position) {
        int i = (int) position;
        for (long at = packed; at < packed + length; i++) {
            final int bytes = lengths[i];
            if (bytes == 8) {
                UnsafeApi.putLong(base, address + offsets[i], UnsafeApi.getLong(at));
            } else {
                UnsafeApi.copyMemory(null, at, base, address + offsets[i], bytes);
            }
            at += bytes;
        }
        left -= i - (int) position;
        if (left == 0) {
            base = null;
            pool.release(this);
        }
    }
}
