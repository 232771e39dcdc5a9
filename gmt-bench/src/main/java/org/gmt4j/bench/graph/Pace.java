package org.gmt4j.bench.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when something that runs again and again has come to its speed: when the last third of its time so far was
 * hardly faster than the third before. What runs on all cores leaves none to the compiler and becomes faster for many
 * seconds, by little from one run to the next. Owned by one thread; takes and asks in the logarithm of the batches.
 */
final class Pace {
    private static final double FASTER = 1.05;
    /** Of each third. */
    private static final int LEAST_BATCHES = 3;
    private final double leastNs;
    /** Nanoseconds and runs, each with all before it. */
    private final List<long[]> sums = new ArrayList<>(List.of(new long[2]));

    /** @param leastNs before which nothing is settled */
    Pace(final double leastNs) {
        this.leastNs = leastNs;
    }

    /** Takes some runs in a row. */
    void took(final long runs, final long ns) {
        final long[] before = sums.get(sums.size() - 1);
        sums.add(new long[] {before[0] + ns, before[1] + runs});
    }

    boolean isSettled() {
        final int last = sums.size() - 1;
        final long ns = sums.get(last)[0];
        final int first = from(ns / 3);
        final int second = from(2 * ns / 3);
        return ns >= leastNs && second - first >= LEAST_BATCHES && last - second >= LEAST_BATCHES
            && rate(second, last) <= FASTER * rate(first, second);
    }

    /** Returns the first place at which so much time had passed. */
    private int from(final long ns) {
        int low = 0;
        int high = sums.size() - 1;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (sums.get(middle)[0] < ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double rate(final int from, final int to) {
        return (double) (sums.get(to)[1] - sums.get(from)[1]) / (sums.get(to)[0] - sums.get(from)[0]);
    }
}
