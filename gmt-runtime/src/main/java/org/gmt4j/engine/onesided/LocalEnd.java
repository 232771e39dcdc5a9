package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.engine.memory.StridedWalk;

/** The local side of a large transfer in progress. Pieces arrive in order. One lane. */
final class LocalEnd implements TransferEnd {
    private final Object base;
    private final long address;
    private final Region region;
    private final StridedWalk walk = new StridedWalk();
    private final boolean isSource;
    private final long length;
    /** Awaited until the last byte has been read; null when nothing waits for it. */
    private Completion reading;

    /**
     * @param side   the side, read during the call
     * @param start  position of the first byte within the transfer
     * @param length number of bytes of this end
     */
    LocalEnd(final LocalSide side, final long start, final long length, final boolean isSource) {
        base = side.base;
        address = side.address;
        region = side.region;
        this.isSource = isSource;
        this.length = length;
        reading = isSource ? side.reading : null;
        if (reading != null) {
            reading.issued();
        }
        walk.as(side.walk);
        walk.seek(side.start + start);
    }

    @Override
    public CommandFailure move(final long packed, final int bytes, final long position) {
        if (region != null && region.isFreed()) {
            return CommandFailure.SOURCE_FREED;
        }
        if (isSource) {
            walk.gather(base, address, null, packed, bytes);
            if (position + bytes == length) {
                released();
            }
        } else {
            walk.scatter(null, packed, base, address, bytes);
        }
        return null;
    }

    /**
     * Also completes the reading where the transfer ends before its bytes were read: the owner reports that failure.
     */
    @Override
    public void released() {
        final Completion waiting = reading;
        reading = null;
        if (waiting != null) {
            waiting.completed(1);
        }
    }
}
