package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class SwitchBenchmarkTest {
    private static final String[] TINY = {"--fibers-per-node", "1,16,300", "--operations", "3000", "--trials", "2",
        "--warmup", "1"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCountEverySwitch(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new SwitchBenchmark(), nodes, true, TINY);
        ResultContract.check(run, nodes);
        assertEquals(3, ResultContract.named(run, "switch").size());
        assertEquals(1L, ResultContract.params(ResultContract.named(run, "switch").get(0)).get("fibers"));
        assertEquals(nodes == 1 ? 2 : 5, ResultContract.named(run, "park-wake").size());
    }

    @Test
    void shouldRunWithOneThreadPerRole() throws Exception {
        ResultContract.check(BenchCluster.runDedicated(new SwitchBenchmark(), 2, TINY), 2);
    }

    /** Workers of a node switch at the same time: a switch takes as long as one of them says. */
    @Test
    @SuppressWarnings("unchecked")
    void shouldCountTheTimeOfOneWorker() throws Exception {
        final Map<String, Object> run = BenchCluster.runOnWorkers(new SwitchBenchmark(), 2, 2,
            "--fibers-per-node", "16", "--operations", "3000", "--trials", "1", "--warmup", "0");
        final Map<String, Object> mops = (Map<String, Object>) ResultContract.named(run, "switch").get(0).get("mops");
        final double rounds = 1e3 * 32 / ResultContract.number(mops, "median");
        final double perSwitch = ResultContract.number((Map<String, Object>) run.get("nanosecondsPerSwitch"),
            "switch 16");
        final double most = rounds / perSwitch;         // 8 where fibers are dealt evenly
        assertTrue(7.9 < most && most < 16.1, () -> most + " of 16 fibers on one worker");
    }

    /** A ring of one fiber does not switch, and is no mistake; without a ring of two there is nothing to measure. */
    @Test
    void shouldExpectNoSwitchesOfAFiberThatIsAlone() throws Exception {
        for (int i = 0; i < 5; i++) {
            final Map<String, Object> run = BenchCluster.runOnWorkers(new SwitchBenchmark(), 1, 2,
                "--fibers-per-node", "2,3,4", "--operations", "300", "--trials", "3", "--warmup", "0");
            ResultContract.check(run, 1);
            assertEquals(List.of(3L, 4L), ResultContract.named(run, "park-wake").stream()
                .map(row -> ResultContract.params(row).get("fibers")).toList());
            assertTrue(run.get("notes").toString().contains("local completions of 2 fibers"), run::toString);
        }
    }

    @Test
    void shouldRefuseMoreFibersThanAWorkerHas() {
        assertThrows(CliException.class, () -> BenchCluster.run(new SwitchBenchmark(), 1, true,
            "--fibers-per-node", "100000"));
    }
}
