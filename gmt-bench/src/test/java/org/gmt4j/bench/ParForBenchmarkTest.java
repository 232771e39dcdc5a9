package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class ParForBenchmarkTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldRunEveryTask(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ParForBenchmark(), nodes, true, "--operations", "3000",
            "--trials", "2", "--warmup", "1",
            "--policies", "local,remote,partition,partition-here,partition-random,spread");
        ResultContract.check(run, nodes);
        assertEquals(6 * 4, ResultContract.named(run, "spawn").size());
        assertTrue(ResultContract.named(run, "spawn").stream()
            .anyMatch(result -> ResultContract.params(result).get("chunk").equals(256L)
            && ResultContract.params(result).get("policy").equals("remote")));
        assertEquals(nodes == 1 ? 1 : 2, ResultContract.named(run, "execute-nb").size());
    }

    /** Of chunks beyond that the iterations of all tasks would be more than a long can count. */
    @Test
    void shouldRefuseChunksThatCannotBeCounted() throws Exception {
        for (final long chunk : new long[] {1L << 49, Long.MAX_VALUE, 0, (1L << 32) + 1}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new ParForBenchmark(), 1, true,
                "--policies", "local", "--operations", "32768", "--trials", "1", "--chunks", Long.toString(chunk)));
        }
        ResultContract.check(BenchCluster.run(new ParForBenchmark(), 2, true, "--policies", "partition",
            "--operations", "32768", "--trials", "1", "--chunks", Long.toString(1L << 32)), 2);
    }

    @Test
    void shouldRefuseUnknownPolicies() {
        assertThrows(CliException.class, () -> BenchCluster.run(new ParForBenchmark(), 1, true,
            "--policies", "everywhere"));
    }
}
