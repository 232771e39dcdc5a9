package org.gmt4j.bench.trial;

import java.util.Arrays;

/** The middle of a few samples. */
public final class Medians {
    private Medians() {
    }

    public static double of(final double... samples) {
        final double[] sorted = samples.clone();
        Arrays.sort(sorted);
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
