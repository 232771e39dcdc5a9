package org.gmt4j.graph.bfs;

import java.util.Arrays;
import org.gmt4j.graph.serial.DirectionRule;

/**
 * The thresholds of the direction, from what levels of the searches before have cost. Bottom-up begins where a
 * top-down level of the frontier would take longer than a first bottom-up level, and ends where it takes less than a
 * further one. Each cost is the median of the last searches that had such a level, so that neither a level that was
 * held up nor one root decides. Without a sample of both sides a threshold stays as it is.
 *
 * <p>Where a search enters changes what entering costs: the earlier, the fewer rows find a parent, and the higher the
 * cost. So the threshold settles. It stays within a factor of {@link #RANGE} of the first guess, so that it comes back
 * from costs of young nodes.
 *
 * <p>Owned by the task that searches. Set-up.
 */
final class MeasuredDirections {
    /** Thresholds are at most so many times as large, or as small, as the first guess. */
    static final double RANGE = 4;

    private final DirectionRule first;
    private final RecentMedian topDownNs = new RecentMedian();
    private final RecentMedian enterNs = new RecentMedian();
    private final RecentMedian bottomUpNs = new RecentMedian();
    private final RecentMedian leaveNs = new RecentMedian();

    MeasuredDirections(final DirectionRule first) {
        this.first = first;
    }

    /** Adds the costs of a search. */
    void add(final LevelCosts costs) {
        topDownNs.add(costs.topDownNs());
        enterNs.add(costs.enterNs());
        bottomUpNs.add(costs.bottomUpNs());
        leaveNs.add(costs.leaveNs());
    }

    /**
     * Returns the rule of the next search.
     *
     * @param vertices of the graph
     */
    DirectionRule rule(final long vertices) {
        if (!first.isFirstGuess()) {
            return first;
        }
        return new DirectionRule(near(first.alpha(), topDownNs.value() / enterNs.value()),
            near(first.beta(), vertices * leaveNs.value() / bottomUpNs.value()), "", true);
    }

    /** The measured value, or the guess where one side of it is 0. */
    private static double near(final double guess, final double measured) {
        return measured > 0 && measured < Double.POSITIVE_INFINITY
            ? Math.max(guess / RANGE, Math.min(guess * RANGE, measured)) : guess;
    }

    /** Median of the last values above 0; 0 when there was none. */
    private static final class RecentMedian {
        private final double[] values = new double[15];
        private int count;

        void add(final double value) {
            if (value > 0) {
                values[count++ % values.length] = value;
            }
        }

        double value() {
            final double[] sorted = Arrays.copyOf(values, Math.min(count, values.length));
            Arrays.sort(sorted);
            return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        }
    }
}
