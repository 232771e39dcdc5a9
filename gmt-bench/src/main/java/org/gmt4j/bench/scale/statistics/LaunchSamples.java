package org.gmt4j.bench.scale.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gmt4j.cli.result.ConfidenceInterval;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * The samples of one rate, by launch. Samples of one launch share its memory layout, its compiled code and its moment,
 * so they are alike; launches are independent of each other. Immutable; set-up.
 *
 * @param launches at least one
 */
public record LaunchSamples(List<Launch> launches) {

    /**
     * One launch.
     *
     * @param key     pairs it with a launch elsewhere: its random seed
     * @param samples at least one
     */
    public record Launch(long key, double[] samples) {
        /** @throws IllegalArgumentException without samples */
        public Launch {
            if (samples.length == 0) {
                throw new IllegalArgumentException("a launch without samples");
            }
            samples = samples.clone();
        }

        double median() {
            return SampleStatistics.of(samples).median();
        }
    }

    /** @throws IllegalArgumentException without launches */
    public LaunchSamples {
        if (launches.isEmpty()) {
            throw new IllegalArgumentException("no launches");
        }
        launches = List.copyOf(launches);
    }

    /** All samples, launch by launch. */
    public double[] all() {
        return launches.stream().flatMapToDouble(launch -> Arrays.stream(launch.samples)).toArray();
    }

    /** Of all samples. */
    public SampleStatistics statistics() {
        return SampleStatistics.of(all());
    }

    /**
     * The median of the launches' medians: launches, not samples, are independent of each other
     * (docs/decisions/0011-what-a-series-may-claim.md).
     */
    public double median() {
        return SampleStatistics.of(launches.stream().mapToDouble(Launch::median).toArray()).median();
    }

    /**
     * Where the median lies. With several launches, by the order of their medians, since only launches are independent:
     * three launches give no 95 % whatever is done, and the interval names its coverage. With one launch, by the order
     * of its samples: then it says where this launch's median lies and nothing about other launches.
     *
     * @return empty for a single sample
     */
    public Optional<ConfidenceInterval> interval() {
        return ConfidenceInterval.ofMedian(launches.size() == 1 ? launches.get(0).samples
            : launches.stream().mapToDouble(Launch::median).toArray());
    }
}
