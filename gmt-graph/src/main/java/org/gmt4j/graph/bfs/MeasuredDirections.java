package org.gmt4j.graph.bfs;

import java.util.Arrays;
import org.gmt4j.graph.serial.DirectionRule;

/**
 * The thresholds of the direction, from what levels of the searches before have cost.
 *
 * <p>Bottom-up costs more where it begins early: hardly a row has a parent in a small frontier, and looks at its whole
 * list. One more top-down level makes it cheap. So bottom-up begins where a top-down level of the frontier would take
 * longer than what a first bottom-up level of so small a frontier takes more than one of a large frontier. It ends
 * where a top-down level takes less than a further bottom-up one. Each cost is the median of the last searches that
 * had such a level, so that neither a level that was held up nor one root decides. Without a sample of all sides a
 * threshold stays as it is.
 *
 * <p>Where one side has had no sample for some searches, the threshold moves slowly to where there will be one: costs
 * of young nodes are forgotten, and those that nobody has tried yet are tried. It stays within a factor of
 * {@link #RANGE} of the first guess.
 *
 * <p>Owned by the task that searches. Set-up.
 */
final class MeasuredDirections {
    /** Thresholds are at most so many times as large, or as small, as the first guess. */
    static final double RANGE = 4;
    private static final int SAMPLES = 15;
    /** Early entries are rare; the last ones count. */
    private static final int EARLY_SAMPLES = 5;
    /** Searches without a sample of one side, after each of which the threshold moves by {@link #STEP}. */
    private static final int SEARCHES_BETWEEN_STEPS = 8;
    private static final double STEP = 1.25;

    private final DirectionRule first;
    private final RecentMedian topDownNs = new RecentMedian(SAMPLES);
    private final RecentMedian enterNs = new RecentMedian(SAMPLES);
    private final RecentMedian enterEarlyNs = new RecentMedian(EARLY_SAMPLES);
    private final RecentMedian bottomUpNs = new RecentMedian(SAMPLES);
    private final RecentMedian leaveNs = new RecentMedian(SAMPLES);
    private int searchesWithoutTopDown;
    private int searchesWithoutEarly;

    MeasuredDirections(final DirectionRule first) {
        this.first = first;
    }

    /** Adds the costs of a search. */
    void add(final LevelCosts costs) {
        topDownNs.add(costs.topDownNs());
        (costs.isEarly() ? enterEarlyNs : enterNs).add(costs.enterNs());
        bottomUpNs.add(costs.bottomUpNs());
        leaveNs.add(costs.leaveNs());
        if (costs.enterNs() > 0) {
            searchesWithoutTopDown = costs.topDownNs() > 0 ? 0 : searchesWithoutTopDown + 1;
            searchesWithoutEarly = costs.isEarly() ? 0 : searchesWithoutEarly + 1;
        }
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
        final double steps = searchesWithoutEarly / SEARCHES_BETWEEN_STEPS
            - searchesWithoutTopDown / SEARCHES_BETWEEN_STEPS;
        final double alpha = near(first.alpha(), measuredAlpha()) * Math.pow(STEP, steps);
        return new DirectionRule(near(first.alpha(), alpha),
            near(first.beta(), vertices * leaveNs.value() / bottomUpNs.value()), "", true);
    }

    /** 0 where a side is missing. */
    private double measuredAlpha() {
        if (enterEarlyNs.value() == 0 || enterNs.value() == 0) {
            return 0;
        }
        final double more = enterEarlyNs.value() - enterNs.value();
        return more > 0 ? topDownNs.value() / more : RANGE * first.alpha();
    }

    /** The measured value, or the guess where one side of it is 0. */
    private static double near(final double guess, final double measured) {
        return measured > 0 && measured < Double.POSITIVE_INFINITY
            ? Math.max(guess / RANGE, Math.min(guess * RANGE, measured)) : guess;
    }

    /** Median of the last values above 0; 0 when there was none. */
    private static final class RecentMedian {
        private final double[] values;
        private int count;

        RecentMedian(final int samples) {
            values = new double[samples];
        }

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
