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

    /** Without merges before them, too: gets of an empty map would not be gets of these keys. */
    @ParameterizedTest
    @ValueSource(strings = {"get-longs", "get-longs-blocking"})
    void shouldFindAllKeysInRowsOfTheirOwn(final String name) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ContainersBenchmark(), 2, false, "--size", "10",
            "--operations", "5000", "--trials", "1", "--warmup", "0", "--only", name);
        ResultContract.check(run, 2);
        assertEquals(1, ResultContract.named(run, name).size());
    }

    @Test
    void shouldRefuseRowsThatDoNotExist() {
        assertThrows(CliException.class,
            () -> BenchCluster.run(new ContainersBenchmark(), 1, false, "--only", "merge-doubles"));
    }
}
