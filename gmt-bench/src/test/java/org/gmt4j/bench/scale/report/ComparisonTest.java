package org.gmt4j.bench.scale.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.bench.scale.report.Comparison.Verdict;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesFixture;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    /** One node, three launches, medians 10 x factor; samples spread by as much as 2 %. */
    private static SeriesFixture at(final double factor) {
        return new SeriesFixture().point(1).ok(9.9 * factor, 10 * factor, 10.1 * factor)
            .ok(9.8 * factor, 10 * factor, 10.2 * factor).ok(10 * factor,
            10 * factor, 10 * factor);
    }

    private static Verdict verdict(final Series old, final Series now, final double threshold) {
        return Comparison.of(old, now, threshold).pairs().get(0).verdict();
    }

    @Test
    void shouldFindTheSameWhereNothingHasChanged() {
        final Comparison comparison = Comparison.of(at(1).build(), at(1).build(), 0.05);
        assertEquals(Verdict.SAME, comparison.pairs().get(0).verdict());
        assertEquals(1, comparison.pairs().get(0).ratio().ratio());
        assertFalse(comparison.isBeyondThreshold());
        assertTrue(comparison.differences().isEmpty(), comparison.text());
    }

    /** 0.8 of it: beyond 10 %, not beyond 30. The interval is near 0.8 and leaves 1 out both times. */
    @Test
    void shouldBeBeyondOnlyWhereTheMedianIs() {
        final Comparison comparison = Comparison.of(at(1).build(), at(0.8).build(), 0.1);
        assertEquals(Verdict.SLOWER, comparison.pairs().get(0).verdict());
        assertTrue(comparison.isBeyondThreshold());
        assertTrue(comparison.text().contains("1 of 1 compared: slower by more than 10 %"), comparison.text());
        assertEquals(Verdict.SAME, verdict(at(1).build(), at(0.8).build(), 0.3));
    }

    @Test
    void shouldTellFasterWithoutObjection() {
        final Comparison comparison = Comparison.of(at(1).build(), at(1.5).build(), 0.1);
        assertEquals(Verdict.FASTER, comparison.pairs().get(0).verdict());
        assertFalse(comparison.isBeyondThreshold());
    }

    /** Medians 10 and 6, but launches of the new one are 5, 6 and 30: a draw of two or three 30s is above 10. */
    @Test
    void shouldNotBeBeyondWhereTheIntervalHasOne() {
        final Series now = new SeriesFixture().point(1).ok(5).ok(6).ok(30).build();
        final Comparison comparison = Comparison.of(at(1).build(), now, 0.1);
        assertEquals(0.6, comparison.pairs().get(0).ratio().ratio(), 1e-12);
        assertEquals(Verdict.SAME, comparison.pairs().get(0).verdict());
        assertFalse(comparison.isBeyondThreshold());
    }

    @Test
    void shouldNotCompareUnitsOrSingleSamples() {
        final Series old = new SeriesFixture().point(1).ok(new Rate("bfs", "MTEPS", new double[] {5, 6, 7}))
            .point(2).ok(new Rate("put", "MB/s", new double[] {5})).build();
        final Series now = new SeriesFixture().point(1).ok(new Rate("bfs", "runs/s", new double[] {5, 6, 7}))
            .point(2).ok(new Rate("put", "MB/s", new double[] {1})).build();
        final Comparison comparison = Comparison.of(old, now, 0.1);
        assertEquals(List.of(Verdict.NOT_COMPARABLE, Verdict.NOT_COMPARABLE),
            comparison.pairs().stream().map(Comparison.Pair::verdict).toList());
        assertTrue(comparison.text().contains("MTEPS/runs/s") && comparison.text().contains("nothing to compare"),
            comparison.text());
        assertTrue(comparison.isEmpty() && comparison.text().contains("single samples"), comparison.text());
        assertFalse(comparison.isBeyondThreshold());
    }

    @Test
    void shouldListWhatOnlyOneHas() {
        final Comparison comparison = Comparison.of(at(1).point(2, "gmt.fibers", "16").ok(1, 2).build(),
            at(1).point(2, "gmt.fibers", "64").ok(1, 2)
            .build(), 0.1);
        assertEquals(List.of("bfs with 2 nodes, gmt.fibers=16"), comparison.onlyOld());
        assertEquals(List.of("bfs with 2 nodes, gmt.fibers=64"), comparison.onlyNew());
        assertTrue(comparison.text().contains("only in the old series: bfs with 2 nodes, gmt.fibers=16"),
            comparison.text());
    }

    @Test
    void shouldSayWhatElseIsDifferent() {
        final String text = Comparison.of(at(1).environment("commit", "aaa").cores(2).build(),
            at(1).environment("commit", "bbb").environment("jdk",
            "25").cores(64).setting("gmt.helpers", "2", "", "--set").build(), 0.1).text();
        assertTrue(text.contains("different commit: old aaa, new bbb")
            && text.contains("different cores: old 2, new 64") && text.contains(
            "different jdk: old 17.0.15, new 25"), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 120), text);
    }

    @Test
    void shouldSayThatAWrongSeriesHasNoRates() {
        final String text = Comparison.of(at(1).build(), at(1).wrong("levels").build(), 0.1).text();
        assertTrue(text.contains("the new series has a wrong result") && text.contains("nothing to compare"), text);
    }

    @Test
    void shouldRefuseAThresholdThatIsNone() {
        for (final double threshold : new double[] {-0.1, 1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> Comparison.of(at(1).build(), at(1).build(), threshold));
        }
    }
}
