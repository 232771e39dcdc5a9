package org.gmt4j.engine.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The chunks of one part of a loop that have not been taken. Workers of the node take chunks one by one from the front;
 * chunks for other nodes are cut off at the back. One word holds both ends, so that each chunk is taken once. Any
 * thread. Per chunk.
 */
final class ChunkRange {
    /** A part of more chunks is not divided: its ends would not fit one word. */
    static final long MAX_CHUNKS = Integer.MAX_VALUE;
    static final int NONE = -1;
    private static final int NEXT_SHIFT = 32;
    private static final long END_MASK = 0xffff_ffffL;

    /** Next chunk in the upper half, end in the lower half. */
    private final AtomicLong ends;

    ChunkRange(final int count) {
        ends = new AtomicLong(count);
    }

    /** Takes the next chunk from the front, or returns {@link #NONE}. */
    int take() {
        for (;;) {
            final long now = ends.get();
            if (left(now) <= 0) {
                return NONE;
            }
            if (ends.compareAndSet(now, now + (1L << NEXT_SHIFT))) {
                return next(now);
            }
        }
    }

    /**
     * Cuts off half of the rest: the larger half once a chunk has been taken here, otherwise the smaller one. So a part
     * never moves on as a whole, and each node that gets one runs a chunk of it.
     *
     * @return the ends of the cut, see {@link #next(long)} and {@link #end(long)}; 0 when there is nothing to give
     */
    long cutHalf() {
        for (;;) {
            final long now = ends.get();
            final int given = half(now);
            if (given == 0) {
                return 0;
            }
            if (ends.compareAndSet(now, now - given)) {
                return (long) (end(now) - given) << NEXT_SHIFT | end(now);
            }
        }
    }

    /** Takes the rest. Returns its ends, see {@link #next(long)} and {@link #end(long)}; 0 when there is none. */
    long takeRest() {
        for (;;) {
            final long now = ends.get();
            if (left(now) <= 0) {
                return 0;
            }
            if (ends.compareAndSet(now, (long) end(now) << NEXT_SHIFT | end(now))) {
                return now;
            }
        }
    }

    private static int half(final long ends) {
        final int left = left(ends);
        return left <= 0 ? 0 : next(ends) > 0 ? left - left / 2 : left / 2;
    }

    /** Returns whether {@link #cutHalf()} would return a range. */
    boolean hasHalf() {
        return half(ends.get()) > 0;
    }

    int left() {
        return Math.max(0, left(ends.get()));
    }

    int taken() {
        return next(ends.get());
    }

    static int next(final long ends) {
        return (int) (ends >>> NEXT_SHIFT);
    }

    static int end(final long ends) {
        return (int) (ends & END_MASK);
    }

    private static int left(final long ends) {
        return end(ends) - next(ends);
    }
}
