package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.gmt4j.bench.containers.ContainersBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class ContainersBenchmarkTest {
    private static final String[] TINY = {"--size", "10", "--operations", "5000", "--trials", "2", "--warmup", "1"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldVerifyAllRows(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ContainersBenchmark(), nodes, false, TINY);
        ResultContract.check(run, nodes);
        assertEquals("containers", run.get("app"));
        for (final String name : new String[] {"merge-longs", "merge-skewed", "merge-skewed-combined",
            "merge-strings", "set-add", "get-longs", "get-longs-blocking", "bag-add", "serial-open", "serial-hashmap",
            "serial-hashmap-strings"}) {
            assertEquals(1, ResultContract.named(run, name).size(), name);
        }
    }

    @Test
    void shouldRefuseRowsThatDoNotExist() {
        assertThrows(CliException.class,
            () -> BenchCluster.run(new ContainersBenchmark(), 1, false, "--only", "merge-doubles"));
    }
}
