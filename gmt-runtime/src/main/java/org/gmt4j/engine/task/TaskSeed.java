package org.gmt4j.engine.task;

/** Derives seeds and random numbers: SplitMix64. No state. Per number. */
final class TaskSeed {
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private TaskSeed() {
    }

    static long mix(final long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
