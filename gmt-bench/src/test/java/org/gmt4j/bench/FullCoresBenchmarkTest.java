package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.eager.FullCoresBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FullCoresBenchmarkTest {
    @Test
    void shouldTransposeRightForEachWayToWait() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new FullCoresBenchmark(), 3, true, "--size", "100",
            "--modes", "block,adaptive", "--operations", "10000", "--trials", "1", "--warmup", "0");
        ResultContract.check(run, 3);
        for (final String name : new String[] {"naive", "puts"}) {
            final List<Map<String, Object>> rows = ResultContract.named(run, name);
            assertEquals(List.of("block", "adaptive"),
                rows.stream().map(row -> ResultContract.params(row).get("wait")).toList());
            assertEquals(1.0, ResultContract.number(rows.get(0), "timeOfFirst"));
        }
        assertEquals(3L, run.get("threads"));
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--size", "0"}, {"--modes", "nap"}, {"--trials", "0"},
            {"--size", "1"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new FullCoresBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
    }
}
