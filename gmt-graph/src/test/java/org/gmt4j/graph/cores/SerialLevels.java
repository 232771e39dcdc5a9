package org.gmt4j.graph.cores;

import org.gmt4j.graph.serial.LocalCsr;

/**
 * Core numbers by one thread of plain Java as the nodes find them: by levels, without a branch for what has been taken
 * away, and with rows read ahead. A second yardstick for {@link CoreNumbers}, beside the textbook's. Time O(E + V times
 * levels).
 */
final class SerialLevels {
    private static final int ROWS_AHEAD = 32;

    private final int[] offsets;
    private final int[] targets;
    private final int[] degrees;
    private final int[] left;
    private int leftCount;
    private final int[] queue;
    private int queued;
    private final int[] begins = new int[ROWS_AHEAD];
    private final int[] ends = new int[ROWS_AHEAD];
    private final int[] heads = new int[ROWS_AHEAD];

    private SerialLevels(final LocalCsr graph) {
        offsets = graph.offsets();
        targets = graph.targets();
        degrees = new int[graph.vertexCount()];
        left = new int[graph.vertexCount() + 1];
        queue = new int[graph.vertexCount() + 1];
        for (int row = 0; row < degrees.length; row++) {
            degrees[row] = graph.degree(row);
            left[leftCount] = row;
            leftCount += -degrees[row] >>> 31;
        }
    }

    /** Returns the core number of each vertex of a graph whose rows are symmetric. */
    static int[] find(final LocalCsr graph) {
        return new SerialLevels(graph).peel();
    }

    private int[] peel() {
        for (int level = lowest(0); level != Integer.MAX_VALUE; level = lowest(level)) {
            begin(level);
            int taken = 0;
            while (taken < queued) {
                final int count = Math.min(ROWS_AHEAD, queued - taken);
                readAhead(taken, count);
                taken += count;
                for (int i = 0; i < count; i++) {
                    queued = take(heads[i], begins[i], ends[i], level, queued);
                }
            }
        }
        return degrees;
    }

    private int lowest(final int level) {
        int low = Integer.MAX_VALUE;
        for (int at = 0; at < leftCount; at++) {
            final int degree = degrees[left[at]];
            low = Math.min(low, degree > level ? degree : Integer.MAX_VALUE);
        }
        return low;
    }

    private void begin(final int level) {
        int kept = 0;
        queued = 0;
        for (int at = 0; at < leftCount; at++) {
            final int row = left[at];
            final int degree = degrees[row];
            left[kept] = row;
            kept += level - degree >>> 31;
            queue[queued] = row;
            queued += (degree ^ level) - 1 >>> 31;
        }
        leftCount = kept;
    }

    private void readAhead(final int from, final int count) {
        for (int i = 0; i < count; i++) {
            begins[i] = offsets[queue[from + i]];
            ends[i] = offsets[queue[from + i] + 1];
        }
        for (int i = 0; i < count; i++) {
            heads[i] = targets[begins[i]];
        }
    }

    /** Counters in fields would cost a third more. */
    private int take(final int head, final int begin, final int end, final int level, final int queuedBefore) {
        int count = queuedBefore;
        int row = head;
        for (int at = begin + 1; at <= end; at++) {
            final int degree = degrees[row];
            degrees[row] = degree - (level - degree >>> 31);
            if (degree == level + 1) {
                queue[count++] = row;
            }
            if (at < end) {
                row = targets[at];
            }
        }
        return count;
    }
}
