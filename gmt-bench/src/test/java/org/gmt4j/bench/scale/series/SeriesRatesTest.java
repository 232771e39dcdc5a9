package org.gmt4j.bench.scale.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Test;

class SeriesRatesTest {
    private static final double EXACT = 1e-12;

    /** From 2 nodes: 20, to 8 nodes: 60. 60 / 20 * 2 / 8 = 0.75, though nothing has been measured on one node. */
    @Test
    void shouldReferToTheFirstPoint() {
        final SeriesRates rates = SeriesRates.of(new SeriesFixture().cores(8).point(2).ok(20).point(8).ok(60).build());
        final RateRow first = rates.rows("bfs").get(0);
        final RateRow last = rates.rows("bfs").get(1);
        assertEquals(Optional.empty(), first.efficiency());
        assertEquals(10, first.perNode(), EXACT);
        assertEquals(0.75, last.efficiency().orElseThrow(), EXACT);
        assertEquals(3, last.toFirst().orElseThrow().ratio(), EXACT);
        assertFalse(last.exceedsCores());
        assertEquals(8, last.coresInUse());
    }

    /** All samples 10 at 1 node and 16 at 2: whatever is drawn, 1.6 * 1 / 2 = 0.8. */
    @Test
    void shouldScaleTheIntervalOfEfficiency() {
        final RateRow row = SeriesRates.of(new SeriesFixture().point(1).ok(10, 10).ok(10, 10).point(2)
            .ok(16, 16).ok(16, 16).build()).rows("bfs").get(1);
        assertEquals(0.8, row.efficiencyInterval().orElseThrow().low(), EXACT);
        assertEquals(0.8, row.efficiencyInterval().orElseThrow().high(), EXACT);
        assertEquals(0.5, row.efficiencyInterval().orElseThrow().coverage(), EXACT, "two launches");
    }

    @Test
    void shouldReferToTheFirstThatHasARate() {
        final SeriesRates rates = SeriesRates.of(new SeriesFixture().point(1).lost("killed").point(2)
            .ok(10).point(4).ok(10).build());
        assertEquals(2, rates.rows("bfs").get(1).firstNodes());
        assertEquals(0.5, rates.rows("bfs").get(1).efficiency().orElseThrow(), EXACT);
        assertEquals("1 node, trial 1, seed 1", rates.failed().get(0).place());
    }

    @Test
    void shouldCompareWithinCombinationsAndBetweenThem() {
        final List<RateRow> rows = SeriesRates.of(new SeriesFixture().point(1, "k", "a").ok(10).point(2, "k", "a")
            .ok(20).point(1, "k", "b").ok(5).point(2,
            "k", "b").ok(5).build()).rows("bfs");
        assertEquals(List.of(1.0, 0.5),
            List.of(rows.get(1).efficiency().orElseThrow(), rows.get(3).efficiency().orElseThrow()));
        assertEquals(Optional.empty(), rows.get(1).toFirstSwept());
        assertEquals(0.25, rows.get(3).toFirstSwept().orElseThrow().ratio(), EXACT);
    }

    /** One thread: 8, 16 and 10 in the three trials, the system 10, 12 and 11: 1.25, 0.75, 1.1. */
    @Test
    void shouldDivideEachTrialByItsOwnThread() {
        final Series series = new SeriesFixture().point(1).ok(1).point(2).result(Map.of("baseline.mteps", 8L))
            .ok(10).result(Map.of("baseline.mteps",
            16.0)).ok(12).result(Map.of("baseline.mteps", 10.0)).ok(11).build();
        final SeriesRates rates = SeriesRates.of(series);
        assertEquals(1.1, rates.rows("bfs").get(1).ofOneThread().orElseThrow(), EXACT);
        assertEquals(Optional.empty(), rates.rows("bfs").get(0).ofOneThread());
        assertEquals("COST of bfs: 2 nodes on 2 cores beat one thread (1.10 times its rate)",
            rates.costs().get(0).text());
    }

    @Test
    void shouldSayWhereOneThreadIsNotBeaten() {
        final Series series = new SeriesFixture().result(Map.of("baseline.mteps", 100.0)).point(1, "k", "a")
            .ok(10).point(4, "k", "a").ok(70).build();
        assertEquals("COST of bfs (k=a): does not beat one thread; not up to 4 nodes, at best 0.70 times its rate, "
            + "with 4 nodes on 2 cores", SeriesRates.of(
            series).costs().get(0).text());
    }

    @Test
    void shouldNotCompareOtherUnitsWithOneThread() {
        final Series series = new SeriesFixture().result(Map.of("baseline.mteps", 100.0)).point(1)
            .ok(new Rate("x", "runs/s", new double[] {1})).build();
        assertTrue(SeriesRates.of(series).costs().isEmpty());
    }

    /** From 4,096 bytes on transfers are counted in MB/s: not 5,000 times as fast as 2 million of 8 bytes. */
    @Test
    void shouldNotCompareRatesOfDifferentUnits() {
        final SeriesRates rates = SeriesRates.of(new SeriesFixture()
            .point(1, "bytes", "8").ok(new Rate("put", "Mops/s", new double[] {2, 2}))
            .point(1, "bytes", "4k").ok(new Rate("put", "MB/s", new double[] {10_000, 10_000}))
            .point(1, "bytes", "8k").ok(new Rate("put", "MB/s", new double[] {15_000, 15_000})).build());
        assertEquals(List.of("put (Mops/s)", "put (MB/s)"), rates.names());
        assertEquals(Optional.empty(), rates.rows("put (MB/s)").get(0).toFirstSwept());
        assertEquals(1.5, rates.rows("put (MB/s)").get(1).toFirstSwept().orElseThrow().ratio(), EXACT);
    }

    /** The work of a run grows with the nodes of a weak series, and stays the same in a strong one. */
    @Test
    void shouldCountTheWorkOfRunsInWeakSeries() {
        final SeriesFixture fixture = new SeriesFixture().point(1).ok(new Rate("cc", "runs/s", new double[] {4, 4}))
            .point(2).ok(new Rate("cc", "runs/s", new double[] {4, 4}));
        final Series measured = fixture.build();
        final RateRow weak = SeriesRates.of(measured).rows("cc").get(1);
        assertEquals(1, weak.efficiency().orElseThrow(), EXACT);
        assertEquals(1, weak.efficiencyInterval().orElseThrow().low(), EXACT);
        assertEquals(2, weak.toFirst().orElseThrow().ratio(), EXACT);
        assertEquals(8, weak.median(), EXACT);
        assertEquals(4, weak.perNode(), EXACT);
        assertEquals("runs/s x nodes", weak.unit());
        final RateRow strong = SeriesRates.of(fixture.kind(ScalingKind.STRONG).build()).rows("cc").get(1);
        assertEquals(0.5, strong.efficiency().orElseThrow(), EXACT);
        assertEquals("runs/s", strong.unit());
    }

    @Test
    void shouldHaveNoRowsOfAWrongSeries() {
        final SeriesRates rates = SeriesRates.of(new SeriesFixture().point(1).ok(1).point(2).wrong("levels").build());
        assertTrue(rates.rows().isEmpty() && rates.costs().isEmpty());
        assertEquals("levels", rates.failed().get(0).trial().reason());
    }

    @Test
    void shouldCountWhatIsMissing() {
        assertEquals(3, SeriesRates.of(new SeriesFixture().trials(2).point(1).ok(1).point(2).build()).missing());
    }
}
