package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The local side of a transfer: an array object with a byte offset, or null with an address, and the pattern to move.
 * Belongs to one task, which reuses it for one transfer after the other.
 */
final class LocalSide {
    final StridedWalk walk = new StridedWalk();
    Object base;
    long address;
    /** The memory of this side; null when it cannot be freed. */
    Region region;
    /** Position of the transfer's first byte among all packed bytes of the pattern. */
    long start;

    /** Counts transfers whose bytes have not all been read from here; null when nothing waits for that. */
    Completion reading;

    /** Describes a range. */
    LocalSide range(final Object object, final long at, final long bytes) {
        of(object, at, null);
        walk.reset(bytes, 0);
        return this;
    }

    /** Describes a range that has been checked. */
    LocalSide range(final LocalSpan buffer, final long offset, final long bytes) {
        of(buffer.base, buffer.address + offset, buffer.region());
        walk.reset(bytes, 0);
        return this;
    }

    /** Describes a pattern; the caller sets the walk. */
    void of(final Object object, final long at, final Region owner) {
        base = object;
        address = at;
        region = owner;
        start = 0;
    }
}
