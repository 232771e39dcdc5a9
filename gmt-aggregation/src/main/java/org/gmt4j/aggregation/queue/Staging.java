package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;

/**
 * Copies of data to be sent by rendezvous, so that the source of a transfer without a waiter may be used again at once:
 * chunks of one length, allocated when first needed. Owned by one lane. Per chunk.
 */
public final class Staging {
    private static final int CHUNKS = 16;
    private static final int SMALLEST = 4096;

    private final Aggregator aggregator;
    private final int chunkLength;
    private final long[] free = new long[CHUNKS];
    private int freeCount;
    private int allocatedCount;
    private int lentCount;
    private boolean isClosed;

    /** @param bytes of all chunks */
    Staging(final Aggregator aggregator, final long bytes) {
        this.aggregator = aggregator;
        chunkLength = (int) Math.max(SMALLEST, Math.min(bytes / CHUNKS, 1 << 24)) & -64;
    }

    /** Bytes of a chunk: the longest transfer that is staged at once. */
    public int chunkLength() {
        return chunkLength;
    }

    /** A chunk; makes progress until one has come back. */
    public long take() {
        for (int attempt = 0; freeCount == 0 && allocatedCount == CHUNKS; attempt++) {
            aggregator.relieve(attempt);
        }
        lentCount++;
        if (freeCount > 0) {
            return free[--freeCount];
        }
        allocatedCount++;
        return UnsafeApi.allocateMemory(chunkLength);
    }

    public void giveBack(final long chunk) {
        lentCount--;
        if (isClosed) {
            UnsafeApi.freeMemory(chunk);
        } else {
            free[freeCount++] = chunk;
        }
    }

    /** Chunks that are in use. */
    int lentCount() {
        return lentCount;
    }

    long memoryInBytes() {
        return (long) allocatedCount * chunkLength;
    }

    void close() {
        isClosed = true;
        while (freeCount > 0) {
            UnsafeApi.freeMemory(free[--freeCount]);
        }
    }
}
