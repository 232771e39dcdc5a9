package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Test;

/** Remaining time, rates, combinations: what can be calculated by hand. */
class SeriesArithmeticTest {
    @Test
    void shouldEstimateTheRest() {
        final RemainingTime time = new RemainingTime(3);
        assertEquals(OptionalDouble.empty(), time.estimate(1, 1, 1));
        time.ended(0, 10);
        assertEquals(20, time.estimate(0, 1, 1).orElseThrow(), "unknown points take as long as the known ones");
        time.ended(1, 40);
        assertEquals(2 * 10 + 1 * 40 + 1 * 25, time.estimate(2, 1, 1).orElseThrow());
        time.ended(0, 20);
        assertEquals(15, time.estimate(1, 0, 0).orElseThrow());
        assertEquals(0, time.estimate(0, 0, 0).orElseThrow());
        assertEquals("59 s", RemainingTime.text(59.4));
        assertEquals("1 min 0 s", RemainingTime.text(59.6));
        assertEquals("3 min 20 s", RemainingTime.text(200));
        assertEquals("2 h 5 min", RemainingTime.text(2 * 3600 + 5 * 60 + 59));
    }

    @Test
    void shouldTakeMtepsOfSearches() {
        final List<Rate> rates = TrialRates.of(Map.of("app", "bfs", "trials", List.of(Map.of("mteps", 1.5),
            Map.of("mteps", 2L), Map.of("seconds", 1))), 9);
        assertEquals(1, rates.size());
        assertEquals("MTEPS", rates.get(0).unit());
        assertArrayEquals(new double[] {1.5, 2}, rates.get(0).samples());
    }

    @Test
    void shouldNameResultsByWhatDistinguishesThem() {
        final List<Rate> rates = TrialRates.of(Map.of("app", "x", "results", List.of(
            Map.of("name", "put", "params", Map.of("bytes", 8L, "operations", 77L), "mops",
                Map.of("samples", List.of(1.0, 2.0)), "mbPerSecond", 12.0),
            Map.of("name", "put", "params", Map.of("bytes", 4096L, "operations", 3L), "mops",
                Map.of("samples", List.of(0.5, 1L)), "mbPerSecond", 3072.0),
            Map.of("name", "volume", "params", Map.of("bytes", 8L), "mbPerSecond", 5.0),
            Map.of("name", "latency", "params", Map.of(), "microseconds", Map.of("p50", 4.0, "p99", 8.0)),
            Map.of("name", "memory", "params", Map.of(), "residentMb", 4.0))), 9);
        assertEquals(List.of("put bytes=8", "put bytes=4096", "volume", "latency"),
            rates.stream().map(Rate::name).toList());
        assertEquals(List.of("Mops/s", "MB/s", "MB/s", "runs/s"), rates.stream().map(Rate::unit).toList());
        assertArrayEquals(new double[] {2048, 4096}, rates.get(1).samples());
        assertArrayEquals(new double[] {250_000}, rates.get(3).samples());
    }

    /** A ring of one launch is below the smallest step of the meter, and that of the next one is not. */
    @Test
    void shouldNotNameResultsByWhatIsMeasured() {
        final Map<String, Object> mops = Map.of("samples", List.of(1.0));
        final List<Rate> rates = TrialRates.of(Map.of("app", "ring", "results", List.of(
            Map.of("name", "put", "params", Map.of("wait", "spin", "cpu", "< step"), "mops", mops),
            Map.of("name", "put", "params", Map.of("wait", "block"), "mops", mops),
            Map.of("name", "get", "params", Map.of("wait", "spin", "energy", "< step"), "mops", mops))), 9);
        assertEquals(List.of("put wait=spin", "put wait=block", "get"), rates.stream().map(Rate::name).toList());
    }

