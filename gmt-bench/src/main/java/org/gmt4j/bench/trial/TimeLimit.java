package org.gmt4j.bench.trial;

import java.util.function.LongSupplier;

/**
 * About how long measurements may take together, shared out among those that are still to come: what one of them leaves
 * goes to the others. Nothing is interrupted. Owned by one thread.
 */
public final class TimeLimit {
    /** Never over. */
    public static final TimeLimit NONE = new TimeLimit(() -> 0, Long.MAX_VALUE);

    private final LongSupplier nanoTime;
    private final long endNs;

    private TimeLimit(final LongSupplier nanoTime, final long endNs) {
        this.nanoTime = nanoTime;
        this.endNs = endNs;
    }

    /** A limit that begins now. */
    public static TimeLimit ofSeconds(final double seconds) {
        final long bornNs = System.nanoTime();      // times from here on: no overflow
        return of(seconds, () -> System.nanoTime() - bornNs);
    }

    static TimeLimit of(final double seconds, final LongSupplier nanoTime) {
        return new TimeLimit(nanoTime, nanoTime.getAsLong() + (long) (seconds * 1e9));
    }

    /** Returns the limit of the next one of so many measurements that share what is left. */
    public TimeLimit part(final int measurements) {
        return this == NONE ? NONE
            : new TimeLimit(nanoTime, nanoTime.getAsLong() + leftNs() / Math.max(1, measurements));
    }

    /** Returns the time that is left, 0 when none is. */
    long leftNs() {
        return Math.max(0, endNs - nanoTime.getAsLong());
    }

    public boolean isOver() {
        return leftNs() == 0;
    }
}
