package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MediansTest {
    @Test
    void shouldTakeTheMiddleOfSamplesInAnyOrder() {
        assertEquals(7, Medians.of(7));
        assertEquals(3, Medians.of(9, 1, 3));
        assertEquals(2.5, Medians.of(4, 1, 3, 2));
        assertEquals(15, Medians.of(20, 10));
    }

    @Test
    void shouldLeaveTheSamplesAsTheyAre() {
        final double[] samples = {3, 1, 2};
        Medians.of(samples);
        assertArrayEquals(new double[] {3, 1, 2}, samples);
    }
}
