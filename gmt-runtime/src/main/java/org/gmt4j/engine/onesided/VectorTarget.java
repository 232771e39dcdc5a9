package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.PackedReceiver;
import org.gmt4j.armci.IoVector;
import org.gmt4j.engine.memory.PieceCopy;

/** The target of one vectored get. Reused when all pieces have arrived. One lane. */
final class VectorTarget implements PackedReceiver {
    private final PackedTargets pool;
    private Object base;
    private long address;
    private long[] offsets = new long[64];
    private int bytes;
    private int left;
    VectorTarget next;

    VectorTarget(final PackedTargets pool) {
        this.pool = pool;
    }

    void begin(final LocalSpan target, final IoVector vector) {
        final int count = vector.size();
        base = target.base;
        address = target.address;
        bytes = vector.bytes();
        left = count;
        if (offsets.length < count) {
            offsets = new long[Integer.highestOneBit(count - 1) << 1];
        }
        System.arraycopy(vector.local(), vector.first(), offsets, 0, count);
    }

    /** @param position index of the first entry of the piece */
    @Override
    public void receive(final long packed, final int length, final long position) {
        final int first = (int) position;
        final int count = length / bytes;
        long at = packed;
        for (int i = first; i < first + count; i++, at += bytes) {
            PieceCopy.copy(null, at, base, address + offsets[i], bytes);
        }
        left -= count;
        if (left == 0) {
            base = null;
            pool.release(this);
        }
    }
}
