package org.gmt4j.aggregation.queue;

import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * A bounded set of network buffers of one helper. The helper takes, the communication server gives back. Per buffer.
 */
final class BufferPool {
    private final ManyToOneConcurrentArrayQueue<NetworkBuffer> returned;
    private final NetworkBuffer[] all;
    private final int bufferLength;
    private int createdCount;

    BufferPool(final int count, final int bufferLength) {
        this.bufferLength = bufferLength;
        all = new NetworkBuffer[count];
        returned = new ManyToOneConcurrentArrayQueue<>(Math.max(2, count));
    }

    /** A free buffer, or null when all are under way. Buffers are allocated on first need. */
    NetworkBuffer take() {
        final NetworkBuffer buffer = returned.poll();
        if (buffer != null) {
            return buffer;
        }
        return createdCount < all.length ? all[createdCount++] = new NetworkBuffer(bufferLength, this) : null;
    }

    /** True when less than a quarter is free; never for a pool of less than four. */
    boolean isScarce() {
        return returned.size() + all.length - createdCount < all.length / 4;
    }

    void giveBack(final NetworkBuffer buffer) {
        returned.offer(buffer);
    }

    long memoryInBytes() {
        return (long) createdCount * bufferLength;
    }

    void close() {
        for (int i = 0; i < createdCount; i++) {
            all[i].free();
        }
        createdCount = 0;
    }
}
