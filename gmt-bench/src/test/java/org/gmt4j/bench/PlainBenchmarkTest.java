package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.bench.plain.PlainBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class PlainBenchmarkTest {
    private static final String[] TINY = {"--scale", "7", "-k", "4", "--triangle-scale", "6", "--words", "20001",
        "--kinds", "300", "--rounds", "3", "--trials", "2", "--warm-up-seconds", "0"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldGiveTheAnswersOfOneThread(final int nodes) throws Exception {
        check(BenchCluster.run(new PlainBenchmark(), nodes, false, TINY), nodes);
    }

    @Test
    void shouldGiveTheAnswersOfOneThreadWithThreadsForEachRole() throws Exception {
        check(BenchCluster.runDedicated(new PlainBenchmark(), 2, TINY), 2);
    }

    private static void check(final Map<String, Object> run, final int nodes) {
        ResultContract.check(run, nodes);
        assertEquals(List.of("shortest-paths", "components", "pagerank", "bfs", "words", "triangles"), names(run));
        for (final Map<String, Object> result : ResultContract.results(run)) {
            final double seconds = ResultContract.number(result, "seconds");
            final double serial = ResultContract.number(result, "serialSeconds");
            assertTrue(seconds > 0 && serial > 0 && ResultContract.number(result, "ratio") > 0, result::toString);
            assertEquals(result.get("name").equals("bfs"), result.containsKey("mteps"), result::toString);
            assertEquals(false, result.get("settled"));
        }
        final Map<?, ?> mops = (Map<?, ?>) ResultContract.named(run, "bfs").get(0).get("mops");
        final double mean = ResultContract.number(ResultContract.named(run, "bfs").get(0), "mteps");
        assertTrue(((Number) mops.get("min")).doubleValue() <= mean * 1.001
            && mean <= ((Number) mops.get("median")).doubleValue() * 1.001, "harmonic mean " + mean + " of " + mops);
        assertTrue(run.get("setUp").toString().contains("graphToNodes"), run::toString);
    }

    private static List<Object> names(final Map<String, Object> run) {
        return ResultContract.results(run).stream().map(result -> result.get("name")).collect(Collectors.toList());
    }

    @Test
    void shouldRunSomeProgramsOnly() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new PlainBenchmark(), 2, false, "--programs",
            "words,triangles", "--triangle-scale", "5", "--words", "1000", "--kinds", "1", "--trials", "1",
            "--warm-up-seconds", "0");
        assertEquals(List.of("words", "triangles"), names(run));
        assertFalse(run.containsKey("graph"));
    }

    /** Of a single vertex's edges to itself nothing is left, and no vertex has a neighbour to begin a search at. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldRefuseAGraphWithoutEdges() {
        final CliException refused = assertThrows(CliException.class, () -> {
            for (int seed = 1; seed < 100; seed++) {
                BenchCluster.runSeeded(new PlainBenchmark(), seed, "--scale", "1", "-k", "1", "--programs", "bfs",
                    "--trials", "1", "--warm-up-seconds", "0");
            }
        });
        assertTrue(refused.getMessage().contains("GMT-330"), refused::getMessage);
    }

    @Test
    void shouldRefuseWhatCannotBeMeasured() {
        for (final String[] wrong : new String[][] {{"--programs", "sort"}, {"--scale", "0"}, {"--scale", "25"},
            {"-k", "0"}, {"--scale", "24", "-k", "64"}, {"--words", "0"}, {"--kinds", "0"}, {"--rounds", "0"},
            {"--trials", "0"}, {"--warm-up-seconds", "-1"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new PlainBenchmark(), 1, false, wrong),
                String.join(" ", wrong));
        }
    }
}
