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
class PutGetBenchmarkTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldVerifyAllSizesAndWays(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new PutGetBenchmark(), nodes, true, "--size", "10",
            "--operations", "40", "--trials", "2", "--warmup", "0", "--latencies", "20");
        ResultContract.check(run, nodes);
        for (final String name : new String[] {"get", "get-nb", "put", "put-nb"}) {
            for (final long bytes : new long[] {1, 8, 64, 4096, 65536, 1048576}) {
                final long found = ResultContract.named(run, name).stream()
                    .filter(result -> ResultContract.params(result).get("bytes").equals(bytes)).count();
                assertEquals(nodes == 1 ? 1 : 2, found, name + " of " + bytes);
            }
            ResultContract.named(run, name).forEach(result -> {
                assertTrue(((Number) result.get("mbPerSecond")).doubleValue() > 0, result::toString);
                assertEquals(!name.endsWith("-nb"), result.containsKey("microseconds"), result::toString);
            });
        }
    }

    /** A node has a slot at least. */
    @Test
    void shouldTransferFewerElementsThanNodes() throws Exception {
        ResultContract.check(BenchCluster.run(new PutGetBenchmark(), 3, true, "--size", "1", "--bytes", "1,8",
            "--operations", "40", "--trials", "1", "--warmup", "0", "--latencies", "5"), 3);
    }

    @Test
    void shouldListUniformTargetsFirst() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new PutGetBenchmark(), 2, true, "--size", "10",
            "--operations", "500", "--bytes", "8", "--trials", "1", "--warmup", "0", "--latencies", "0");
        ResultContract.check(run, 2);
        assertEquals("uniform", ResultContract.params(ResultContract.named(run, "get-nb").get(0)).get("target"));
    }

    @Test
    void shouldRefuseSizesThatAreNotWholeWords() {
        assertThrows(CliException.class, () -> BenchCluster.run(new PutGetBenchmark(), 1, true, "--bytes", "12"));
    }
}
