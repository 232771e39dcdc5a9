package org.gmt4j.graph.components;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GiantTest {
    @Test
    void shouldTakeTheMostNodesThatHangTogether() {
        final long[] found = Giant.find(List.of(new long[] {3}, new long[] {10, 25, 31}, new long[] {25, 3},
            new long[0], new long[] {30, 41}));
        assertArrayEquals(new long[] {3, 10, 25, Giant.NONE, Giant.NONE}, found);
        assertEquals(3, new Giant(found).root());
    }

    /** Node 0 alone then: the others look at all of their edges. */
    @Test
    void shouldTakeOneNodeWhereNothingHangsTogether() {
        assertArrayEquals(new long[] {3, Giant.NONE, Giant.NONE},
            Giant.find(List.of(new long[] {3, 11}, new long[] {10, 24}, new long[] {23})));
    }

    @Test
    void shouldHaveNoRootWithoutRows() {
        assertEquals(Giant.NONE, new Giant(Giant.find(List.of(new long[0], new long[0]))).root());
    }

    @Test
    void shouldHookAllToTheFirst() {
        final long first = new RandomOrder(9).value(77);
        final HookOrder order = new HookOrder(new RandomOrder(9), first);
        final long last = new RandomOrder(9).value(Long.MIN_VALUE);
        for (final long value : new long[] {first, last, 0, 1, -1, Long.MAX_VALUE}) {
            assertEquals(value, order.value(order.rank(value)));
        }
        assertEquals(Long.MIN_VALUE, order.rank(first));
    }
}
