package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        for (final int nodes : new int[] {1, 3, 5}) {       // blocks that do not divide evenly
            final Map<String, Object> run = BenchCluster.run(new TransposeBenchmark(), nodes, true, "--size", "300",
                "--limits", "windows,1,4k", "--modes", "adaptive,block", "--trials", "2", "--warmup", "0");
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
        assertEquals(4, ResultContract.named(run, "library").size());
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
