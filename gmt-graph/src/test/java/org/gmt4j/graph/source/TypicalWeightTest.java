package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

    @Test
    void shouldTakeFromAllStretches() {
        assertArrayEquals(LongStream.range(0, 100).toArray(), TypicalWeight.sample(100, 100, at -> at));
        final long[] some = TypicalWeight.sample(1_000_003, 1000, at -> at);
        assertTrue(IntStream.range(0, 1000).allMatch(i -> some[i] / 1000 == i));
    }
}
