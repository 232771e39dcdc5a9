package org.gmt4j.bench.simulate;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Nanoseconds of one step of something that can be repeated: many short batches after a warm-up, lowest decile. Not the
 * median: whatever else the machine does only adds.
 */
final class StepTimer {
    private static final int MAX_BATCHES = 100_000;

    private final long warmUpNs;
    private final long measureNs;

    StepTimer(final long warmUpNs, final long measureNs) {
        this.warmUpNs = warmUpNs;
        this.measureNs = measureNs;
    }

    /** @param batch does {@code steps} steps */
    double ns(final int steps, final Runnable batch) {
        return ns(steps, () -> {
            final long startNs = System.nanoTime();
            batch.run();
            return System.nanoTime() - startNs;
        });
    }

    /** @param batch does {@code steps} steps, and returns their time without that of other work */
    double ns(final int steps, final LongSupplier batch) {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < warmUpNs) {
            final long unused = batch.getAsLong();
        }
        final long[] took = new long[MAX_BATCHES];
        int count = 0;
        final long fromNs = System.nanoTime();
        do {
            took[count++] = batch.getAsLong();
        } while (count < MAX_BATCHES && System.nanoTime() - fromNs < measureNs);
        Arrays.sort(took, 0, count);
        return (double) took[count / 10] / steps;
    }
}
