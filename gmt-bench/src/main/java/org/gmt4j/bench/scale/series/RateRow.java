package org.gmt4j.bench.scale.series;

import java.util.Optional;
import org.gmt4j.bench.scale.statistics.LaunchSamples;
import org.gmt4j.bench.scale.statistics.MedianRatio;
import org.gmt4j.cli.result.ConfidenceInterval;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * One rate at one point, and its ratios to others: a row of the table of rates, one component to a column. Immutable.
 *
 * @param point       where
 * @param name        of the rate
 * @param unit        of the rate
 * @param cores       of the machine
 * @param samples     of all trials that ended well, by launch; launches are paired by their seed
 * @param firstNodes  nodes of the first point with these swept values, which efficiency refers to
 * @param toFirst     this rate divided by that point's; empty at that point itself
 * @param toFirstSwept this rate divided by that of the first combination of swept values with as many nodes; empty at
 *                     it, and where nothing is swept
 * @param ofOneThread the rate divided by that of one thread on the same input, where the runs had {@code --baseline}:
 *                    the median over the trials of {@link OneThreadCost#ratio}
 */
public record RateRow(SeriesPoint point, String name, String unit, int cores, LaunchSamples samples,
                      int firstNodes, Optional<MedianRatio> toFirst, Optional<MedianRatio> toFirstSwept,
                      Optional<Double> ofOneThread) {

    /** Of all samples. */
    public SampleStatistics statistics() {
        return samples.statistics();
    }

    /** Of the median; empty for a single sample. */
    public Optional<ConfidenceInterval> interval() {
        return samples.interval();
    }

    /** The rate: the median of the launches' medians. Efficiency and ratios are of these. */
    public double median() {
        return samples.median();
    }

    /** The median's share of each node. */
    public double perNode() {
        return median() / point.nodes();
    }

    /** The part of the first point's rate per node that is left: 1 is perfect; empty at the first point. */
    public Optional<Double> efficiency() {
        return toFirst.map(ratio -> ratio.ratio() * firstNodes / point.nodes());
    }

    /** Where efficiency lies. */
    public Optional<ConfidenceInterval> efficiencyInterval() {
        final double share = (double) firstNodes / point.nodes();
        return toFirst.flatMap(MedianRatio::interval)
            .map(all -> new ConfidenceInterval(all.low() * share, all.high() * share, all.coverage()));
    }

    /** Whether there are more threads than cores, so that a ratio of rates is no speed-up. */
    public boolean exceedsCores() {
        return exceedsCores(point, cores);
    }

    static boolean exceedsCores(final SeriesPoint point, final int cores) {
        return (long) point.nodes() * Math.max(1, point.threads()) > cores;
    }

    /** Cores that can be busy here. */
    public int coresInUse() {
        return (int) Math.min(cores, (long) point.nodes() * Math.max(1, point.threads()));
    }
}
