package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a series when a job goes wrong. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeriesOutcomeTest {
    private static final String[] LINE = {"scale", "bfs", "--strong", "-g", "8", "-n", "1,2", "--repeat", "3",
        "--report", "r"};
    @TempDir
    private Path folder;
    private ScaleTestBed bed;

    @BeforeEach
    void setUp() {
        bed = new ScaleTestBed(folder);
    }

    /** The n-th job, from 1, ends so; the others well, at a rate that cannot be anything else. */
    private void answer(final int job, final ChildJob.Outcome outcome) {
        bed.answer = arguments -> bed.jobs.size() == job ? outcome : ScaleTestBed.ok(12345.5);
    }

    private List<Outcome> outcomes(final int point) {
        return bed.series("r").points().get(point).trials().stream().map(SeriesTrial::outcome).toList();
    }

    @Test
    void shouldLoseOnlyTheTrialWhoseNodeDied() {
        answer(4, ScaleTestBed.ended(ExitCode.RUN_FAILED, "GMT-140 node 1 failed: its process was killed"));
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        assertEquals(6, bed.jobs.size());
        assertEquals(List.of(Outcome.OK, Outcome.LOST, Outcome.OK), outcomes(1));
        assertEquals(List.of(Outcome.OK, Outcome.OK, Outcome.OK), outcomes(0));
        assertTrue(bed.err().contains("GMT-606 trial 2 (seed 2)") && bed.err().contains("node 1 failed"), bed.err());
        assertTrue(bed.out().contains("lost") && bed.out().contains("node 1 failed"), bed.out());
    }

    @Test
    void shouldLoseJobsThatHangAreKilledOrLeaveNothing() {
        bed.answer = arguments -> {
            switch (bed.jobs.size()) {
                case 1: return new ChildJob.Outcome(ExitCode.RUN_FAILED, true, "", 600, Map.of());
                case 2: return ScaleTestBed.ended(137, "");
                case 3: throw new IOException("expected a JSON object, found nothing");
                case 4: return ScaleTestBed.ended(ExitCode.INTERRUPTED, "");
                default: return ScaleTestBed.ok(10);
            }
        };
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        final List<String> reasons = bed.series("r").points().stream().flatMap(point -> point.trials().stream())
            .map(SeriesTrial::reason).toList();
        assertTrue(reasons.get(0).contains("600 s (--limit)"), reasons::toString);
        assertTrue(reasons.get(3).contains("137"), reasons::toString);
        assertTrue(reasons.get(1).contains("found nothing"), reasons::toString);
        assertTrue(reasons.get(4).contains("interrupted"), reasons::toString);
    }

    @Test
    void shouldFailWhenAPointHasNoTrial() {
        bed.answer = arguments -> arguments.get(arguments.size() - 1)
            .equals("2") ? ScaleTestBed.ended(1, "GMT-130 the run failed") : ScaleTestBed.ok(10);
        assertEquals(ExitCode.RUN_FAILED, bed.gmt(LINE), bed.err());
        assertEquals(6, bed.jobs.size(), "the series goes on");
        assertTrue(bed.err().contains("GMT-604") && bed.err().contains("--resume r"), bed.err());
    }

    /** What a message says to type is read by a shell. */
    @Test
    void shouldQuoteWhatIsToBeTyped() {
        bed.answer = arguments -> ScaleTestBed.ended(ExitCode.RUN_FAILED, "GMT-130 the run failed");
        final String[] line = LINE.clone();
        line[line.length - 1] = "my series";
        assertEquals(ExitCode.RUN_FAILED, bed.gmt(line), bed.err());
        assertTrue(bed.err().contains("Repeat them with: gmt scale bfs --resume 'my series'"), bed.err());
    }

    @Test
    void shouldStopAtAWrongResultAndShowNoRate() throws IOException {
        for (final ChildJob.Outcome wrong : List.of(ScaleTestBed.ended(ExitCode.VERIFICATION_FAILED,
            "GMT-140 verification of bfs failed"),
            new ChildJob.Outcome(ExitCode.VERIFICATION_FAILED, false, "GMT-140", 1, Map.of("notes",
                List.of("wrong from root 5: level of 7"))),
            new ChildJob.Outcome(ExitCode.OK, false, "", 1, Map.of("app", "bfs", "verified", false)))) {
            final String report = "r" + bed.jobs.size();
            final int before = bed.jobs.size();
            answer(before + 4, wrong);
            final String[] line = LINE.clone();
            line[line.length - 1] = report;
            assertEquals(ExitCode.VERIFICATION_FAILED, bed.gmt(line), bed.err());
            assertEquals(before + 4, bed.jobs.size(), "the series stops");
            assertTrue(bed.err().contains("GMT-603 trial 2 (seed 2)"), bed.err());
            assertTrue(bed.err().contains("To repeat it: gmt run bfs --seed 2 -g 8"), bed.err());
            assertTrue(wrong.result().get("notes") == null || bed.err()
                .contains("is wrong: wrong from root 5: level of 7."), bed.err());
            final List<String> all = new ArrayList<>(List.of(bed.out(), bed.err()));
            for (final String file : List.of("series.json", "series.csv", "series.svg", "report.html")) {
                all.add(Files.readString(folder.resolve(report).resolve(file)));
            }
            for (final String text : all) {
                assertFalse(text.replace(",", "").contains("1234"), text);
            }
            assertEquals(ExitCode.USAGE, bed.gmt("scale", "bfs", "--resume", report));
            assertTrue(bed.err().contains("GMT-601") && bed.err().contains("wrong result"), bed.err());
        }
    }

    /** Nobody should take a comparison of nothing for a good one. */
    @Test
    void shouldFailWhereNothingCanBeCompared() {
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        assertEquals(ExitCode.RUN_FAILED, bed.gmt("scale", "bfs", "--strong", "-g", "8", "-n", "4", "--repeat", "1",
            "--report", "other", "--compare", "r/series.json"), bed.err());
        assertTrue(bed.err().contains("GMT-388") && bed.err().contains("r/series.json"), bed.err());
        assertTrue(bed.out().contains("only in the old series"), bed.out());
    }

    /** Who has the old file open, here by its second name, keeps all of it. */
    @Test
    void shouldReplaceAnOutputRatherThanOverwriteIt() throws IOException {
        final Path file = Files.writeString(folder.resolve("result.csv"), "old");
        final Path reader = Files.createLink(folder.resolve("reader"), file);
        assertEquals(ExitCode.OK, bed.gmt(with("-o", "result.csv", "--format", "csv")), bed.err());
        assertEquals("old", Files.readString(reader));
        assertTrue(Files.readString(file).startsWith("commit,"), bed.err());
    }

    @Test
    void shouldRefuseALimitThatNoClockCanCount() {
        assertEquals(ExitCode.USAGE, bed.gmt(with("--limit", "99999999999")), bed.err());
        assertTrue(bed.err().contains("--limit 99999999999"), bed.err());
        assertEquals(ExitCode.OK, bed.gmt(with("--limit", "1000000000")), bed.err());
    }

    /** A switch that was turned off by its value is off in the jobs, too. */
    @Test
    void shouldNotTurnSwitchesOnThatWereTypedAsOff() {
        assertEquals(ExitCode.OK, bed.gmt(with("--no-verify=false", "--in-process=true")), bed.err());
        assertFalse(bed.jobs.get(0).contains("--no-verify"), bed.jobs::toString);
        assertTrue(bed.jobs.get(0).contains("--in-process"), bed.jobs::toString);
    }

    private static String[] with(final String... more) {
        return Stream.concat(Stream.of(LINE), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void shouldStopWithTheMessageOfAJobThatIsRefused() {
        answer(3, ScaleTestBed.ended(ExitCode.ENVIRONMENT_UNFIT, "GMT-120 not enough memory"));
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, bed.gmt(LINE));
        assertTrue(bed.err().contains("GMT-607") && bed.err().contains("GMT-120 not enough memory"), bed.err());
        assertEquals(3, bed.jobs.size());
        assertEquals(List.of(Outcome.OK), outcomes(0), "what was measured is kept");
        answer(4, ScaleTestBed.ended(ExitCode.USAGE, "GMT-100 no"));
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "bfs", "--resume", "r"));
    }

    @Test
    void shouldSaveAfterEveryJob() {
        final List<Integer> saved = new ArrayList<>();
        bed.answer = arguments -> {
            saved.add(bed.series("r").points().stream().mapToInt(point -> point.trials().size()).sum());
            return ScaleTestBed.ok(10);
        };
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        assertEquals(List.of(0, 1, 2, 3, 4, 5), saved);
        for (final String file : List.of("series.json", "series.csv", "series.svg", "series.png", "report.html")) {
            assertTrue(Files.exists(folder.resolve("r").resolve(file)), file);
        }
    }

    @Test
    void shouldResumeWhatIsMissing() {
        answer(2, ScaleTestBed.ended(1, "GMT-140 node 1 failed"));
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        final Series before = bed.series("r");
        bed.jobs.clear();
        bed.answer = arguments -> ScaleTestBed.ok(20);
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--resume", "r", "-g", "8"), bed.err());
        assertEquals(List.of(SeriesRun.arguments(before.points().get(1), 1)), bed.jobs, "only the lost one");
        assertEquals(List.of(Outcome.OK, Outcome.OK, Outcome.OK), outcomes(1));
        assertEquals(List.of(1, 2, 3), bed.series("r").points().get(1).trials().stream()
            .map(SeriesTrial::number).toList());
        assertEquals(before.header().startedAt(), bed.series("r").header().startedAt());
        bed.jobs.clear();
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--resume", "r"), "nothing is missing: the report again");
        assertEquals(List.of(), bed.jobs);
    }

    @Test
    void shouldRefuseToResumeAnotherSeries() throws IOException {
        assertEquals(ExitCode.OK, bed.gmt(LINE), bed.err());
        bed.jobs.clear();
        contradiction("-g 9 contradicts", "scale", "bfs", "--resume", "r", "-g", "9");
        contradiction("--weak  contradicts", "scale", "bfs", "--resume", "r", "--weak");
        contradiction("series of bfs", "scale", "gups", "--resume", "r");
        final Path file = folder.resolve("r/series.json");
        final String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("\"commit\" : \"[^\"]*\"", "\"commit\" : \"abcdef\""));
        contradiction("commit was 'abcdef'", "scale", "bfs", "--resume", "r");
        Files.writeString(file, text);
        Files.writeString(folder.resolve("gmt.properties"), "gmt.credits=32\n");
        contradiction("gmt.credits was '64' and is '32' now", "scale", "bfs", "--resume", "r");
        assertEquals(List.of(), bed.jobs);
    }

    private void contradiction(final String message, final String... line) {
        assertEquals(ExitCode.USAGE, bed.gmt(line), bed.err());
        assertTrue(bed.err().startsWith("GMT-601") && bed.err().contains(message), bed.err());
    }
}
