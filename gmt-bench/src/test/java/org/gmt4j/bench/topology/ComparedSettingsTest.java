package org.gmt4j.bench.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Option;

/** Graphs 4-5 to 4-7 and 6-3 of the dissertation on Gemini in small: settings that take turns within one run. */
@Timeout(240)
class ComparedSettingsTest {
    private static final String PAIRS = "gmt.edge.buffers/gmt.edge.buffer.size";
    private static final String SMALL = " --tasks 40 --compute-us 10 --format json";

    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void open() {
        run = new CommandLineRun(folder);
    }

    /** Takes the place of LU: the i-th run takes i seconds, and looks how the nodes are set. */
    static final class Probe implements JudgedProgram {
        @Option(names = "--class")
        private String ignored;
        private final int wrongRun;
        private final List<GmtCluster> known = new ArrayList<>();
        private final List<String> seen = new ArrayList<>();
        private final List<String> waits = new ArrayList<>();

        /** @param wrongRun which run answers wrongly; 0: none */
        Probe(final int wrongRun) {
            this.wrongRun = wrongRun;
        }

        @Override
        public void validate() {
            // anything goes
        }

        @Override
        public Work prepare(final AppRun appRun) {
            return new Work() {
                @Override
                public Run run(final GmtCluster cluster) {
                    return look(cluster);
                }

                @Override
                public BenchResult rate(final BenchResult row, final double... seconds) {
                    return row.mops(seconds);
                }

                @Override
                public String words() {
                    return "a look";
                }
            };
        }

        private Run look(final GmtCluster cluster) {
            seen.add(setting(cluster, "gmt.topology") + " " + setting(cluster, "gmt.edge.buffers") + " "
                + setting(cluster, "gmt.edge.buffer.size") + " " + setting(cluster, "gmt.armci.shared"));
            if (!known.contains(cluster)) {
                known.add(cluster);
            }
            waits.add(known.stream().map(each -> (each == cluster ? "at work " : "") + modes(each))
                .collect(Collectors.joining(", ")));
            return new Run(seen.size(), seen.size() == wrongRun ? "it is wrong" : "");
        }

        private static String setting(final GmtCluster cluster, final String key) {
            return cluster.settings().stream().filter(each -> each.name().equals(key)).findFirst().orElseThrow()
                .value();
        }

        /** How threads of all nodes of a job wait. */
        private static String modes(final GmtCluster cluster) {
            return cluster.call(ctx -> ctx.callOnAll(node -> EngineTask.of(node).runtime().service(NodeWaiting.class)
                .mode().name())).stream().distinct().collect(Collectors.joining(" or "));
        }

        @Override
        public void addMemory(final AppMemory.Builder memory, final Invocation job) {
            // none
        }

        @Override
        public Map<String, String> weakOptions(final int nodes) {
            return Map.of();
        }

        @Override
        public Class<?>[] classes() {
            return new Class<?>[] {Probe.class};
        }
    }

    private int gmt(final GmtApp app, final String line) {
        return run.execute("bench topologies " + line, List.of(app));
    }