    /** Of an own program without a rate of all ranks nothing is left out. */
    @Test
    void shouldLeaveOutRanksBesideTheRateOfAll() {
        final Map<String, Object> mops = Map.of("samples", List.of(1.0));
        final List<Rate> rates = TrialRates.of(Map.of("app", "x", "results", List.of(
            Map.of("name", "put", "params", Map.of("rank", "all"), "mops", mops),
            Map.of("name", "put", "params", Map.of("rank", "0"), "mops", mops),
            Map.of("name", "get", "params", Map.of("rank", "0"), "mops", mops),
            Map.of("name", "get", "params", Map.of("rank", "1"), "mops", mops))), 9);
        assertEquals(List.of("put", "get rank=0", "get rank=1"), rates.stream().map(Rate::name).toList());
    }

    @Test
    void shouldTakeRatesOfPrograms() {
        final List<Rate> rates = TrialRates.of(Map.of("app", "Hits", "trials", List.of(Map.of("seconds", 0.5)),
            "results", List.of(
            Map.of("name", "adds", "params", Map.of(), "unit", "Madds/s", "rate",
                Map.of("median", 2.0, "samples", List.of(1.0, 3.0))))), 9);
        assertEquals(List.of("adds Madds/s"), rates.stream().map(rate -> rate.name() + " " + rate.unit()).toList());
        assertArrayEquals(new double[] {1, 3}, rates.get(0).samples());
    }

    /** JSON has nothing for what is no number; a series with a rate without samples could not be read again. */
    @Test
    void shouldLeaveOutRatesWithoutSamples() {
        final List<Rate> rates = TrialRates.of(Map.of("app", "Hits", "results", List.of(
            Map.of("name", "none", "unit", "Madds/s", "rate", Map.of("samples", Arrays.asList(null, null))),
            Map.of("name", "adds", "unit", "Madds/s", "rate", Map.of("samples", Arrays.asList(1.0, null))))), 9);
        assertEquals(List.of("adds"), rates.stream().map(Rate::name).toList());
        assertArrayEquals(new double[] {1}, rates.get(0).samples());
    }

    @Test
    void shouldFallBackToRunsPerSecond() {
        assertArrayEquals(new double[] {2, 4},
            TrialRates.of(Map.of("app", "x", "trials", List.of(Map.of("seconds", 0.5), Map.of("seconds", 0.25))), 9)
            .get(0).samples());
        final Rate whole = TrialRates.of(Map.of("app", "x"), 4).get(0);
        assertArrayEquals(new double[] {0.25}, whole.samples());
        assertEquals("runs/s", whole.unit());
    }

    @Test
    void shouldCombineSweeps() {
        final List<Sweep.Combination> all = Sweep.product(List.of(Sweep.parse("a=1,2"), Sweep.parse("b=x;y,z")));
        assertEquals(List.of("{a=1, b=x}", "{a=1, b=y,z}", "{a=2, b=x}", "{a=2, b=y,z}"),
            all.stream().map(one -> one.labels().toString()).toList());
        assertEquals(1, Sweep.product(List.of()).size());
        final List<Sweep.Combination> named =
            Sweep.product(List.of(Sweep.named("s", new Sweep.Variant("both off", Map.of("p", "1", "q", "2")))));
        assertEquals(Map.of("s", "both off"), named.get(0).labels());
        assertEquals(Map.of("p", "1", "q", "2"), named.get(0).assignments());
    }

    @Test
    void shouldWriteLinesThatAreUnderstood() {
        final JobLine line = new JobLine(List.of("run", "x"), Map.of(), List.of("last")).with("--alpha", "-5")
            .adding("--set", "a=1").adding("--set", "b=2").with("-g", "8").with("--empty", "");
        assertEquals(List.of("run", "x", "--alpha=-5", "--set", "a=1", "--set", "b=2", "-g", "8", "--empty=", "last"),
            line.arguments());
        assertTrue(line.without(List.of("--set")).with("-g", "9").arguments().containsAll(List.of("-g", "9")));
    }
}
