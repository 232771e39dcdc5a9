package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScaleCommandTest {
    @TempDir
    private Path folder;
    private ScaleTestBed bed;

    @BeforeEach
    void setUp() {
        bed = new ScaleTestBed(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        scale | no application is named
        scale bfs | --weak
        scale bfs --weak --strong | exclude each other
        scale nothing --weak | nothing
        scale bfs --strong --repeat 0 | --repeat 0
        scale bfs --strong --limit 0 | --limit 0
        scale bfs --strong --limit -5 | --limit -5
        scale bfs --strong --limit 0min | --limit 0min
        scale bfs --strong --limit soon | --limit soon
        scale bfs --strong --threshold 100 | --threshold
        scale bfs --strong -n 0 | -n 0
        scale bfs --strong -n 1,x | -n 1,x
        scale bfs --strong -n 1,,2 | -n 1,,2
        scale bfs --strong -n 2,2 | twice
        scale bfs --strong -n 20000 | -n 20000
        scale bfs --strong --trails 3 | --trails
        scale bfs --strong --trials 0 | --trials 0
        scale bfs --strong --chunk -1 | --chunk -1
        scale bfs --strong -g 16 -u 16 | -g and -u exclude each other
        scale bfs --strong --preset gmt-none | gmt-weak
        scale gups --preset gmt-weak | no presets
        scale bfs --strong --sweep fibers | KEY=VALUE
        scale bfs --strong --sweep fibers= | KEY=VALUE
        scale bfs --strong --sweep fibers=1,,2 | nothing between
        scale bfs --strong --sweep fibers=1,1 | twice
        scale bfs --strong --sweep fibers=1 --sweep fibers=2 | twice
        scale bfs --strong --sweep fibers=1 --sweep gmt.fibers=2 | twice
        scale bfs --strong --sweep fibres=1,2 | gmt.fibers
        scale bfs --strong --sweep nodes=1,2 | -n 1,2,4
        scale bfs --strong --sweep seed=1,2 | --repeat
        scale bfs --strong --set nodes=3 | use -n
        scale bfs --strong --random-seed 3 | --seed
        scale bfs --strong --sweep baseline=1 | on or off
        scale bfs --strong -g 16 --sweep poster=10;20 | 10
        scale bfs --strong --variant queue --sweep chunk=1,x | x
        scale bfs --strong --sweep block.length=1k,1t | 1t
        scale bfs --strong --report r --resume r | --report
        scale bfs --resume nowhere | GMT-600
        scale bfs --strong -o /no/such/folder/x | -o
        scale bfs --weak -n 1,3 -g 10 | --poster V,D grows to any
        scale bfs --weak -n 1,6 -u 10 | 1, 2, 4, 8
        scale bfs --weak --graph jdk-calls | --strong
        scale bfs --weak -f nothing.el | nothing.el
        scale gups --weak -n 1,3 | 1, 2, 4, 8
        scale connect --weak | counts of nodes of its own
        """)
    void shouldRefuseBeforeAnyJob(final String line, final String message) {
        assertEquals(ExitCode.USAGE, bed.gmt(line.split(" ")), bed.err());
        assertTrue(bed.err().contains(message), bed.err());
        assertTrue(bed.err().startsWith("GMT-"), bed.err());
        assertEquals(List.of(), bed.jobs);
        assertFalse(Files.exists(folder.resolve("scale")), "nothing is written for a line that is refused");
    }

    /** What the other commands refuse, and no more. */
    @Test
    void shouldRefuseALinkThatLeadsNowhere() throws Exception {
        Files.createSymbolicLink(folder.resolve("result"), folder.resolve("nowhere/result"));
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "bfs", "--strong", "-n", "1", "-o", "result"), bed.err());
        assertTrue(bed.err().contains("cannot write there") && bed.jobs.isEmpty(), bed.err());
    }

    /** All trials so far are in the file that goes first. */
    @Test
    void shouldSayHowToGoOnWhereAReportCannotBeWritten() throws Exception {
        final Path inTheWay = Files.createDirectories(folder.resolve("r/series.csv/full"));
        assertEquals(ExitCode.RUN_FAILED, bed.gmt("scale", "bfs", "--strong", "-g", "9", "-n", "1,2", "--repeat", "1",
            "--report", "r"), bed.out());
        assertTrue(bed.err().contains("GMT-623 ") && bed.err().contains("go on with --resume r."), bed.err());
        assertEquals(1, bed.jobs.size());
        try (Stream<Path> files = Files.list(folder.resolve("r"))) {
            assertEquals(List.of(), files.filter(file -> file.toString().endsWith(".new")).toList());
        }
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--resume", "r"), bed.err());
        assertEquals(2, bed.jobs.size(), "the first is kept");
    }

    @Test
    void shouldRunRoundByRoundWithPairedSeeds() {
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--strong", "-g", "9", "-n", "2,1", "--sweep", "fibers=8,16",
            "--repeat", "2", "--seed", "7", "--report", "r"), bed.err());
        final Series series = bed.series("r");
        assertEquals(List.of("8", "8", "16", "16"),
            series.points().stream().map(point -> point.swept().get("fibers")).toList());
        assertEquals(List.of(1, 2, 1, 2), series.points().stream().map(point -> point.nodes()).toList());
        assertEquals(8, bed.jobs.size());
        for (int job = 0; job < 8; job++) {
            assertEquals(SeriesRun.arguments(series.points().get(job % 4), 7 + job / 4), bed.jobs.get(job));
        }
        assertEquals(List.of(7L, 8L), series.points().get(3).trials().stream().map(trial -> trial.seed()).toList());
    }

    @ParameterizedTest
    @CsvSource({"20min, 1200000", "90s, 90000", "1500ms, 1500", "77, 77000"})
    void shouldTakeLimitsAsOtherCommandsDoAndSeconds(final String limit, final long ms) {
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--strong", "-g", "9", "-n", "1", "--repeat", "1",
            "--limit", limit, "--report", "r"), bed.err());
        assertEquals(ms, bed.limit.toMillis());
    }

    @Test
    void shouldGiveJobsTheOptionsAndNoneOfTheSeries() {
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--strong", "--roots", "3", "--warmup", "1",
            "--poster", "100,5", "-n", "2", "--no-verify", "--set",
            "fibers=64", "--set", "credits=32", "--block-length", "2k", "--in-process", "--sweep", "chunk=1,8",
            "--variant", "queue",
            "--repeat", "1", "--limit", "77", "--format", "csv",
            "-o", folder.resolve("x.csv").toString(), "--report", "r"), bed.err());
        assertEquals(List.of("run", "bfs", "--seed", "1", "--trials", "3", "--warm-up", "1", "--poster", "100,5",
            "--no-verify", "--set", "fibers=64", "--set", "credits=32", "--block-length", "2k",
            "--in-process", "--variant", "queue", "--chunk", "8", "--plan", "combined", "--nodes", "2"),
            bed.jobs.get(1));
        assertEquals(77, bed.limit.toSeconds());
        assertTrue(Files.exists(folder.resolve("x.csv")));
        assertEquals("", bed.out());
        assertEquals(List.of("scale", "bfs", "--strong"), bed.series("r").header().commandLine().subList(0, 3));
        assertFalse(bed.series("r").header().commandLine().contains("--report"));
    }

    @Test
    void shouldSweepSwitchesAndSettingsByAnySpelling() {
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "bfs", "--strong", "--sweep", "poster=10,2"),
            "10 is no graph: values with commas need semicolons");
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--strong", "-n", "1", "--sweep", "baseline=off,on",
            "--sweep", "GMT_FIBERS=8", "--sweep", "poster=10,2;20,2", "--repeat", "1", "--report", "s"), bed.err());
        assertEquals(4, bed.jobs.size());
        assertFalse(bed.jobs.get(0).contains("--baseline"));
        assertTrue(bed.jobs.get(3).containsAll(List.of("--baseline", "gmt.fibers=8", "20,2")), bed.jobs::toString);
    }

    @Test
    void shouldKeepTheThreadsOfTheLargestCount() {
        final Environment environment = new Environment(Map.of(), Map.of("java.version", "17"));
        final ScaleTestBed large = new ScaleTestBed(folder, 16, environment);
        assertEquals(ExitCode.OK, large.gmt("scale", "bfs", "--strong", "-g", "8", "-n", "1,4", "--repeat", "1",
            "--report", "r"), large.err());
        assertTrue(large.jobs.get(0).containsAll(List.of("shared", "--workers", "4")),
            large.jobs::toString);
        assertEquals(List.of(4, 4), large.series("r").points().stream().map(point -> point.threads()).toList());
        assertTrue(large.err().contains("4 threads per node everywhere, as with 4 nodes"), large.err());
        large.jobs.clear();
        assertEquals(ExitCode.OK, large.gmt("scale", "bfs", "--strong", "-g", "8", "-n", "1,4", "--workers", "5",
            "--repeat", "1", "--report", "s"), large.err());
        assertTrue(large.jobs.get(0).containsAll(List.of("--workers", "5")), large.jobs::toString);
        assertEquals("1,2,4,8,16", SeriesRequest.usualNodes(16));
        assertEquals("1,2", SeriesRequest.usualNodes(1));
        assertEquals("1,2,4", SeriesRequest.usualNodes(6));
    }

    @Test
    void shouldGrowTheWorkWithTheNodes() {
        assertEquals(List.of("10", "11", "12"), grown("bfs", "-g", "10", "-g"));
        assertEquals(List.of("16", "17", "18"), grown("bfs", "--beta", "2", "-g"));
        assertEquals(List.of("9", "10", "11"), grown("bfs", "-u", "9", "-u"));
        assertEquals(List.of("100,7", "200,7", "400,7"), grown("bfs", "--poster", "100,7", "--poster"));
        assertEquals(List.of("12", "13", "14"), grown("gups", "-g", "12", "--size"));
        assertEquals(List.of("100", "141", "200"), grown("eager", "-g", "100", "--size"));
        assertEquals(List.of("none", "none", "none"), grown("parfor", "--trials", "2", "--size"));
    }

    private List<String> grown(final String app, final String option, final String value, final String wanted) {
        bed.jobs.clear();
        assertEquals(ExitCode.OK, bed.gmt("scale", app, "--weak", "-n", "1,2,4", option, value, "--repeat", "1",
            "--report", "grown" + System.nanoTime()), bed.err());
        return bed.jobs.stream().map(job -> job.contains(wanted) ? job.get(job.indexOf(wanted) + 1) : "none").toList();
    }

    @Test
    void shouldLetAnApplicationKeepItsOptions() {
        assertEquals(ExitCode.OK, bed.gmt("scale", "latency", "--strong", "--compare", "fibers=8,16",
            "-n", "2", "--repeat", "1", "--report", "r"), bed.err());
        assertTrue(bed.jobs.get(0).containsAll(List.of("--compare", "fibers=8,16")), bed.jobs::toString);
    }

    @Test
    void shouldRefuseWhatCannotFitBeforeAnyJob() {
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, bed.gmt("scale", "bfs", "--weak", "-g", "36", "-n", "1,2"), bed.err());
        assertTrue(bed.err().startsWith("GMT-120"), bed.err());
        assertEquals(List.of(), bed.jobs);
        assertFalse(Files.exists(folder.resolve("scale")));
    }

    @Test
    void shouldHelpForEachApplication() {
        for (final String app : List.of("bfs", "gups", "latency")) {
            assertEquals(ExitCode.OK, bed.gmt("scale", app, "--help"));
            assertTrue(bed.out().contains("--sweep") && bed.out().contains("Examples:"), bed.out());
        }
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--help"));
        assertTrue(bed.out().contains("gmt-aggregation") && bed.out().contains("--poster"), bed.out());
        assertEquals(ExitCode.OK, bed.gmt("--help"));
        assertTrue(bed.out().contains("scale"), bed.out());
    }

    @Test
    void shouldCompareWithAnEarlierSeries() {
        final String[] line = {"scale", "bfs", "--strong", "-g", "8", "-n", "1,2", "--report", "old"};
        assertEquals(ExitCode.OK, bed.gmt(line), bed.err());
        assertEquals(ExitCode.USAGE, bed.gmt(line), "a folder with a series is not overwritten");
        line[line.length - 1] = "same";
        assertEquals(ExitCode.OK, bed.gmt(with(line, "--compare", "old/series.json")), () -> bed.out() + bed.err());
        bed.answer = arguments -> ScaleTestBed.ok(5);
        line[line.length - 1] = "slow";
        assertEquals(ExitCode.RUN_FAILED, bed.gmt(with(line, "--compare", "old/series.json")),
            () -> bed.out() + bed.err());
        line[line.length - 1] = "slow-but-allowed";
        assertEquals(ExitCode.OK, bed.gmt(with(line, "--compare", "old/series.json", "--threshold", "70")),
            () -> bed.out() + bed.err());
        final int jobs = bed.jobs.size();
        line[line.length - 1] = "none";
        assertTrue(bed.gmt(with(line, "--compare", "nothing.json")) != ExitCode.OK, "before any job");
        assertEquals(jobs, bed.jobs.size());
    }

    private static String[] with(final String[] line, final String... more) {
        return Stream.concat(Arrays.stream(line), Arrays.stream(more)).toArray(String[]::new);
    }
}
