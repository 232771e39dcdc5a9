package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypicalWeightTest {
    private static double typical(final long[] weights) {
        return TypicalWeight.of(WeightKind.LONG,
            TypicalWeight.sample(weights.length, TypicalWeight.SAMPLE, at -> weights[(int) at]),
            LongStream.of(weights).max().orElse(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 5000, 300_000})
    void shouldBeTheHeaviestOfWeightsThatAreSpreadEvenly(final int edges) {
        final long[] weights = new SplittableRandom(edges).longs(edges, 1, 256).toArray();
        weights[edges / 2] = 255;
        assertEquals(255, typical(weights));
    }

    @ParameterizedTest
    @ValueSource(longs = {999_999_999, Integer.MAX_VALUE, Long.MAX_VALUE})
    void shouldNotFollowFewHeavyOnes(final long heaviest) {
        final long[] weights = new SplittableRandom(5).longs(20_000, 1, 256).toArray();
        for (int at = 0; at < weights.length; at += 4) {
            weights[at] = heaviest;
        }
        final double typical = typical(weights);
        assertTrue(typical >= 255 && typical <= 3 * 255, () -> "typical " + typical);
    }

    @Test
    void shouldLeaveZerosOut() {
        final long[] weights = new long[10_000];
        for (int at = 0; at < weights.length; at += 10) {
            weights[at] = 7;
        }
        weights[10] = 1000;
        assertEquals(21, typical(weights));
        assertEquals(0, typical(new long[100]));
        assertEquals(1, typical(new long[0]));
    }

    @Test
    void shouldKnowDoubles() {
        final double[] weights = {0, 0.5, 0.25, 1e300, 0.125, 0, 0.5};
        final long[] words = TypicalWeight.sample(weights.length, TypicalWeight.SAMPLE,
            at -> WeightKind.wordOf(weights[(int) at]));
        assertEquals(1.5, TypicalWeight.of(WeightKind.DOUBLE, words, 1e300));
    }

    /** Of the last edges, too, where stretches are not equally long. */
    @ParameterizedTest
    @ValueSource(ints = {100, 8191, 8192, 1_000_003})
    void shouldTakeFromAllStretches(final int edges) {
        final int count = Math.min(edges, TypicalWeight.SAMPLE);
        final long[] some = TypicalWeight.sample(edges, TypicalWeight.SAMPLE, at -> at);
        assertEquals(count, some.length);
        for (int i = 0; i < count; i++) {
            final PartRange stretch = PartRange.of(edges, i, count);
            assertTrue(some[i] >= stretch.start() && some[i] < stretch.end(), "stretch " + i);
        }
    }

    /** Behind those of which each is a stretch of its own. */
    @Test
    void shouldSeeTheHeavyOnesInTheEnd() {
        final long[] weights = new long[8191];
        Arrays.setAll(weights, at -> at < 4000 ? 1 : 1_000_000);
        assertEquals(1_000_000, typical(weights));
    }
}
