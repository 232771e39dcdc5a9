package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.bench.construct.ConstructBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(240)
class ConstructBenchmarkTest {
    @Test
    void shouldBuildTheSameGraphEachTimeOnAnyNodes() throws Exception {
        check(BenchCluster.run(new ConstructBenchmark(), 1, false, "-g", "9", "--trials", "3", "--warm-up", "0"), 1, 3);
        check(BenchCluster.run(new ConstructBenchmark(), 3, false, "--poster", "701,13", "--trials", "2",
            "--warm-up", "1"), 3, 2);
        check(BenchCluster.runDedicated(new ConstructBenchmark(), 2, "-u", "8", "-k", "3", "--trials", "2",
            "--warm-up", "1"), 2, 2);
        check(BenchCluster.run(new ConstructBenchmark(), 5, false, "-g", "0", "--trials", "1", "--warm-up", "0"), 5, 1);
    }

    private static void check(final Map<String, Object> run, final int nodes, final int trials) {
        ResultContract.check(run, nodes);
        assertEquals(true, run.get("verified"));
        final Map<String, Object> result = ResultContract.named(run, "construct").get(0);
        final Map<?, ?> mops = (Map<?, ?>) result.get("mops");
        assertEquals(trials, ((List<?>) mops.get("samples")).size());
        assertTrue(ResultContract.number(result, "first") > 0, result::toString);
        final double phases = ResultContract.number(result, "open") + ResultContract.number(result, "exchange")
            + ResultContract.number(result, "arrange") + ResultContract.number(result, "publish");
        assertTrue(phases > 0, result::toString);
        if (trials == 1) {
            assertEquals(ResultContract.number(result, "seconds"), phases, phases / 100, result::toString);
        }
    }

    @Test
    void shouldRefuseWhatCannotBeBuilt() {
        assertThrows(CliException.class, () -> BenchCluster.run(new ConstructBenchmark(), 1, false, "--trials", "0"));
        assertThrows(CliException.class, () -> BenchCluster.run(new ConstructBenchmark(), 1, false, "--warm-up", "-1"));
        assertThrows(CommandLine.ParameterException.class,
            () -> BenchCluster.run(new ConstructBenchmark(), 1, false, "-g", "9", "-u", "9"));
        assertThrows(CliException.class, () -> BenchCluster.run(new ConstructBenchmark(), 1, false,
            "-f", "no such file.gmtg"));
    }
}
