package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciBenchmarkTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldVerifyAllVerbs(final int nodes) throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ArmciBenchmark(), nodes, false, "--operations", "50",
            "--trials", "2", "--warmup", "0");
        ResultContract.check(run, nodes);
        assertEquals(List.of("put", "get", "get", "get-strided", "array-put", "array-get", "acc-nb", "fetch-add-nb",
            "array-fetch-add-nb", "gather", "scatter"),
            ResultContract.results(run).stream().map(result -> result.get("name")).toList());
    }

    @Test
    void shouldVerifyWithThreadsOfTheirOwn() throws Exception {
        ResultContract.check(BenchCluster.runDedicated(new ArmciBenchmark(), 2, "--operations", "50",
            "--trials", "1", "--warmup", "0"), 2);
    }

    /**
     * One word, far from the first, that is wrong where a verb reads or where it has written: no verb's proof may miss
     * it.
     */
    @ParameterizedTest
    @CsvSource({"put,true", "get,true", "get,false", "get-strided,true", "get-strided,false", "acc-nb,true",
        "fetch-add-nb,true", "gather,true", "scatter,true"})
    void shouldShowNoRateWhereAWordIsWrong(final String verb, final boolean isDone) throws Exception {
        final int[] count = new int[1];
        final Map<String, Object> run = BenchCluster.run(new ArmciBenchmark((name, done, cluster, memory) -> {
            if (name.equals(verb) && done == isDone && count[0]++ == 0) {
                spoil(cluster, memory, verb.equals("gather") ? 0 : 1000);
            }
        }), 2, false, "--operations", "3", "--trials", "1", "--warmup", "0");
        assertTrue(count[0] > 0, "nothing was spoilt");
        assertWrong(run);
    }

    /** The same for the verbs of arrays. */
    @ParameterizedTest
    @CsvSource({"array-put,true", "array-get,false", "array-fetch-add-nb,true"})
    void shouldShowNoRateWhereAnElementIsWrong(final String verb, final boolean isDone) throws Exception {
        final int[] count = new int[1];
        final ArmciBenchmark.Tampering tampering = new ArmciBenchmark.Tampering() {
            @Override
            public void at(final String name, final boolean done, final GmtCluster cluster, final ArmciMemory memory) {
            }

            @Override
            public void at(final String name, final boolean done, final GmtCluster cluster,
                           final GlobalLongArray array) {
                if (name.equals(verb) && done == isDone && count[0]++ == 0) {
                    cluster.run(ctx -> array.xor(ctx, array.size() / 2 + 1000, 1));
                }
            }
        };
        final Map<String, Object> run = BenchCluster.run(new ArmciBenchmark(tampering), 2, false, "--operations", "3",
            "--trials", "1", "--warmup", "0");
        assertTrue(count[0] > 0, "nothing was spoilt");
        assertWrong(run);
    }

    /** What is wrong at the source of a gather is found by the tasks that compare. */
    @Test
    void shouldFindWhatAGatherBringsFromAWrongPlace() throws Exception {
        assertWrong(BenchCluster.run(new ArmciBenchmark((name, isDone, cluster, memory) -> {
            if (name.equals("gather") && !isDone) {
                final LocalBuffer zeros = LocalBuffer.of(new long[1 << 18]);
                cluster.armci().put(zeros, 0, memory, 1, 0, zeros.lengthInBytes());
            }
        }), 2, false, "--operations", "50", "--trials", "1", "--warmup", "0"));
    }

    private static void assertWrong(final Map<String, Object> run) {
        assertEquals(false, run.get("verified"));
        for (final Map<String, Object> result : ResultContract.results(run)) {
            assertFalse(result.containsKey("mops") || result.containsKey("mbPerSecond")
                || result.containsKey("perNode"), result::toString);
        }
        assertTrue(run.get("notes") == null || !run.get("notes").toString().contains("of the time"), run::toString);
    }

    /** Turns a bit of a word of each part. */
    private static void spoil(final GmtCluster cluster, final ArmciMemory memory, final int word) {
        for (final int node : memory.members()) {
            cluster.armci().putLong(memory, node, word * 8L, cluster.armci().getLong(memory, node, word * 8L) ^ 1);
        }
    }
}
