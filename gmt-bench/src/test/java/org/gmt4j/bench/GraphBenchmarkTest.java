package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.bench.graph.GraphBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class GraphBenchmarkTest {
    /** Several runs of fast kernels on small graphs, nevertheless. */
    private static final long TRIAL_NS = 5_000_000;

    private static GraphBenchmark graph() {
        return new GraphBenchmark(TRIAL_NS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldGiveTheAnswersOfOneThread(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(graph(), nodes, false, "-g", "7", "-k", "4",
            "--graph", "kronecker,uniform,grid", "--trials", "2", "--warm-up-seconds", "0");
        ResultContract.check(run, nodes);
        final List<String> kernels = List.of("bfs", "sssp", "pr", "cc", "bc", "tc", "kcore", "communities", "mis",
            "khop", "manybfs", "walks");
        assertEquals(Stream.of(kernels, kernels, kernels).flatMap(List::stream).toList(),
            ResultContract.results(run).stream().map(result -> result.get("name")).toList());
        for (final Map<String, Object> result : ResultContract.results(run)) {
            assertTrue(ResultContract.number(result, "seconds") > 0 && ResultContract.number(result, "ratio") > 0
                && ResultContract.number(result, "serialSeconds") > 0, result::toString);
            assertEquals(true, ResultContract.params(result).get("verified"));
        }
        assertEquals("grid-8x16", ResultContract.params(ResultContract.results(run).get(35)).get("graph"));
    }

    @Test
    void shouldTakeRealGraphsAndSomeKernels() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new GraphBenchmark(), 2, false, "--graph", "jdk-classes",
            "--trials", "1", "--warm-up-seconds", "0");
        ResultContract.check(run, 2);
        assertEquals(13, ResultContract.results(run).size());
        assertEquals("scc", ResultContract.results(run).get(9).get("name"));
    }

    /** More ways lead over a large grid than a double can count. */
    @Test
    void shouldSayWhatHasNoAnswerOnAGraphAndGoOn() throws Exception {
        final Map<String, Object> run = BenchCluster.run(graph(), 2, false, "-g", "19", "--graph", "grid",
            "--kernels", "scc,bc,khop", "--trials", "1", "--warm-up-seconds", "0");
        ResultContract.check(run, 2);
        assertEquals(List.of("khop"), ResultContract.results(run).stream().map(result -> result.get("name")).toList());
        assertTrue(run.get("notes").toString().contains("bc on grid-512x1024: GMT-366")
            && run.get("notes").toString().contains("scc on grid-512x1024: for directed graphs"), run::toString);
        final CliException none = assertThrows(CliException.class, () -> BenchCluster.run(graph(), 1,
            false, "-g", "6", "--graph", "grid", "--kernels", "scc"));
        assertTrue(none.getMessage().contains("scc on grid-8x8: for directed graphs"), none::getMessage);
    }

    @Test
    void shouldRefuseWhatCannotBeMeasured() {
        for (final String[] wrong : new String[][] {{"--graph", "web"}, {"--kernels", "sort"}, {"--scale", "0"},
            {"--scale", "25"}, {"-g", "24", "-k", "64"}, {"--trials", "0"}, {"--warm-up-seconds", "-1"},
            {"--jgrapht", "nowhere"}, {"--jgrapht", "."}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(graph(), 1, false, wrong),
                String.join(" ", wrong));
        }
    }
}
