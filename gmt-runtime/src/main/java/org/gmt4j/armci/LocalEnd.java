package org.gmt4j.armci;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.engine.memory.StridedWalk;

/** The local side of a large transfer while it is under way. Pieces come in their order. One lane. */
final class LocalEnd implements TransferEnd {
    private final Object base;
    private final long address;
    private final ArmciMemory memory;
    private final StridedWalk walk = new StridedWalk();
    private final boolean isSource;

    /**
     * @param side  as it is now
     * @param start position of the first byte among those of the transfer
     */
    LocalEnd(final LocalSide side, final long start, final boolean isSource) {
        base = side.base;
        address = side.address;
        memory = side.memory;
        this.isSource = isSource;
        walk.as(side.walk);
        walk.seek(side.start + start);
    }

    @Override
    public CommandFailure move(final long packed, final int length, final long position) {
        if (memory != null && memory.isFreed()) {
            return CommandFailure.SOURCE_FREED;
        }
        if (isSource) {
            walk.gather(base, address, null, packed, length);
        } else {
            walk.scatter(null, packed, base, address, length);
        }
        return null;
    }
}
