package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.bench.micro.JmhBenchmark;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({"--iterations, 0", "--iterations, -1", "--milliseconds, 0", "--milliseconds, -5", "-p, a", "-p, =7"})
    void shouldRefuseBeforeAnythingStarts(final String option, final String value) {
        final CliException refused = assertThrows(CliException.class,
            () -> BenchCluster.run(new JmhBenchmark(), 1, false, option, value));
        assertEquals(ExitCode.USAGE, refused.exitCode(), refused.getMessage());
        assertTrue(refused.getMessage().contains(option), refused.getMessage());
    }

    @Test
    void shouldRefuseAPatternThatIsNone() {
        final CliException refused = assertThrows(CliException.class,
            () -> BenchCluster.run(new JmhBenchmark(), 1, false, "["));
        assertEquals(ExitCode.USAGE, refused.exitCode(), refused.getMessage());
        assertTrue(refused.getMessage().contains("'['"), refused.getMessage());
    }
}
