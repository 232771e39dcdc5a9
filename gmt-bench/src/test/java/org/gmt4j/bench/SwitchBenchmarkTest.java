package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

    @Test
    void shouldRefuseMoreFibersThanAWorkerHas() {
        assertThrows(CliException.class, () -> BenchCluster.run(new SwitchBenchmark(), 1, true,
            "--fibers-per-node", "100000"));
    }
}
