package org.gmt4j.aggregation.topology;

/**
 * Counts ordered pairs of nodes by the coordinates in which they differ, digit by digit from the highest: at each digit
 * a node either still agrees with the last node of all (it is <i>tight</i>: its digit is bounded by that node's) or is
 * already below it (any digit will do).
 */
final class HopHistogram {
    /** States of a pair: bit 0, the first node is tight; bit 1, the second. */
    private static final int STATES = 4;

    private HopHistogram() {
    }

    static long[] of(final Shape shape, final int nodeCount) {
        final int dimensions = shape.dimensions();
        long[][] pairs = new long[STATES][dimensions + 1];
        pairs[STATES - 1][0] = 1;
        for (int i = dimensions - 1; i >= 0; i--) {
            pairs = withDigit(pairs, shape.extent(i), shape.coordinate(nodeCount - 1, i));
        }
        final long[] histogram = new long[dimensions + 1];
        for (final long[] byDistance : pairs) {
            for (int distance = 0; distance <= dimensions; distance++) {
                histogram[distance] += byDistance[distance];
            }
        }
        return histogram;
    }

    private static long[][] withDigit(final long[][] before, final long extent, final long last) {
        final long[][] after = new long[STATES][before[0].length];
        for (int distance = 0; distance < before[0].length; distance++) {
            add(after, 0, distance, before[0][distance], extent, extent * (extent - 1));
            for (int tight = 1; tight <= 2; tight++) {
                add(after, tight, distance, before[tight][distance], 1, extent - 1);
                add(after, 0, distance, before[tight][distance], last, last * (extent - 1));
            }
            add(after, 3, distance, before[3][distance], 1, 0);
            add(after, 1, distance, before[3][distance], 0, last);
            add(after, 2, distance, before[3][distance], 0, last);
            add(after, 0, distance, before[3][distance], last, last * (last - 1));
        }
        return after;
    }

    private static void add(final long[][] after, final int state, final int distance, final long count,
                            final long equal, final long different) {
        if (count > 0) {
            after[state][distance] += count * equal;
            if (different > 0) {
                after[state][distance + 1] += count * different;
            }
        }
    }
}