    private int probe(final Probe probe, final String line) {
        return gmt(new TopologiesBenchmark(probe), "--programs ssor -n 2 --in-process " + line);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(final Map<String, Object> result) {
        return (List<Map<String, Object>>) result.get("results");
    }

    private static List<String> params(final Map<String, Object> result) {
        return rows(result).stream().map(row -> row.get("params").toString()).toList();
    }

    private static double number(final Map<String, Object> row, final String key) {
        return ((Number) row.get(key)).doubleValue();
    }

    /** Runs 1 and 2 warm up, 3 and 4 are the first trial, 5 and 6 the second one; each takes its number in seconds. */
    @Test
    void shouldTakeTurnsWithPairsOfSettings() throws Exception {
        final Probe probe = new Probe(0);
        assertEquals(ExitCode.OK, probe(probe, "--topologies mfcg --compare " + PAIRS
            + "=8/4k,2/16k --trials 2 --warm-up 1 --format json"), run::both);
        assertEquals(List.of("mfcg 8 4k off", "mfcg 2 16k off"), probe.seen.subList(0, 2));
        assertEquals(List.of(probe.seen.subList(0, 2), probe.seen.subList(0, 2)),
            List.of(probe.seen.subList(2, 4), probe.seen.subList(4, 6)));
        assertEquals(6, probe.seen.size());
        final Map<String, Object> result = JsonMaps.read(run.out());
        assertEquals(List.of("{topology=mfcg, edge.buffers=8, edge.buffer.size=4k}",
            "{topology=mfcg, edge.buffers=2, edge.buffer.size=16k}"), params(result));
        assertEquals(List.of(4.0, 5.0), rows(result).stream().map(row -> number(row, "seconds")).toList());
        assertEquals(1, number(rows(result).get(0), "timeOfFirst"));
        assertEquals((4.0 / 3 + 6.0 / 5) / 2, number(rows(result).get(1), "timeOfFirst"), 1e-4);
        assertTrue(result.get("notes").toString().contains("gmt.armci.shared=off"), result::toString);
    }

    @Test
    void shouldCombineTopologiesWithSettings() throws Exception {
        final Probe probe = new Probe(0);
        final Path svg = folder.resolve("all.svg");
        assertEquals(ExitCode.OK, probe(probe, "--topologies fcg,cfcg --compare gmt.armci.shared=off,auto --trials 1 "
            + "--warm-up 0 --format csv --svg " + svg), run::both);
        assertEquals(List.of("fcg 4 16k off", "fcg 4 16k auto", "cfcg 4 16k off", "cfcg 4 16k auto"), probe.seen);
        assertTrue(run.out().startsWith("app,") && run.out().contains(",params.topology,params.armci.shared,"),
            run::out);
        assertEquals(4, run.out().lines().filter(line -> line.matches(".*,ssor,(fcg|cfcg),(off|auto),.*")).count(),
            run::out);
        assertTrue(Files.readString(svg).contains("topology armci.shared"));
        assertEquals(ExitCode.OK, probe(new Probe(0), "--topologies fcg,cfcg --compare gmt.armci.shared=off,auto "
            + "--trials 1"), run::both);
        assertTrue(run.both().contains("topology=cfcg armci.shared=auto"), run::both);
        assertFalse(run.both().contains("gmt.armci.shared=off"), run::both);
    }

    /** Threads that poll would take the cores of the job whose turn it is. */
    @Test
    void shouldWaitItsOwnWayDuringItsTurnsOnly() {
        final Probe probe = new Probe(0);
        assertEquals(ExitCode.OK, probe(probe, "--topologies fcg --compare gmt.wait=poll,adaptive,block --trials 2 "
            + "--warm-up 0"), run::both);
        assertEquals(List.of("at work POLL", "BLOCK, at work ADAPTIVE", "BLOCK, BLOCK, at work BLOCK",
            "at work POLL, BLOCK, BLOCK", "BLOCK, at work ADAPTIVE, BLOCK", "BLOCK, BLOCK, at work BLOCK"),
            probe.waits);
    }

    @ParameterizedTest
    @CsvSource({"2, a warm-up", "4, trial 1"})
    void shouldJudgeEachVariant(final int wrongRun, final String which) {
        assertEquals(ExitCode.VERIFICATION_FAILED, probe(new Probe(wrongRun), "--topologies mfcg --compare " + PAIRS
            + "=8/4k,2/16k --trials 2 --warm-up 1 --format json"), run::both);
        assertTrue(run.out().contains("ssor, mfcg 2 16k, " + which + ": it is wrong"), run::both);
        assertFalse(run.out().contains("mops") || run.out().contains("econds\""), run::out);
    }

    /** On five nodes, a mesh of 2 x 3: requests are forwarded. */
    @ParameterizedTest
    @CsvSource({"dft, 60", "ccsd, 128"})
    void shouldReplayBothKindsWithEachSetting(final String kind, final int basis) throws Exception {
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(), "--programs nwchem --kind " + kind + " --basis "
            + basis + " -n 5 --in-process --topologies mfcg --compare " + PAIRS + "/gmt.wait=1/16k/block,8/4k/adaptive"
            + " --trials 2 --warm-up 0" + SMALL), run::both);
        final Map<String, Object> result = JsonMaps.read(run.out());
        assertEquals(true, result.get("verified"));
        assertEquals(List.of("{topology=mfcg, edge.buffers=1, edge.buffer.size=16k, wait=block}",
            "{topology=mfcg, edge.buffers=8, edge.buffer.size=4k, wait=adaptive}"), params(result));
        for (final Map<String, Object> row : rows(result)) {
            assertEquals("nwchem", row.get("name"));
            assertEquals(2, ((List<?>) ((Map<?, ?>) row.get("rate")).get("samples")).size());
            assertTrue(number(row, "forwardedBlocks") > 0 && number(row, "seconds") > 0, row::toString);
        }
    }

    @Test
    void shouldCompareAmongProcesses() throws Exception {
        final Map<String, Object> result = ChildJob.run(List.of("bench", "topologies", "-n", "2", "--programs",
            "nwchem", "--tasks", "40", "--compute-us", "10", "--basis", "60", "--topologies", "mfcg", "--compare",
            "gmt.wait=poll,block", "--trials", "1", "--warm-up", "0"));
        assertEquals(true, result.get("verified"), result::toString);
        assertEquals("ipc", result.get("transport"));
        assertEquals(List.of("{topology=mfcg, wait=poll}", "{topology=mfcg, wait=block}"), params(result));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "gmt.edge.buffers|expected KEY=VALUE,VALUE",
        "gmt.edge.buffers=1,,2|there is nothing between two commas",
        PAIRS + "=8/4k,2|expected a value for each of the 2 settings",
        PAIRS + "=8/4k,2/16k/1|found 2/16k/1",
        PAIRS + "=8/,2/16k|there is nothing between two commas or slashes",
        "gmt.edge.buffers/edge-buffers=8/4|expected each setting once",
        "gmt.edge.buffers=1,x|gmt.edge.buffers=x cannot be compared",
        PAIRS + "=8/4k,2/1|gmt.edge.buffers=2 gmt.edge.buffer.size=1 cannot be compared",
        "gmt.edge.bufers=1,2|gmt.edge.bufers",
        "gmt.edge.buffers/gmt.workers=1/1,2/2|gmt.workers cannot be compared within one run",
        "gmt.topology=fcg,mfcg|topologies are compared by --topologies",
        "gmt.edge.buffers=1,2,3,4,5|20 variants in one run: expected at most 16",
        "gmt.edge.buffers=1,2 --connections static|exclude each other"})
    void shouldRefuseBeforeAnythingStarts(final String line) {
        final Probe probe = new Probe(0);
        assertEquals(ExitCode.USAGE, probe(probe, "--compare " + line.substring(0, line.indexOf('|'))), run::both);
        assertTrue(run.err().startsWith("GMT-100 ") && run.err().contains(line.substring(line.indexOf('|') + 1)),
            run::err);
        assertEquals(List.of(), probe.seen);
    }

    /** The length of blocks alone would not fit the usual buffers. */
    @Test
    void shouldTakeSettingsThatGoTogetherOnly() {
        final String pair = "--compare gmt.block.length/gmt.comm.buffer.size=";
        assertEquals(ExitCode.OK, probe(new Probe(0), "--topologies fcg --trials 1 " + pair + "4k/16k,32k/64k"),
            run::both);
        assertEquals(ExitCode.USAGE, probe(new Probe(0), "--topologies fcg --trials 1 " + pair + "4k/16k,32k/16k"),
            run::both);
    }
}
