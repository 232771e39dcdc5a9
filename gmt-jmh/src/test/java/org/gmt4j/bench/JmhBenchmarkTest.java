package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.bench.micro.JmhBenchmark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code gmt bench jmh}, with JMH in the shortest of runs. */
@Timeout(120)
class JmhBenchmarkTest {
    /** A scaling series tells rates apart by their parameters: what was measured is none. */
    @Test
    void shouldHaveTheParametersOfTheBenchmarkOnly() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new JmhBenchmark(), 1, false, "BufferReader",
            "--iterations", "1", "--milliseconds", "10", "-p", "blockLength=512");
        final List<Map<String, Object>> results = ResultContract.named(run, "BufferReaderBenchmark.walk");
        assertEquals(Map.of("blockLength", "512"), ResultContract.params(results.get(0)));
        assertTrue(ResultContract.number(results.get(0), "ns") > 0, results::toString);
    }
}
