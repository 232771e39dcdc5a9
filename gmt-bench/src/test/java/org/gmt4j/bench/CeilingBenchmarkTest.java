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
class CeilingBenchmarkTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldVerifyEveryRun(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new CeilingBenchmark(), nodes, true, "--size", "11",
            "--operations", "20000");
        ResultContract.check(run, nodes);
        assertEquals(8, ResultContract.number(ResultContract.params(ResultContract.named(run, "ceiling").get(0)),
            "recordBytes"));
        assertEquals(16, ResultContract.number(ResultContract.params(ResultContract.named(run, "ceiling-16").get(0)),
            "recordBytes"));
        assertEquals(2, ResultContract.results(run).size());
    }

    @Test
    void shouldFailWithoutASecondTransport() {
        final CliException failure = assertThrows(CliException.class,
            () -> BenchCluster.run(new CeilingBenchmark(), 2, false, "--size", "11"));
        assertEquals(1, failure.exitCode());
    }
}
