package org.gmt4j.graph.strong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    /** What is kept depends on the rows, not on what arrives for them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000, Integer.MAX_VALUE})
    void shouldKeepEachRowOnceInTheOrderOfColours(final int colours) {
        final SplittableRandom random = new SplittableRandom(colours);
        final long[] colour = random.longs(500, -colours / 2, colours / 2 + 1).toArray();
        final Arrivals arrivals = new Arrivals();
        final TreeSet<Integer> rows = new TreeSet<>();
        for (int i = 0; i < 200_000; i++) {
            final int row = random.nextInt(500) / 3 * 3;
            arrivals.add(row);
            rows.add(row);
        }
        arrivals.sort(row -> colour[row]);
        assertEquals(rows.size(), arrivals.count());
        for (int i = 0; i < arrivals.count(); i++) {
            assertTrue(rows.remove(arrivals.row(i)), "a row comes once");
            assertEquals(colour[arrivals.row(i)], arrivals.colour(i));
            assertTrue(i == 0 || arrivals.colour(i - 1) <= arrivals.colour(i), "colours ascend");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldHaveFewOrNone(final int count) {
        final Arrivals arrivals = new Arrivals();
        for (int row = 0; row < count; row++) {
            arrivals.add(row);
        }
        arrivals.sort(row -> 7);
        assertEquals(count, arrivals.count());
    }
}
