package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.transpose.TransposeBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TransposeBenchmarkTest {
    @Test
    void shouldTurnOverRightWithEveryLimitAndWait() throws Exception {
        for (final int nodes : new int[] {1, 2, 3, 4, 5, 6, 7}) {       // blocks that do not divide evenly
            final Map<String, Object> run = BenchCluster.run(new TransposeBenchmark(), nodes, true, "--size", "300",
                "--limits", "windows,1,4k,1", "--modes", "adaptive,block", "--trials", "2", "--warmup", "0");
            ResultContract.check(run, nodes);
            assertEquals(3 * 2 * (1 + nodes), ResultContract.named(run, "naive").size());
            assertEquals(3 * 2 * (1 + nodes), ResultContract.named(run, "library").size());
            assertEquals(4L * 300 * 300 / nodes / nodes, run.get("messageBytes"));
            for (final Map<String, Object> row : ResultContract.results(run)) {
                assertTrue(ResultContract.number(row, "seconds") > 0, row::toString);
                assertTrue(ResultContract.number(row, "minSeconds") <= ResultContract.number(row, "maxSeconds"),
                    row::toString);
            }
        }
    }

    /** More nodes than rows: some own nothing. */
    @Test
    void shouldTurnOverASingleElement() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new TransposeBenchmark(), 3, true, "--size", "1", "--limits",
            "windows", "--modes", "adaptive", "--trials", "1");
        final List<Map<String, Object>> rows = ResultContract.named(run, "library");
        assertEquals(4, rows.size());
        assertEquals(2, rows.stream().filter(row -> row.get("mops") != null).count(), "all, and its owner: " + rows);
    }

    /** A node's rate is that of its own elements, not of the whole matrix. */
    @Test
    @SuppressWarnings("unchecked")
    void shouldGiveEachNodeTheRateOfItsOwnElements() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new TransposeBenchmark(), 4, true, "--size", "100", "--limits",
            "windows", "--modes", "block", "--trials", "1", "--warmup", "0");
        for (final Map<String, Object> row : ResultContract.results(run)) {
            final double elements = 1e6 * ResultContract.number(row, "seconds")
                * ResultContract.number((Map<String, Object>) row.get("mops"), "median");
            assertEquals("all".equals(ResultContract.params(row).get("rank")) ? 10_000 : 2_500, elements, 1,
                row::toString);
        }
    }

    /** Threads of one JVM share cores here, so that no frequency can be lowered. */
    @Test
    void shouldNotMeasureFrequenciesThatItCannotLower() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new TransposeBenchmark(), 9, true, "--size", "18", "--limits",
            "windows", "--modes", "block,block+frequency", "--ways", "naive,naive", "--trials", "1", "--warmup", "0");
        if (run.get("frequency") == null) {
            assertEquals(2 * 10, ResultContract.results(run).size());
            return;
        }
        assertEquals(10, ResultContract.results(run).size(), run::toString);
        ResultContract.results(run).forEach(row -> assertEquals("block", ResultContract.params(row).get("wait")));
        assertTrue(run.get("notes").toString().contains("block+frequency: not measured"), run::toString);
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--size", "0"}, {"--size", "50000"}, {"--limits", "big"},
            {"--limits", "-1"}, {"--trials", "0"}, {"--ways", "other"}, {"--modes", "sleep"}, {"--warmup", "-1"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new TransposeBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
    }
}
