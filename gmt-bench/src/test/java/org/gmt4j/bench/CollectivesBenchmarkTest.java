package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.bench.collectives.CollectivesBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class CollectivesBenchmarkTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldTimeEachKindOfRound(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new CollectivesBenchmark(), nodes, false,
            "--operations", "200", "--trials", "2", "--warmup", "1");
        ResultContract.check(run, nodes);
        assertEquals(Boolean.TRUE, run.get("verified"));
        for (final String kind : List.of("barrier", "all-reduce", "broadcast", "all-gather", "loop")) {
            final Map<String, Object> result = ResultContract.named(run, kind).get(0);
            @SuppressWarnings("unchecked")
            final Map<String, Object> latency = (Map<String, Object>) result.get("microseconds");
            assertTrue(ResultContract.number(latency, "p50") > 0, kind);
            assertTrue(ResultContract.number(latency, "p99") >= ResultContract.number(latency, "p50"), kind);
        }
    }

    @Test
    void shouldMeasureWhatIsAskedForOnly() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new CollectivesBenchmark(), 2, false,
            "--operations", "10", "--trials", "1", "--warmup", "0", "--only", "loop,barrier");
        assertEquals(2, ResultContract.results(run).size());
        assertThrows(CliException.class, () -> BenchCluster.run(new CollectivesBenchmark(), 1, false,
            "--only", "scatter"));
    }
}
