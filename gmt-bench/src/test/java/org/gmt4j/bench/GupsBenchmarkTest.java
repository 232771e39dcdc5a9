package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class GupsBenchmarkTest {
    private static final String[] TINY = {"--size", "10", "--operations", "5000", "--trials", "3", "--warmup", "1"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldVerifyAllStylesAndTheCeiling(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new GupsBenchmark(), nodes, true, TINY);
        ResultContract.check(run, nodes);
        assertEquals("gups", run.get("app"));
        for (final String name : new String[] {"add", "add-nb", "add-noresult", "fetch-add-nb", "ceiling",
            "ceiling-16"}) {
            assertEquals(1, ResultContract.named(run, name).size(), name);
            assertTrue(((Number) ResultContract.named(run, name).get(0).get("ceilingShare")).doubleValue() > 0, name);
        }
    }

    @Test
    void shouldRunWithOneThreadPerRole() throws Exception {
        ResultContract.check(BenchCluster.runDedicated(new GupsBenchmark(), 2, TINY), 2);
    }

    @Test
    void shouldSayThatThereIsNoCeilingWithoutASecondTransport() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new GupsBenchmark(), 2, false, TINY);
        ResultContract.check(run, 2);
        assertTrue(ResultContract.named(run, "ceiling").isEmpty());
        assertFalse(ResultContract.named(run, "add-nb").get(0).containsKey("ceilingShare"));
        assertTrue(run.get("notes").toString().contains("no ceiling"));
    }

    @Test
    void shouldFindOutHowManyOperationsFillATrial() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new GupsBenchmark(), 2, true, "-g", "12", "--seconds", "0.02",
            "--trials", "2",
            "--only", "add-nb");
        ResultContract.check(run, 2);
        assertEquals(3, ResultContract.results(run).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldVerifyOperandsThatDifferBesideConstantOnes(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new GupsBenchmark(), nodes, true, "--size", "10",
            "--operations", "3001", "--trials", "2", "--warmup", "1", "--operands", "constant,varying");
        ResultContract.check(run, nodes);
        for (final String name : new String[] {"add", "add-nb", "add-noresult", "fetch-add-nb"}) {
            assertEquals(List.of("constant", "varying"), ResultContract.named(run, name).stream()
                .map(result -> ResultContract.params(result).get("operands")).collect(Collectors.toList()), name);
            ResultContract.named(run, name).forEach(result ->
                assertTrue(ResultContract.number(result, "ceilingShare") > 0, result::toString));
        }
    }

    @Test
    void shouldRefuseUnknownStyles() {
        assertThrows(CliException.class, () -> BenchCluster.run(new GupsBenchmark(), 1, true, "--only", "sub-nb"));
    }
}
