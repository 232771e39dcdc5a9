package org.gmt4j.bench.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.ssor.SsorProgram;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Option;

/** Figures 8 and 9 of the paper on virtual topologies in small, as people ask for them. */
@Timeout(240)
class TopologiesBenchmarkTest {
    private static final long LIMIT_S = 100;
    private static final Map<String, String> QUICK = Map.of("GMT_COMPILER", "quick");
    private static final String SMALL_REPLAY = " --tasks 40 --compute-us 10 --basis 60";

    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void open() {
        run = new CommandLineRun(folder);
    }

    private int gmt(final GmtApp app, final String line) {
        return run.execute("bench topologies " + line, List.of(app));
    }

    private Map<String, Object> result(final String line) throws Exception {
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(), line + " --in-process --format json"), run::both);
        final Map<String, Object> result = JsonMaps.read(run.out());
        assertEquals(true, result.get("verified"));
        return result;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(final Map<String, Object> result) {
        return (List<Map<String, Object>>) result.get("results");
    }

    private static String param(final Map<String, Object> row, final String name) {
        return String.valueOf(((Map<?, ?>) row.get("params")).get(name));
    }

    private static double number(final Map<String, Object> row, final String key) {
        return ((Number) row.get(key)).doubleValue();
    }

    private static List<?> samples(final Map<String, Object> row, final String rate) {
        return (List<?>) ((Map<?, ?>) row.get(rate)).get("samples");
    }

    @Test
    void shouldRunTheFourTopologiesInTurn() throws Exception {
        final Path svg = folder.resolve("lu.svg");
        final Map<String, Object> result = result("--programs ssor -n 4 --trials 3 --warm-up 1 --svg " + svg);
        final List<Map<String, Object>> rows = rows(result);
        assertEquals(List.of("fcg", "mfcg", "cfcg", "hypercube"),
            rows.stream().map(row -> param(row, "topology")).toList());
        assertEquals("{fcg=4, mfcg=2x2, cfcg=2x2x1, hypercube=2x2}", result.get("shapes").toString());
        for (final Map<String, Object> row : rows) {
            assertEquals("ssor", row.get("name"));
            assertEquals(3, samples(row, "mops").size());
            assertTrue(number(row, "minSeconds") > 0 && number(row, "minSeconds") <= number(row, "seconds")
                && number(row, "seconds") <= number(row, "maxSeconds"), row::toString);
            assertEquals(!param(row, "topology").equals("fcg"), number(row, "forwardedBlocks") > 0, row::toString);
            assertTrue(number(row, "timeOfFirst") > 0, row::toString);
        }
        assertEquals(1, number(rows.get(0), "timeOfFirst"));
        assertEquals("S", result.get("class"));
        assertEquals("2x2", result.get("processGrid"));
        assertTrue(Files.readString(svg).contains("NAS LU, class S, 4 nodes"));
    }

    @Test
    void shouldRunBothProgramsAndSayThatTwoNodesForwardNothing() throws Exception {
        final Map<String, Object> result = result("-n 2 --topologies hypercube,fcg --trials 2 --warm-up 0"
            + SMALL_REPLAY);
        assertEquals(List.of("ssor hypercube", "ssor fcg", "nwchem hypercube", "nwchem fcg"),
            rows(result).stream().map(row -> row.get("name") + " " + param(row, "topology")).toList());
        assertEquals(2, samples(rows(result).get(0), "mops").size());
        assertEquals("tasks/s", rows(result).get(2).get("unit"));
        assertEquals(2, samples(rows(result).get(2), "rate").size());
        assertTrue(rows(result).stream().allMatch(row -> number(row, "forwardedBlocks") == 0), result::toString);
        assertEquals(40L, result.get("tasks"));
        assertTrue(result.get("notes").toString().contains("nothing was forwarded"), result::toString);
    }

    /** Takes the place of LU, and remembers on which cluster each run was. */
    private static final class Turns implements JudgedProgram {
        @Option(names = "--class")
        private String ignored;
        private final List<GmtCluster> clusters = new ArrayList<>();

        @Override
        public void validate() {
            // anything goes
        }

        @Override
        public Work prepare(final AppRun appRun) {
            return new Work() {
                @Override
                public Run run(final GmtCluster cluster) {
                    clusters.add(cluster);
                    return new Run(clusters.size(), "");
                }

                @Override
                public BenchResult rate(final BenchResult row, final double... seconds) {
                    return row.mops(seconds);
                }

                @Override
                public String words() {
                    return "turns";
                }
            };
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
            return new Class<?>[0];
        }
    }

    /** Runs 1 to 3 warm up, 4 to 6 are the first trial, 7 to 9 the second one; each takes its number in seconds. */
    @Test
    void shouldTakeTurnsRunByRun() throws Exception {
        final Turns turns = new Turns();
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(turns), "--programs ssor -n 2 --topologies "
            + "cfcg,fcg,mfcg --trials 2 --warm-up 1 --in-process --format json"), run::both);
        final List<GmtCluster> jobs = turns.clusters.subList(0, 3);
        assertEquals(3, jobs.stream().distinct().count());
        assertEquals(Stream.of(jobs, jobs, jobs).flatMap(List::stream).toList(), turns.clusters);
        final List<Map<String, Object>> rows = rows(JsonMaps.read(run.out()));
        assertEquals(List.of(4.0, 5.5, 7.0), List.of(number(rows.get(0), "minSeconds"),
            number(rows.get(0), "seconds"), number(rows.get(0), "maxSeconds")));
        assertEquals((6.0 / 4 + 9.0 / 7) / 2, number(rows.get(2), "timeOfFirst"), 1e-4);
    }

    /** Rows and columns are those of people, too. */
    @Test
    void shouldShowATable() {
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(), "--programs nwchem --kind dft -n 3 --in-process "
            + "--topologies fcg,mfcg --trials 1 --warm-up 0" + SMALL_REPLAY), run::both);
        final String text = run.out().replaceAll(" +", " ");
        assertTrue(text.contains("seconds minSeconds maxSeconds timeOfFirst forwardedBlocks edgeStalls")
            && text.contains("nwchem topology=fcg ") && text.contains("nwchem topology=mfcg "), text);
    }

    /** The first run of all is a warm-up, and judged like the others. */
    @ParameterizedTest
    @CsvSource({"1, a warm-up", "0, trial 1"})
    void shouldEndWithThreeAtTheFirstWrongAnswer(final int warmUps, final String which) {
        final String line = "--programs ssor -n 2 --in-process --format json --topologies mfcg,fcg --trials 2 --svg "
            + folder.resolve("wrong.svg") + " --warm-up " + warmUps;
        final SsorProgram strict = new SsorProgram(1e-16);
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt(new TopologiesBenchmark(strict), line), run::both);
        assertTrue(run.out().contains("ssor, mfcg, " + which + ": norms differ from the published ones by"), run::both);
        assertFalse(run.out().contains("mops") || run.out().contains("econds\""), run::out);
        assertFalse(Files.exists(folder.resolve("wrong.svg")));
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(new SsorProgram(1e-16)), line + " --no-verify"),
            run::both);
    }

    @Test
    void shouldHaveOneTrialWhenTimeIsOver() throws Exception {
        final Map<String, Object> result = result("--programs ssor -n 2 --topologies fcg,mfcg --trials 9 --warm-up 9 "
            + "--within 0.001");
        assertEquals(1, samples(rows(result).get(1), "mops").size());
        assertTrue(result.get("notes").toString().contains("ssor: the time limit ended after 1 of 9 trials"),
            result::toString);
        assertTrue(result("--programs ssor -n 2 --topologies fcg --trials 1 --warm-up 9 --within 0.001").get("notes")
            .toString().contains("after 1 of 1 trials of each topology, and 1 of 9 warm-ups;"));
    }

    @Test
    void shouldMeasureNothingOnOneNode() throws Exception {
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(), "-n 1 --in-process --format json"), run::both);
        assertTrue(run.out().contains("nothing was measured") && !run.out().contains("\"results\""), run::out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--programs lu", "--topologies ring", "--class B", "--kind hf",
        "--trials 0", "--warm-up -1", "--within -1", "--svg /no/such/a.svg", "--tasks 0", "--tasks 0 --programs ssor"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        assertEquals(ExitCode.USAGE, gmt(new TopologiesBenchmark(), "-n 2 " + options), run::both);
        assertTrue(run.err().startsWith("GMT-100 " + options.replaceFirst(" .*", "")), run::err);
    }

    /** A shape is that of one kind: of others there is none with so many dimensions. */
    @Test
    void shouldRefuseAShapeThatATopologyCannotHave() {
        assertEquals(ExitCode.USAGE, gmt(new TopologiesBenchmark(), "-n 4 --in-process --topology mfcg "
            + "--topologies mfcg,cfcg --set gmt.topology.shape=2x2"), run::both);
        assertTrue(run.err().startsWith("GMT-260 shape 2x2 has 2 dimensions, cfcg has 3"), run::err);
    }

    @Test
    void shouldHelpWithTwoExamplesAndAnEstimate() {
        assertEquals(ExitCode.OK, gmt(new TopologiesBenchmark(), "--help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt bench topologies")).count());
        assertEquals(ExitCode.OK, run.execute("estimate topologies -n 8 --preset paper",
            List.of(new TopologiesBenchmark())), run::err);
    }

    /** Its companions of each process, for all topologies, end with the job. */
    @Test
    void shouldRunOnProcessesAndEndWhenInterrupted() throws Exception {
        final String line = "bench topologies --programs ssor -n 2 --topologies fcg,hypercube --warm-up 0 "
            + "--format json --within 0 --trials ";
        try (GmtProcess job = GmtProcess.startGmt(folder, "whole", QUICK, (line + 2).split(" "))) {
            assertEquals(ExitCode.OK, job.exitCode(LIMIT_S), job.err());
            final Map<String, Object> result = JsonMaps.read(job.out());
            assertEquals(true, result.get("verified"));
            assertEquals(2, samples(rows(result).get(1), "mops").size());
        }
        try (GmtProcess job = GmtProcess.startGmt(folder, "long", QUICK, (line + 1_000_000).split(" "))) {
            job.awaitBusy(1, 2, 2_000, LIMIT_S);
            job.terminate();
            assertEquals(ExitCode.INTERRUPTED, job.exitCode(LIMIT_S), job.err());
            assertEquals("", job.out());
        }
        assertEquals(List.of(), GmtProcess.leftIn(folder));
    }
}
