package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {
    private static final double EXACT = 1e-12;

    private static double[] upTo(final int count) {
        return IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray();
    }

    private static void check(final double low, final double high, final double coverage,
                              final ConfidenceInterval found) {
        assertEquals(low, found.low(), EXACT);
        assertEquals(high, found.high(), EXACT);
        assertEquals(coverage, found.coverage(), EXACT);
    }

    @Test
    void shouldSayNothingFromOneSampleOrNone() {
        assertEquals(Optional.empty(), ConfidenceInterval.ofMedian());
        assertEquals(Optional.empty(), ConfidenceInterval.ofMedian(7));
    }

    /** Both are below the median with probability 1/4, both above with 1/4: it is between them with 1/2. */
    @Test
    void shouldSayHalfFromTwoSamples() {
        final ConfidenceInterval interval = ConfidenceInterval.ofMedian(9, 4).orElseThrow();
        check(4, 9, 0.5, interval);
        assertFalse(interval.isUsual());
    }

    /** All five on one side: 2 / 32; so 30 / 32 = 93.75 %, not yet 95. */
    @Test
    void shouldGoFromLeastToMostForFive() {
        final ConfidenceInterval interval = ConfidenceInterval.ofMedian(5, 3, 1, 2, 4).orElseThrow();
        check(1, 5, 0.9375, interval);
        assertFalse(interval.isUsual());
    }

    /** 2 / 64 are missed with none left out: 96.875 %; leaving one out on each side misses 2 (1 + 6) / 64. */
    @Test
    void shouldReachTheUsualProbabilityWithSix() {
        final ConfidenceInterval interval = ConfidenceInterval.ofMedian(upTo(6)).orElseThrow();
        check(1, 6, 0.96875, interval);
        assertTrue(interval.isUsual());
    }

    /** 2 (1 + 16 + 120 + 560) / 65536 = 0.02127 with three left out; with a fourth 2 x 1820 / 65536 = 0.05554 more. */
    @Test
    void shouldLeaveThreeOutOnEachSideOfSixteen() {
        check(4, 13, 1 - 2 * 697 / 65536.0, ConfidenceInterval.ofMedian(upTo(16)).orElseThrow());
    }

    /** Normal approximation: 500 - 1.96 x sqrt(1000) / 2 = 469, beyond where 2^-n is no number any more as well. */
    @Test
    void shouldAgreeWithTheNormalApproximationForMany() {
        final ConfidenceInterval thousand = ConfidenceInterval.ofMedian(upTo(1000)).orElseThrow();
        assertEquals(469, thousand.low(), 1);
        assertEquals(1001 - thousand.low(), thousand.high(), EXACT);
        assertEquals(0.95, thousand.coverage(), 0.005);
        final ConfidenceInterval many = ConfidenceInterval.ofMedian(upTo(10_000)).orElseThrow();
        assertEquals(5000 - 1.96 * 50, many.low(), 2);
        assertTrue(many.isUsual());
    }

    @Test
    void shouldBeOnePointWhereAllAreEqual() {
        check(3, 3, 1 - 2 * 697 / 65536.0,
            ConfidenceInterval.ofMedian(IntStream.range(0, 16).mapToDouble(i -> 3).toArray()).orElseThrow());
    }

    /**
     * As often as it says, for a skewed distribution: exponential, median ln 2. Binomial error of 20,000 experiments:
     * 0.001 to 0.0035.
     */
    @Test
    void shouldCoverTheMedianAsOftenAsItSays() {
        final Random random = new Random(1);
        for (final int count : new int[] {2, 3, 5, 6, 16, 33}) {
            int hits = 0;
            double coverage = 0;
            for (int i = 0; i < 20_000; i++) {
                final double[] samples = new double[count];
                for (int k = 0; k < count; k++) {
                    samples[k] = -Math.log(1 - random.nextDouble());
                }
                final ConfidenceInterval interval = ConfidenceInterval.ofMedian(samples).orElseThrow();
                coverage = interval.coverage();
                hits += interval.contains(Math.log(2)) ? 1 : 0;
            }
            assertEquals(coverage, hits / 20_000.0, 0.012, count + " samples");
        }
    }

    @Test
    void shouldTellSpreadAsShareOfTheMedian() {
        assertEquals((3.25 - 1.75) / 2.5, SampleStatistics.of(4, 1, 3, 2).spread(), EXACT);
        assertEquals(0, SampleStatistics.of(5).spread(), EXACT);
        assertEquals(0, SampleStatistics.of(0, 0, 0).spread(), EXACT);
    }
}
