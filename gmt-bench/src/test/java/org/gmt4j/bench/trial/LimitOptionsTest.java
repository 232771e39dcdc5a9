package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LimitOptionsTest {
    @Test
    void shouldGiveMoreTimeWhereManyNodesShareACore() {
        assertEquals(180, LimitOptions.usual(2, 2));
        assertEquals(120, LimitOptions.usual(3, 2));
        assertEquals(120, LimitOptions.usual(8, 2));
        assertEquals(240, LimitOptions.usual(16, 2));
        assertEquals(480, LimitOptions.usual(32, 2));
        assertEquals(180, LimitOptions.usual(32, 32));
    }
}
