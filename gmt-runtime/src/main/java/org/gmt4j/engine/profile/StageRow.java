package org.gmt4j.engine.profile;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * Statistics of the durations of a stage on all nodes.
 *
 * @param count number of measured durations
 * @param p50   median in nanoseconds; all figures are 0 when there is none
 * @param p90   90th percentile
 * @param p99   99th percentile
 * @param max   longest duration
 * @param mean  mean duration
 */
public record StageRow(long count, long p50, long p90, long p99, long max, double mean) {
    /** Returns the statistics of rows of {@link NodeProfile#tables()}, in which value and count alternate. */
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
