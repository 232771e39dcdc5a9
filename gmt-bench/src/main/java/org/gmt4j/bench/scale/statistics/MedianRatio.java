package org.gmt4j.bench.scale.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gmt4j.bench.scale.statistics.LaunchSamples.Launch;
import org.gmt4j.cli.result.ConfidenceInterval;

/**
 * The median of one rate divided by the median of another, and where the true ratio lies. Immutable; set-up, some
 * milliseconds.
 *
 * <p>The interval is a two-level percentile bootstrap with a fixed seed: launches are drawn first, then the samples of
 * each (Davison and Hinkley, Bootstrap Methods and their Application, 1997, sections 3.8 and 5.3). Launches of both
 * sides with the same key have worked on the same input and are drawn together; those without partner each on their
 * side. The same samples give the same interval.
 *
 * <p>A bootstrap cannot know more launches than there were: with k of them a bootstrap interval, like any, misses with
 * at least 2^(1-k). The coverage given is the smaller of 95 % and 1 - 2^(1-k), k being the smaller number of launches.
 * With one launch on a side only samples are drawn: the coverage given is 0, since nothing is known of how launches
 * differ, and {@link #isWithinLaunch} says so.
 *
 * @param ratio          of the medians of the launches' medians
 * @param interval       empty where both sides are a single sample
 * @param isWithinLaunch the interval knows only how samples of a launch differ
 */
public record MedianRatio(double ratio, Optional<ConfidenceInterval> interval, boolean isWithinLaunch) {
    private static final int DRAWS = 1000;
    private static final long SEED = 20_140_819;

    /** The ratio of {@code above} to {@code below}. */
    public static MedianRatio of(final LaunchSamples above, final LaunchSamples below) {
        final double ratio = above.median() / below.median();
        final int fewest = Math.min(above.launches().size(), below.launches().size());
        if (above.all().length == 1 && below.all().length == 1) {
            return new MedianRatio(ratio, Optional.empty(), true);
        }
        final double[] ratios = draw(Pairs.of(above, below));
        final double tail = (1 - ConfidenceInterval.USUAL) / 2;
        final double coverage = Math.min(ConfidenceInterval.USUAL, 1 - Math.pow(2, 1.0 - fewest));
        return new MedianRatio(ratio,
            Optional.of(new ConfidenceInterval(quantile(ratios, tail), quantile(ratios, 1 - tail), coverage)),
            fewest == 1);
    }

    /** Whether the interval leaves this value out; never without an interval. */
    public boolean excludes(final double value) {
        return interval.isPresent() && !interval.get().contains(value);
    }

    /** Launches with a partner, and those without. */
    private record Pairs(List<Launch[]> both, List<Launch> above, List<Launch> below) {
        static Pairs of(final LaunchSamples above, final LaunchSamples below) {
            final List<Launch> left = new ArrayList<>();
            final List<Launch> right = new ArrayList<>(below.launches());
            final List<Launch[]> both = new ArrayList<>();
            for (final Launch launch : above.launches()) {
                final Optional<Launch> partner = right.stream().filter(other -> other.key() == launch.key())
                    .findFirst();
                if (partner.isPresent()) {
                    right.remove(partner.get());
                    both.add(new Launch[] {launch, partner.get()});
                } else {
                    left.add(launch);
                }
            }
            return new Pairs(both, left, right);
        }
    }

    private static double[] draw(final Pairs pairs) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final double[] ratios = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            final Draw above = new Draw();
            final Draw below = new Draw();
            for (int k = 0; k < pairs.both.size(); k++) {
                final Launch[] pair = pairs.both.get(random.nextInt(pairs.both.size()));
                above.take(pair[0], random);
                below.take(pair[1], random);
            }
            above.takeAll(pairs.above, random);
            below.takeAll(pairs.below, random);
            ratios[i] = above.median() / below.median();
        }
        Arrays.sort(ratios);
        return ratios;
    }

    /** Launches drawn for one side, each by the median of the drawn samples. */
    private static final class Draw {
        private double[] medians = new double[16];
        private int count;

        void takeAll(final List<Launch> launches, final SplittableRandom random) {
            for (int k = 0; k < launches.size(); k++) {
                take(launches.get(random.nextInt(launches.size())), random);
            }
        }

        void take(final Launch launch, final SplittableRandom random) {
            final double[] samples = launch.samples();
            final double[] drawn = new double[samples.length];
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = samples[random.nextInt(samples.length)];
            }
            if (count == medians.length) {
                medians = Arrays.copyOf(medians, 2 * count);
            }
            medians[count++] = median(drawn, drawn.length);
        }

        double median() {
            return median(medians, count);
        }

        private static double median(final double[] values, final int count) {
            Arrays.sort(values, 0, count);
            return (values[(count - 1) / 2] + values[count / 2]) / 2;
        }
    }

    private static double quantile(final double[] sorted, final double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
