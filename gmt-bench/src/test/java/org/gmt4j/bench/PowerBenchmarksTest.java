package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.power.IdleBenchmark;
import org.gmt4j.bench.power.RingBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class PowerBenchmarksTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldVerifyAllVerbsSizesAndModes(final int nodes, @TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("ring.svg");
        final Map<String, Object> run = BenchCluster.run(new RingBenchmark(), nodes, true, "--bytes", "1,16,65536",
            "--trials", "1", "--seconds", "0.002", "--modes", "adaptive,block", "--svg", svg.toString());
        ResultContract.check(run, nodes);
        assertEquals(6, ResultContract.named(run, "put").size());
        assertEquals(6, ResultContract.named(run, "get").size());
        assertEquals(4, ResultContract.named(run, "accumulate").size());
        assertEquals(4, ResultContract.named(run, "strided").size());
        for (final Map<String, Object> result : ResultContract.results(run)) {
            assertTrue(((Number) result.get("microsecondsPerMb")).doubleValue() > 0, result::toString);
            assertTrue(List.of("adaptive", "block").contains(ResultContract.params(result).get("wait")),
                result::toString);
        }
        assertTrue(run.get("energy").toString().length() > 10);
        assertTrue(Files.readString(svg).endsWith("</svg>\n"));
    }

    /**
     * The paper's four ways by name; those that this machine does not let us measure are named with the reason, and
     * have no row.
     */
    @Test
    void shouldMeasureThePapersFourWaysOrSayWhyNot() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new RingBenchmark(), 2, false, "--bytes", "16",
            "--trials", "1", "--seconds", "0.001", "--verbs", "put", "--modes", "block,poll+frequency,block+frequency");
        ResultContract.check(run, 2);
        final List<Object> ways = ResultContract.results(run).stream()
            .map(result -> ResultContract.params(result).get("wait")).toList();
        if (run.containsKey("frequency")) {
            assertEquals(List.of("block"), ways);
            assertTrue(run.get("notes").toString()
                .contains("poll+frequency, block+frequency: not measured, since " + run.get("frequency")));
        } else {
            assertEquals(List.of("block", "poll+frequency", "block+frequency"), ways);
        }
    }

    /**
     * One transfer of 16 bytes takes no 10 ms of a processor: the cell says so instead of showing what the counter's
     * step made of it.
     */
    @Test
    void shouldSayWhatIsBelowTheCountersStep() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new RingBenchmark(), 2, false, "--bytes", "16",
            "--trials", "1", "--seconds", "0.0001", "--verbs", "get", "--modes", "block,adaptive");
        assertTrue(((Number) run.get("energyStep")).doubleValue() > 0, run::toString);
        for (final Map<String, Object> result : ResultContract.results(run)) {
            final boolean isProxy = result.containsKey("cpuMicrosecondsPerMb")
                || ResultContract.params(result).containsKey("cpu");
            final String figure = isProxy ? "cpuMicrosecondsPerMb" : "microjoulesPerMb";
            final Object word = ResultContract.params(result).get(isProxy ? "cpu" : "energy");
            assertEquals(word == null, result.containsKey(figure), result::toString);
            assertTrue(word == null || word.equals("< step"), result::toString);
        }
    }

    @Test
    void shouldMeasureNothingOnOneNode() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new RingBenchmark(), 1, true);
        assertEquals(null, run.get("results"));
    }

    @Test
    void shouldRefuseWhatCannotBeMeasured() {
        assertThrows(CliException.class, () -> BenchCluster.run(new RingBenchmark(), 2, true, "--bytes", "0"));
        assertThrows(CliException.class, () -> BenchCluster.run(new RingBenchmark(), 2, true, "--trials", "0"));
        assertThrows(CliException.class, () -> BenchCluster.run(new RingBenchmark(), 2, true, "--bytes", "1,8",
            "--verbs", "put,strided", "--trials", "1", "--seconds", "0.001", "--modes", "block"));
        assertThrows(CliException.class, () -> BenchCluster.run(new RingBenchmark(), 2, true, "--bytes", "8", "--verbs",
            "put", "--trials", "1", "--seconds", "0.001", "--modes", "block", "--svg", "/dev/null/ring.svg"));
        assertThrows(CliException.class, () -> BenchCluster.run(new RingBenchmark(), 2, true, "--modes", "sleep"));
        assertThrows(CliException.class, () -> BenchCluster.run(new IdleBenchmark(), 2, true, "--modes", "poll,nap"));
        assertThrows(CliException.class, () -> BenchCluster.run(new IdleBenchmark(), 2, true, "--seconds", "0"));
    }

    @Test
    void shouldReportIdleness() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new IdleBenchmark(), 2, true, "--seconds", "0.2",
            "--settle", "0",
            "--modes", "block");
        final Map<String, Object> idle = ResultContract.named(run, "idle").get(0);
        assertTrue(((Number) idle.get("corePercent")).doubleValue() >= 0, idle::toString);
        assertEquals("block", ResultContract.params(idle).get("wait"));
        assertEquals(true, run.get("verified"));
    }
}
