package org.gmt4j.graph.components;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomOrderTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 77, Long.MAX_VALUE, -1})
    void shouldFindTheValueOfARank(final long seed) {
        final RandomOrder order = new RandomOrder(seed);
        for (long value = -1000; value < 1000; value++) {
            assertEquals(value, order.value(order.rank(value)));
            assertEquals(value << 40, order.value(order.rank(value << 40)));
        }
    }

    /** Half of all neighbours are in the other order, in any two orders. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldMixNeighbours(final long seed) {
        final RandomOrder order = new RandomOrder(seed);
        final RandomOrder next = new RandomOrder(seed + 1);
        int ascending = 0;
        int alike = 0;
        for (long value = 0; value < 10_000; value++) {
            final boolean isAscending = order.rank(value) < order.rank(value + 1);
            ascending += isAscending ? 1 : 0;
            alike += isAscending == (next.rank(value) < next.rank(value + 1)) ? 1 : 0;
        }
        assertTrue(ascending > 4500 && ascending < 5500, "ascending " + ascending);
        assertTrue(alike > 4500 && alike < 5500, "alike " + alike);
    }
}
