package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SampleStatisticsTest {

    private static final double EXACT = 1e-12;

    @Test
    void shouldSummariseFourSamples() {
        final SampleStatistics s = SampleStatistics.of(4, 1, 3, 2);
        assertEquals(4, s.count());
        assertEquals(1, s.min(), EXACT);
        assertEquals(1.75, s.firstQuartile(), EXACT);
        assertEquals(2.5, s.median(), EXACT);
        assertEquals(3.25, s.thirdQuartile(), EXACT);
        assertEquals(4, s.max(), EXACT);
        assertEquals(4 / (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0), s.harmonicMean(), EXACT);   // 1.92
        assertEquals(1.92, s.harmonicMean(), EXACT);
    }

    @Test
    void shouldTakeMiddleOfOddCount() {
        final SampleStatistics s = SampleStatistics.of(30, 10, 20, 60, 60);
        assertEquals(30, s.median(), EXACT);
        assertEquals(20, s.firstQuartile(), EXACT);
        assertEquals(60, s.thirdQuartile(), EXACT);
        assertEquals(300 / 13.0, s.harmonicMean(), EXACT);   // 5 / (2/60 + 6/60 + 3/60 + 1/60 + 1/60)
    }

    @Test
    void shouldSayHowFarTheMiddleHalfSpreads() {
        assertEquals(1.5 / 2.5, SampleStatistics.of(4, 1, 3, 2).spread(), EXACT);
        assertEquals(0, SampleStatistics.of(0, 0, 5, -5).spread(), EXACT);
        assertEquals(0, SampleStatistics.of(7).spread(), EXACT);
    }

    @Test
    void shouldAcceptOneSampleAndRefuseNone() {
        assertEquals(new SampleStatistics(1, 7, 7, 7, 7, 7, 7), SampleStatistics.of(7));
        assertThrows(IllegalArgumentException.class, SampleStatistics::of);
    }
}
