package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Staging;
import org.gmt4j.aggregation.queue.TransferEnd;

/** Packed bytes in a chunk of the lane's staging memory, which is returned when they have been sent. One lane. */
final class StagedEnd implements TransferEnd {
    private final Staging staging;
    private final long chunk;

    StagedEnd(final Staging staging, final long chunk) {
        this.staging = staging;
        this.chunk = chunk;
    }

    @Override
    public CommandFailure move(final long packed, final int length, final long position) {
        UnsafeApi.copyMemory(chunk + position, packed, length);
        return null;
    }

    @Override
    public void released() {
        staging.giveBack(chunk);
    }
}
