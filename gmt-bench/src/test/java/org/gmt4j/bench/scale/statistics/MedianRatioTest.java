package org.gmt4j.bench.scale.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.gmt4j.bench.scale.statistics.LaunchSamples.Launch;
import org.gmt4j.cli.result.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class MedianRatioTest {
    private static double[] of(final double... values) {
        return values;
    }

    /**
     * A launch of many samples counts once: medians of the launches' medians are 6 and 4, those of all samples 9 and 4.
     */
    @Test
    void shouldDivideMediansOfLaunches() {
        assertEquals(1.5, MedianRatio.of(LaunchSamplesTest.samples(of(9, 9, 9, 9, 9, 9), of(6), of(5, 7)),
            LaunchSamplesTest.samples(of(4, 4)))
            .ratio());
    }

    /** Medians: 6 and 4. */
    @Test
    void shouldDivideMedians() {
        assertEquals(1.5, MedianRatio.of(LaunchSamplesTest.samples(of(5, 7), of(6)),
            LaunchSamplesTest.samples(of(4, 4))).ratio());
    }

    @Test
    void shouldHaveNoIntervalOfTwoSamples() {
        final MedianRatio ratio = MedianRatio.of(LaunchSamplesTest.samples(of(5)), LaunchSamplesTest.samples(of(4)));
        assertEquals(Optional.empty(), ratio.interval());
        assertFalse(ratio.excludes(1));
    }

    /** Whatever is drawn: 6 / 3. Coverage of five launches: 1 - 2^-4. */
    @Test
    void shouldBeOnePointWhereAllAreEqual() {
        final double[][] above = IntStream.range(0, 5).mapToObj(i -> of(6, 6)).toArray(double[][]::new);
        final double[][] below = IntStream.range(0, 5).mapToObj(i -> of(3, 3, 3)).toArray(double[][]::new);
        final MedianRatio ratio = MedianRatio.of(LaunchSamplesTest.samples(above), LaunchSamplesTest.samples(below));
        assertEquals(Optional.of(new ConfidenceInterval(2, 2, 0.9375)), ratio.interval());
        assertFalse(ratio.isWithinLaunch());
        assertTrue(ratio.excludes(1));
        assertFalse(ratio.excludes(2));
    }

    /**
     * Inputs differ by a factor of 100, the ratio on each of them is 2: pairs are drawn together, so each draw's ratio
     * is 2.
     */
    @Test
    void shouldDrawLaunchesWithTheSameKeyTogether() {
        final MedianRatio ratio = MedianRatio.of(LaunchSamplesTest.samples(of(2), of(20), of(200)),
            LaunchSamplesTest.samples(of(1), of(10), of(
            100)));
        assertEquals(Optional.of(new ConfidenceInterval(2, 2, 0.75)), ratio.interval());
        final LaunchSamples others = new LaunchSamples(List.of(new Launch(7, of(1)), new Launch(8, of(10)),
            new Launch(9, of(100))));
        final MedianRatio unpaired = MedianRatio.of(LaunchSamplesTest.samples(of(2), of(20), of(200)), others);
        assertTrue(unpaired.interval().orElseThrow().high() > 10,
            "launches on other inputs do not know of each other: " + unpaired);
    }

    /**
     * By hand with the same draws: the middle of an even number of samples is between two of them, so that 1.5 and 20
     * can come out; and both ends of the interval are as far from their end of the draws: upside down it is the same.
     */
    @Test
    void shouldCutOffAsMuchAtBothEnds() {
        final LaunchSamples above = LaunchSamplesTest.samples(of(1), of(2), of(4), of(8), of(16), of(32));
        final LaunchSamples below = LaunchSamplesTest.samples(of(1), of(1), of(1), of(1), of(1), of(1));
        assertEquals(Optional.of(new ConfidenceInterval(1.5, 20, 0.95)), MedianRatio.of(above, below).interval());
        final ConfidenceInterval inverse = MedianRatio.of(below, above).interval().orElseThrow();
        assertEquals(1 / 20.0, inverse.low(), 1e-12);
        assertEquals(1 / 1.5, inverse.high(), 1e-12);
    }

    @Test
    void shouldCoverNoMoreThanTheSideWithFewerLaunchesCan() {
        final LaunchSamples five = LaunchSamplesTest.samples(of(1), of(2), of(3), of(4), of(5));
        final LaunchSamples two = LaunchSamplesTest.samples(of(1), of(2));
        assertEquals(0.5, MedianRatio.of(five, two).interval().orElseThrow().coverage());
        assertEquals(0.5, MedianRatio.of(two, five).interval().orElseThrow().coverage());
    }

    @Test
    void shouldDrawSamplesOfALaunchToo() {
        final LaunchSamples one = LaunchSamplesTest.samples(of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        final ConfidenceInterval interval = MedianRatio.of(one, LaunchSamplesTest.samples(of(5, 5, 5)))
            .interval().orElseThrow();
        assertTrue(interval.low() < 0.8 && interval.high() > 1.2, interval::toString);
    }

    /** Launch medians differ by far more than samples do: the interval has to be as wide as launches are, 10 to 30. */
    @Test
    void shouldDrawLaunchesNotOnlySamples() {
        final LaunchSamples above = LaunchSamplesTest.samples(of(10, 10.1, 9.9, 10), of(20, 20.1, 19.9, 20),
            of(30, 30.1, 29.9, 30));
        final LaunchSamples below = LaunchSamplesTest.samples(of(10, 10, 10), of(10, 10, 10), of(10, 10, 10));
        final ConfidenceInterval interval = MedianRatio.of(above, below).interval().orElseThrow();
        assertEquals(1, interval.low(), 0.02);
        assertEquals(3, interval.high(), 0.02);
        assertEquals(0.75, interval.coverage(), 1e-12);
    }

    @Test
    void shouldSayThatOneLaunchKnowsOnlyItsSamples() {
        final MedianRatio ratio = MedianRatio.of(LaunchSamplesTest.samples(of(10, 11, 12)),
            LaunchSamplesTest.samples(of(10, 11, 12), of(11)));
        assertTrue(ratio.isWithinLaunch());
        assertEquals(0, ratio.interval().orElseThrow().coverage());
    }

    /**
     * Samples are drawn, not taken over: one launch on each side with differing samples has an interval, and not a
     * point.
     */
    @Test
    void shouldDrawTheSamplesOfALaunch() {
        final ConfidenceInterval interval = MedianRatio.of(LaunchSamplesTest.samples(of(10, 20, 30)),
            LaunchSamplesTest.samples(of(10))).interval()
            .orElseThrow();
        assertEquals(1, interval.low(), 1e-9);
        assertEquals(3, interval.high(), 1e-9);
    }

    @Test
    void shouldGiveTheSameIntervalForTheSameSamples() {
        final LaunchSamples above = LaunchSamplesTest.samples(of(10, 12, 9), of(8, 7, 11));
        final LaunchSamples below = LaunchSamplesTest.samples(of(4, 5, 6), of(6, 7, 5));
        assertEquals(MedianRatio.of(above, below), MedianRatio.of(above, below));
    }

    /**
     * Eight launches of five samples each, launches spread by 10 %, samples by 10 %, true ratio 1.5. A percentile
     * bootstrap of so few launches is known to be somewhat too narrow; 400 experiments have a binomial error of 0.013.
     */
    @Test
    void shouldCoverTheTrueRatioAboutAsOftenAsItSays() {
        final Random random = new Random(1);
        int hits = 0;
        for (int i = 0; i < 400; i++) {
            hits += MedianRatio.of(simulated(random, 15), simulated(random, 10)).interval().orElseThrow()
                .contains(1.5) ? 1 : 0;
        }
        assertTrue(hits >= 0.88 * 400 && hits <= 0.99 * 400, "covered " + hits + " of 400");
    }

    private static LaunchSamples simulated(final Random random, final double rate) {
        return LaunchSamplesTest.samples(IntStream.range(0, 8).mapToObj(k -> {
            final double launch = rate * Math.exp(0.1 * random.nextGaussian());
            return IntStream.range(0, 5).mapToDouble(s -> launch * Math.exp(0.1 * random.nextGaussian())).toArray();
        }).toArray(double[][]::new));
    }
}
