package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.eager.EagerBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EagerBenchmarkTest {
    @Test
    void shouldTransposeRightWithEveryLimit(@TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("eager.svg");
        for (final int nodes : new int[] {1, 3}) {       // rows that do not divide evenly
            final Map<String, Object> run = BenchCluster.run(new EagerBenchmark(), nodes, true, "--size", "200",
                "--limits", "1,4k,16m", "--operations", "40000", "--trials", "2", "--warmup", "0",
                "--svg", svg.toString());
            ResultContract.check(run, nodes);
            assertEquals(3, ResultContract.named(run, "naive").size());
            assertEquals(3, ResultContract.named(run, "puts").size());
            assertEquals(4L * 200 * 200 / nodes / nodes, run.get("messageBytes"));
            for (final Map<String, Object> row : ResultContract.results(run)) {
                assertTrue(ResultContract.number(row, "ms") > 0, row::toString);
            }
            assertTrue(Files.readString(svg).contains("transpose of 200 x 200 ints"));
        }
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--size", "0"}, {"--size", "20000"}, {"--limits", "big"},
            {"--limits", "-1"}, {"--trials", "0"}, {"--size", "1"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new EagerBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
    }
}
