package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.gmt4j.bench.skew.SkewBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class SkewBenchmarkTest {
    @Test
    void shouldRunEachIterationOnceInEachSplit() throws Exception {
        check(BenchCluster.run(new SkewBenchmark(), 1, false, "--iterations", "500", "--seconds", "0.01",
            "--trials", "2"), 1);
        check(BenchCluster.run(new SkewBenchmark(), 3, false, "--iterations", "500", "--seconds", "0.02",
            "--trials", "2"), 3);
        check(BenchCluster.runDedicated(new SkewBenchmark(), 2, "--iterations", "501", "--chunk", "3",
            "--seconds", "0.02", "--trials", "2"), 2);
    }

    /** Steps of all iterations together, on all nodes; at least one for each of the 500 iterations. */
    @Test
    void shouldTakeTheOperationsThatAreGiven() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new SkewBenchmark(), 2, false, "--iterations", "500",
            "--operations", "20000", "--trials", "1", "--warmup", "0");
        ResultContract.check(run, 2);
        for (final Map<String, Object> result : ResultContract.named(run, "skew")) {
            assertEquals(40_000, fastest(result) * 1e6 * ResultContract.number(result, "seconds"), 500,
                result::toString);
        }
    }

    private static void check(final Map<String, Object> run, final int nodes) {
        ResultContract.check(run, nodes);
        assertEquals(4 * 3, ResultContract.named(run, "skew").size());
        for (final Map<String, Object> result : ResultContract.named(run, "skew")) {
            assertTrue(ResultContract.number(result, "seconds") > 0, result::toString);
            assertTrue(fastest(result) * 1e6 * ResultContract.number(result, "seconds") > 100 * 501,
                () -> "operations of another size in each job, as calibrated: " + result);
            assertEquals(1, ResultContract.number(result, "ratio") * ResultContract.number(result, "idealShare"),
                1e-3, result::toString);
            if (ResultContract.params(result).get("balance").equals("ideal")) {
                assertEquals(1, ResultContract.number(result, "ratio"), 1e-9);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static double fastest(final Map<String, Object> result) {
        return ResultContract.number((Map<String, Object>) result.get("mops"), "max");
    }

    @Test
    void shouldRefuseWhatMakesNoLoop() {
        assertThrows(CliException.class, () -> BenchCluster.run(new SkewBenchmark(), 1, false, "--shapes", "flat"));
        assertThrows(CliException.class, () -> BenchCluster.run(new SkewBenchmark(), 1, false, "--iterations", "1"));
        assertThrows(CliException.class, () -> BenchCluster.run(new SkewBenchmark(), 1, false, "--chunk", "0"));
    }
}
