package org.gmt4j.bench.graph;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace(1000);

    private void take(final int batches, final long ns) {
        for (int i = 0; i < batches; i++) {
            pace.took(4, ns);
        }
    }

    @Test
    void shouldSettleWhereTheLastThirdIsNoFaster() {
        take(9, 100);
        assertFalse(pace.isSettled(), "900 ns are too short");
        take(3, 100);
        assertTrue(pace.isSettled());
    }

    @Test
    void shouldNotSettleWhileItBecomesFaster() {
        take(10, 300);
        take(15, 200);
        take(15, 180);
        assertFalse(pace.isSettled());
        take(100, 179);
        assertTrue(pace.isSettled());
    }

    /** A single run that was the fastest ever says nothing. */
    @Test
    void shouldLookAtAllRunsOfAThird() {
        take(20, 200);
        pace.took(4, 20);
        take(19, 200);
        take(20, 199);
        assertTrue(pace.isSettled());
    }

    @Test
    void shouldNeedSomeBatchesInEachThird() {
        take(5, 1000);
        assertFalse(pace.isSettled(), "two batches in a third");
        take(5, 1000);
        assertTrue(pace.isSettled());
    }
}
