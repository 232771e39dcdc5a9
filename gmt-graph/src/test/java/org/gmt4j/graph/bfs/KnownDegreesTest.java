package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnownDegreesTest {
    private static KnownDegrees of(final int[] degrees) {
        final KnownDegrees known = new KnownDegrees();
        final int middle = degrees.length / 3;
        known.addAll(0, degrees, 0, middle);
        known.addAll(middle, Arrays.copyOfRange(degrees, middle, degrees.length), 0, degrees.length - middle);
        return known;
    }

    @Test
    void shouldKnowAllOfASmallGraph() {
        final int[] degrees = new SplittableRandom(1).ints(KnownDegrees.MOST, 0, 100).toArray();
        final KnownDegrees known = of(degrees);
        for (int v = 0; v < degrees.length; v++) {
            assertEquals(degrees[v], known.bound(v), "vertex " + v);
        }
    }

    @Test
    void shouldKnowTheLargestAndBoundTheOthers() {
        final SplittableRandom random = new SplittableRandom(2);
        final int[] degrees = new int[10 * KnownDegrees.MOST];
        Arrays.setAll(degrees, v -> (int) (1 / (1e-6 + random.nextDouble())));
        final KnownDegrees known = of(degrees);
        final int[] sorted = degrees.clone();
        Arrays.sort(sorted);
        final int surelyKnown = 2 * sorted[sorted.length - KnownDegrees.MOST];
        for (int v = 0; v < degrees.length; v++) {
            assertTrue(known.bound(v) >= degrees[v], "vertex " + v);
            assertTrue(known.bound(v) == degrees[v] || degrees[v] <= surelyKnown && known.bound(v) <= surelyKnown,
                "vertex " + v + " of " + degrees[v] + " neighbours: " + known.bound(v));
        }
    }

    @Test
    void shouldBoundEqualDegreesExactly() {
        final int[] degrees = new int[3 * KnownDegrees.MOST];
        Arrays.fill(degrees, 4);
        final KnownDegrees known = of(degrees);
        assertEquals(4, known.bound(0));
        assertEquals(4, known.bound(degrees.length - 1));
    }

    @Test
    void shouldBoundDegreesThatHaveReachedTheirLargestValue() {
        final int[] degrees = new int[2 * KnownDegrees.MOST];
        Arrays.fill(degrees, Integer.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE, of(degrees).bound(1));
    }
}
