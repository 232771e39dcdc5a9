package org.gmt4j.armci;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.engine.memory.StridedWalk;

/** The local side of a large transfer. Pieces come in their order. One lane. */
final class LocalEnd implements TransferEnd {
    private final LocalBuffer buffer;
    private final long offset;
    private final StridedWalk walk = new StridedWalk();
    private final boolean isSource;

    /**
     * @param pattern as it is now
     * @param start   position of the first byte among all packed bytes of the pattern
     */
    LocalEnd(final LocalBuffer buffer, final long offset, final StridedWalk pattern, final long start,
             final boolean isSource) {
        this.buffer = buffer;
        this.offset = offset;
        this.isSource = isSource;
        walk.as(pattern);
        walk.seek(start);
    }

    @Override
    public CommandFailure move(final long packed, final int length, final long position) {
        if (buffer.isFreed()) {
            return CommandFailure.SOURCE_FREED;
        }
        if (isSource) {
            walk.gather(buffer.base, buffer.address + offset, null, packed, length);
        } else {
            walk.scatter(null, packed, buffer.base, buffer.address + offset, length);
        }
        return null;
    }
}
