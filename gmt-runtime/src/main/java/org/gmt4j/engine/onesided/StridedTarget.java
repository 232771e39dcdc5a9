package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.PackedReceiver;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The target of one get that is not contiguous here, or not in an array object. Reused when all pieces have arrived.
 * One lane.
 */
final class StridedTarget implements PackedReceiver {
    final StridedWalk walk = new StridedWalk();
    private final PackedTargets pool;
    private Object base;
    private long address;
    private long left;
    /** Position of the get's first byte among all packed bytes of the pattern. */
    long start;
    StridedTarget next;

    StridedTarget(final PackedTargets pool) {
        this.pool = pool;
    }

    void begin(final Object object, final long at, final long bytes) {
        base = object;
        address = at;
        left = bytes;
        start = 0;
    }

    @Override
    public void receive(final long packed, final int length, final long position) {
        walk.seek(start + position);
        walk.scatter(null, packed, base, address, length);
        left -= length;
        if (left == 0) {
            base = null;
            pool.release(this);
        }
    }
}
