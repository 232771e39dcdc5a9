package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.onesided.BandwidthBenchmark;
import org.gmt4j.bench.onesided.LatencyBenchmark;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class OneSidedBenchmarksTest {
    private static final long WARM_UP_NS = 100_000_000;
    private static final String[] VERBS = {"put", "get", "acc", "put-strided", "get-strided", "acc-strided"};

    @Test
    void shouldProveAndTimeAllVerbs(@TempDir final Path folder) throws Exception {
        for (final GmtApp app : new GmtApp[] {new LatencyBenchmark(), new BandwidthBenchmark()}) {
            final Path svg = folder.resolve(app.name() + ".svg");
            final Map<String, Object> run = BenchCluster.run(app, 2, true, "--bytes", "1,8,16,64k", "--operations", "5",
                "--trials", "2", "--warmup", "1", "--svg", svg.toString());
            ResultContract.check(run, 2);
            for (final String verb : VERBS) {
                assertEquals(verb.endsWith("strided") ? 2 : verb.equals("acc") ? 3 : 4,
                    ResultContract.named(run, verb).size(), verb);
                for (final Map<String, Object> result : ResultContract.named(run, verb)) {
                    assertTrue(ResultContract.number(result, "us") > 0
                        && ResultContract.number(result, "mbPerSecond") > 0, result::toString);
                    assertEquals(app instanceof LatencyBenchmark, result.containsKey("microseconds"), result::toString);
                    assertFalse(result.containsKey("ofFirst"), result::toString);
                }
            }
            assertTrue(Files.readString(svg).contains("strided accumulate"));
        }
    }

    /** As users do, but for a shorter warm-up: as many operations as fill a trial. */
    @Test
    void shouldFindOutHowManyOperationsFillATrial() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new LatencyBenchmark(WARM_UP_NS), 2, true, "--bytes", "8",
            "--verbs", "put", "--trials", "1", "--warmup", "0");
        ResultContract.check(run, 2);
        assertEquals(1, ResultContract.named(run, "put").size());
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldCompareModesOfConnectingInOneRun() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new BandwidthBenchmark(), 3, true, "--bytes", "8..64",
            "--step", "8", "--verbs", "get,acc-strided", "--operations", "20", "--trials", "2", "--warmup", "0",
            "--window", "7", "--connections", "static,overlap");
        ResultContract.check(run, 3);
        assertEquals(4, ResultContract.named(run, "get").size());
        assertEquals("static", ResultContract.params(ResultContract.named(run, "get").get(0)).get("connections"));
        assertEquals("overlap", ResultContract.params(ResultContract.named(run, "get").get(1)).get("connections"));
        assertTrue(ResultContract.number(ResultContract.named(run, "get").get(1), "ofFirst") > 0);
        assertTrue(run.containsKey("bestRateOf.overlap.over.static"));
        final Map<String, Object> means = (Map<String, Object>) run.get("rateOf.overlap.over.static");
        assertEquals(3, means.size(), means::toString);
        assertTrue(ResultContract.number(means, "all") > 0);
    }

    @Test
    void shouldCompareAmongProcesses() throws Exception {
        final Map<String, Object> run = ChildJob.run(List.of("bench", "latency", "-n", "2", "--bytes", "8,4k",
            "--verbs", "put,get-strided", "--operations", "5", "--trials", "1", "--warmup", "0",
            "--compare", "gmt.edge.buffers=1,2", "--topology", "mfcg"));
        ResultContract.check(run, 2);
        assertEquals(4, ResultContract.named(run, "put").size());
        assertEquals("2", ResultContract.params(ResultContract.named(run, "put").get(1)).get("edge.buffers"));
        assertEquals("ipc", run.get("transport"));
    }

    /** Where the time limit leaves one trial, its median is the result's, and shares are of the two medians shown. */
    @Test
    void shouldShowLatenciesOfTrialsOnly() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new LatencyBenchmark(), 2, true, "--bytes", "8", "--verbs",
            "put", "--trials", "300", "--within", "0.001", "--compare", "gmt.armci.eager.put=1g,0");
        final List<Map<String, Object>> results = ResultContract.named(run, "put");
        final double share = p50(results.get(0)) / p50(results.get(1));
        assertEquals(share, ResultContract.number(results.get(1), "ofFirst"), 0.01 * share, results::toString);
        assertEquals(share, ResultContract.number(results.get(1), "bestOfFirst"), 0.01 * share, results::toString);
    }

    private static double p50(final Map<String, Object> result) {
        return ((Number) ((Map<?, ?>) result.get("microseconds")).get("p50")).doubleValue();
    }

    @Test
    void shouldMeasureNothingOnOneNode() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new LatencyBenchmark(), 1, true);
        assertEquals(null, run.get("results"));
        assertTrue(run.get("notes").toString().contains("one node"));
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--bytes", "3"}, {"--bytes", "8..1"}, {"--bytes", "1..128m"},
            {"--bytes", ""}, {"--bytes", "1..4", "--verbs", "acc"}, {"--step", "3"}, {"--verbs", "push"},
            {"--window", "0"}, {"--window", "70000"}, {"--trials", "0"}, {"--connections", "sometimes"},
            {"--compare", "gmt.nodes=2,3"}, {"--compare", "gmt.unknown=1,2"},
            {"--compare", "gmt.edge.buffers=,"}, {"--compare", "gmt.edge.buffers=1,,2"},
            {"--compare", "gmt.edge.buffers"}, {"--compare", "gmt.edge.buffers=1,x"},
            {"--compare", "gmt.edge.buffers=1,2", "--connections", "static"}, {"--svg", "/no/such/folder/a.svg"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new BandwidthBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
    }
}
