package org.gmt4j.engine.profile;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * What is told of the durations of a stage, all nodes together.
 *
 * @param count of durations that were measured
 * @param p50   median, nanoseconds; all of them 0 when there is none
 * @param p90   90 of 100 were not longer
 * @param p99   99 of 100 were not longer
 * @param max   the longest
 * @param mean  their mean
 */
public record StageRow(long count, long p50, long p90, long p99, long max, double mean) {
    /** Of rows as {@link NodeProfile#tables()} names them: value and count by turns. */
    public static StageRow of(final Collection<long[]> rows) {
        final Histogram sum = StageTimes.empty();
        for (final long[] row : rows) {
            for (int i = 0; i + 1 < row.length; i += 2) {
                sum.recordValueWithCount(row[i], row[i + 1]);
            }
        }
        return new StageRow(sum.getTotalCount(), sum.getValueAtPercentile(50), sum.getValueAtPercentile(90),
            sum.getValueAtPercentile(99), sum.getMaxValue(), sum.getMean());
    }
}
