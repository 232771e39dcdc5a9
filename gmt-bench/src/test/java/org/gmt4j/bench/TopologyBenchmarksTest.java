package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.contention.Contenders;
import org.gmt4j.bench.contention.ContentionBenchmark;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.bench.memory.MemoryBenchmark;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class TopologyBenchmarksTest {
    @Test
    @SuppressWarnings("unchecked")
    void shouldTimeEveryProcessUnderContention(@TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("contention.svg");
        final Map<String, Object> run = BenchCluster.run(new ContentionBenchmark(), 7, true, "--processes", "2",
            "--percent", "0,20", "--bytes", "512", "--topologies", "fcg,mfcg,hypercube", "--trials", "2",
            "--warmup", "0", "--iterations", "3", "--svg", svg.toString());
        assertEquals(true, run.get("verified"));
        assertEquals(4 * 2 * 3, ResultContract.results(run).size());
        for (final String verb : new String[] {"vput", "fadd", "lock", "acc"}) {
            final List<Map<String, Object>> rows = ResultContract.named(run, verb);
            assertEquals(6, rows.size(), verb);
            assertEquals(List.of("fcg", "mfcg", "hypercube", "fcg", "mfcg", "hypercube"),
                rows.stream().map(row -> ResultContract.params(row).get("topology")).toList());
            for (final Map<String, Object> row : rows) {
                final boolean isFirst = "fcg".equals(ResultContract.params(row).get("topology"));
                assertEquals(!isFirst, row.containsKey("timeOfFirst"), row::toString);
                assertTrue(ResultContract.number(row, "minUs") > 0
                    && ResultContract.number(row, "minUs") <= ResultContract.number(row, "maxUs"), row::toString);
                assertEquals(0L == (long) ResultContract.params(row).get("percent") ? 0L : 2L,
                    ResultContract.params(row).get("contenders"));
            }
        }
        final List<Map<String, Object>> processes = (List<Map<String, Object>>) run.get("processes");
        assertEquals(24, processes.size());
        for (final Map<String, Object> row : processes) {
            assertEquals(2L, row.get("firstProcess"));
            assertEquals(12, ((List<?>) row.get("us")).size());
            assertEquals(12, ((List<?>) row.get("hops")).size());
        }
        assertTrue(Files.readString(svg).contains("fetch-and-add, 20 % contend"));
    }

    @Test
    void shouldContendAsInTheSimulator() {
        final Contenders contenders = Contenders.of(4, 40, 20);
        assertEquals(8, contenders.count());
        assertTrue(contenders.contends(9) && contenders.contends(4));
        assertFalse(contenders.contends(3), "node 0 is the target");
        assertEquals(9, Contenders.oneIn(11));
        assertEquals(0, Contenders.of(1, 100, 0).count());
    }

    @Test
    void shouldSayThatNobodyContends() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ContentionBenchmark(), 2, true, "--verbs", "fadd",
            "--percent", "0,11,20", "--processes", "4", "--topologies", "fcg", "--trials", "1", "--warmup", "0",
            "--iterations", "1");
        assertEquals(List.of("11 %: nobody contends, since one process in 9 would, and of these 8 it is none outside "
            + "of node 0; take -n 3 or more --processes"), ((List<?>) run.get("notes")).stream()
            .filter(note -> note.toString().contains("%:")).toList());
        for (int percent = 1; percent <= 100; percent++) {
            for (int nodes = 2; nodes < 6; nodes++) {
                final Contenders few = Contenders.of(4, 4 * nodes, percent);
                if (few.count() > 0) {
                    assertEquals(Optional.empty(), few.nobody());
                    continue;
                }
                final int enough = Integer.parseInt(few.nobody().orElseThrow().replaceAll(".*-n (\\d+) .*", "$1"));
                assertTrue(Contenders.of(4, 4 * enough, percent).count() > 0, percent + " %, " + nodes);
                assertEquals(0, Contenders.of(4, 4 * (enough - 1), percent).count(), percent + " %, " + nodes);
            }
        }
    }

    @Test
    void shouldRefusePercentagesThatWouldBeOthers() {
        for (final int percent : new int[] {0, 1, 11, 20, 33, 34, 50, 55, 100}) {
            assertNull(Contenders.refusal(percent), "one in " + Contenders.oneIn(percent));
        }
        for (final int percent : new int[] {-1, 40, 60, 70, 101}) {
            assertTrue(Contenders.refusal(percent).startsWith("--percent " + percent + ": "));
        }
        assertTrue(Contenders.refusal(70).contains("50 and 100 (one in 2, one in 1)"), Contenders.refusal(70));
        for (int percent = 1; percent <= 100; percent++) {
            final int count = Contenders.of(1, 10_001, percent).count();
            assertTrue(Contenders.refusal(percent) != null || Math.abs(count - 100 * percent) <= 10 * percent + 1,
                percent + " % are " + count + " of 10,000");
        }
    }

    @Test
    void shouldCompareTopologiesAndTheirBuffersInOneRun() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new AllToAllBenchmark(), 5, true, "--size", "10",
            "--operations", "3000", "--trials", "2",
            "--warmup", "1");
        ResultContract.check(run, 5);
        final List<Map<String, Object>> rows = ResultContract.named(run, "add-nb");
        assertEquals(4, rows.size());
        for (final Map<String, Object> row : rows) {
            final boolean isFull = "fcg".equals(ResultContract.params(row).get("topology"));
            final double measured = ((Number) row.get("edgeBufferKb")).doubleValue();
            assertTrue(isFull ? measured == 0 : measured > 0 && measured <= ((Number) row.get("formulaKb"))
                .doubleValue(), row::toString);
            assertEquals(isFull, ((Number) row.get("forwardedBlocks")).doubleValue() == 0, row::toString);
            assertTrue(((Number) row.get("ofFirst")).doubleValue() > 0, row::toString);
        }
    }

    @Test
    void shouldCompareNumbersAndLengthsOfBuffers(@TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("buffers.svg");
        final Map<String, Object> run = BenchCluster.run(new BuffersBenchmark(), 4, true, "--size", "10",
            "--operations", "2000", "--trials", "2", "--warmup", "0", "--buffers", "1,3", "--sizes", "4k,16k",
            "--bytes", "256", "--svg", svg.toString());
        assertEquals(true, run.get("verified"));
        assertEquals("mfcg", run.get("comparedTopology"));
        for (final String name : new String[] {"updates", "puts", "hot", "edges"}) {
            assertEquals(4, ResultContract.named(run, name).size(), name);
        }
        for (final Map<String, Object> edges : ResultContract.named(run, "edges")) {
            final double formula = ((Number) edges.get("formulaKb")).doubleValue();
            final double measured = ((Number) edges.get("edgeBufferKb")).doubleValue();
            final int count = Integer.parseInt(ResultContract.params(edges).get("buffers").toString());
            assertEquals(2 * count * (ResultContract.params(edges).get("size").equals("4k") ? 4 : 16),
                formula, edges::toString);
            assertTrue(measured > 0 && measured <= formula, edges::toString);
        }
        assertTrue(Files.readString(svg).contains("hot"));
    }

    @Test
    void shouldMeasureMemoryInJobsOfTheirOwn(@TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("memory.svg");
        final Map<String, Object> run = BenchCluster.run(new MemoryBenchmark(), 1, false, "--counts", "3,4",
            "--forms", "in-process", "--topologies", "fcg,mfcg", "--operations", "2000", "--svg", svg.toString());
        assertEquals(true, run.get("verified"));
        final List<Map<String, Object>> rows = ResultContract.named(run, "memory");
        assertEquals(4, rows.size());
        for (final Map<String, Object> row : rows) {
            assertTrue(((Number) row.get("residentMb")).doubleValue() > 5, row::toString);
            final double measured = ((Number) row.get("edgeBufferKb")).doubleValue();
            final boolean isFull = "fcg".equals(ResultContract.params(row).get("topology"));
            assertTrue(isFull ? measured == 0 : measured > 0 && measured <= ((Number) row.get("formulaKb"))
                .doubleValue(), row::toString);
        }
        assertTrue(Files.readString(svg).contains("mfcg formula"));
    }

    @Test
    void shouldMeasureNothingOnOneNode() throws Exception {
        assertEquals(null, BenchCluster.run(new ContentionBenchmark(), 1, true).get("results"));
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--percent", "101"}, {"--percent", "-1"}, {"--verbs", "get"},
            {"--processes", "0"}, {"--bytes", "12"}, {"--iterations", "0"}, {"--trials", "0"}, {"--lead", "-1"},
            {"--topologies", "ring"}, {"--svg", "/no/such/a.svg"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new ContentionBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
        assertThrows(CliException.class, () -> BenchCluster.run(new AllToAllBenchmark(), 2, false,
            "--topologies", "fcg,star"));
        assertThrows(CliException.class, () -> BenchCluster.run(new AllToAllBenchmark(), 2, false, "--trials", "0"));
        for (final String[] arguments : new String[][] {{"--buffers", "0"}, {"--buffers", "many"}, {"--sizes", "100"},
            {"--sizes", "1m"}, {"--bytes", "9"}, {"--size", "31"}, {"--trials", "0"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new BuffersBenchmark(), 2, false, arguments),
                String.join(" ", arguments));
        }
        for (final String[] arguments : new String[][] {{"--counts", "1"}, {"--counts", "65", "--forms", "processes"},
            {"--forms", "threads"}, {"--operations", "0"}, {"--trials", "0"}, {"--topologies", "ring"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new MemoryBenchmark(), 1, false, arguments),
                String.join(" ", arguments));
        }
    }
}
