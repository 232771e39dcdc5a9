package org.gmt4j.bench.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.RunEnvironment;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pairs of runs by a clock that only the programs move. */
@Timeout(120)
class PlainTrialsTest {
    private static final long MS = 1_000_000;
    private long nowNs;
    private int nodesRuns;
    private int serialRuns;

    private PlainProgram<Long> program(final LongSupplier nodesNs, final LongSupplier serialNs, final long wrongFrom) {
        return new PlainProgram<>("sleep", PlainBenchmark.TRAVERSED, (ctx, number) -> {
            nowNs += nodesNs.getAsLong();
            nodesRuns++;
            return number < wrongFrom ? number : -1;
        }, number -> {
            nowNs += serialNs.getAsLong();
            serialRuns++;
            return number;
        }, Long::equals, answer -> 1_000_000);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> shown(final BenchResult result) throws IOException {
        final RunResult run = RunResult.builder("plain", new RunPlan(1, true, RunConfig.Transport.LOOPBACK,
            RunConfig.Plan.COMBINED, 1, 0, TopologyKind.FCG, 1),
            new RunEnvironment("test", 2, "17", "test", "4 KB", "4 KB", "none"))
            .result(result).build(List.of());
        final StringBuilder text = new StringBuilder();
        ResultWriter.of(ResultWriter.Format.JSON).write(run, text);
        return ((List<Map<String, Object>>) JsonMaps.read(text.toString()).get("results")).get(0);
    }

    private static double number(final Map<String, Object> result, final String key) {
        return ((Number) result.get(key)).doubleValue();
    }

    @Test
    void shouldCompareRatesPairByPair() throws IOException {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).start()) {
            final PlainTrials<Long> trials = new PlainTrials<>(cluster,
                program(() -> nodesRuns < 7 ? 50 * MS : nodesRuns % 2 == 0 ? 10 * MS : 20 * MS, () -> 5 * MS,
                    Long.MAX_VALUE), true, () -> nowNs);
            final Map<String, Object> result = shown(trials.measure(4, 1000));
            assertTrue(trials.isRight());
            assertEquals(true, result.get("settled"));
            assertEquals(0.015, number(result, "seconds"), 1e-9);
            assertEquals(0.005, number(result, "serialSeconds"), 1e-9);
            assertEquals(0.375, number(result, "ratio"), 1e-9);
            assertEquals(4 / (0.01 + 0.02 + 0.01 + 0.02), number(result, "mteps"), 1e-3);
            assertEquals(200, number(result, "serialMteps"), 1e-6);
        }
    }

    @Test
    void shouldSayWhenTheTimeForWarmingUpWasOver() throws IOException {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).start()) {
            final PlainTrials<Long> trials = new PlainTrials<>(cluster,
                program(() -> 1000 * MS / (nodesRuns + 1), () -> MS, Long.MAX_VALUE), true, () -> nowNs);
            final Map<String, Object> result = shown(trials.measure(2, 3));
            assertEquals(false, result.get("settled"));
            assertTrue(nowNs < 5000 * MS && serialRuns < 15, "runs " + serialRuns);
        }
    }

    @Test
    void shouldEndAtTheFirstWrongAnswer() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).start()) {
            final PlainTrials<Long> trials = new PlainTrials<>(cluster, program(() -> MS, () -> MS, 3), true,
                () -> nowNs);
            trials.measure(5, 1000);
            assertFalse(trials.isRight());
            assertEquals(3, serialRuns);
        }
    }
}
