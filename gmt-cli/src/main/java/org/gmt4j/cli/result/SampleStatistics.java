package org.gmt4j.cli.result;

import java.util.Arrays;

/**
 * Summary of repeated measurements, as in Graph500's result block. Quartiles interpolate linearly between order
 * statistics (Hyndman and Fan, American Statistician 50(4), 1996, type 7).
 *
 * @param count         number of samples
 * @param min           smallest
 * @param firstQuartile 25 %
 * @param median        50 %
 * @param thirdQuartile 75 %
 * @param max           largest
 * @param harmonicMean  the mean of rates; 0 if a sample is 0
 */
public record SampleStatistics(int count, double min, double firstQuartile, double median, double thirdQuartile,
                               double max, double harmonicMean) {

    /** @return the summary of at least one sample */
    public static SampleStatistics of(final double... samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("no samples");
        }
        final double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return new SampleStatistics(sorted.length, sorted[0], quantile(sorted, 0.25), quantile(sorted, 0.5),
            quantile(sorted, 0.75), sorted[sorted.length - 1], harmonicMean(sorted));
    }

    /**
     * How far the middle half of the samples spreads, as a share of the median: (third - first quartile) / median; 0
     * where the median is 0.
     */
    public double spread() {
        return median == 0 ? 0 : (thirdQuartile - firstQuartile) / median;
    }

    private static double quantile(final double[] sorted, final double share) {
        final double position = share * (sorted.length - 1);
        final int below = (int) position;
        final int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    private static double harmonicMean(final double[] samples) {
        double sumOfInverses = 0;
        for (final double sample : samples) {
            sumOfInverses += 1 / sample;
        }
        return samples.length / sumOfInverses;
    }
}
