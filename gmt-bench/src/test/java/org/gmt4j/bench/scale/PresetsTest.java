package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.apps.bfs.BfsApp;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PresetsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"gmt-weak", "gmt-strong", "gmt-aggregation", "gmt-fibers", "gmt-blocks",
        "gmt-timeouts", "gmt-chunk"})
    void shouldRunAtTinyScale(final String preset) {
        final ScaleTestBed bed = new ScaleTestBed(folder);
        bed.answer = bed::inThisProcess;
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--preset", preset, "--poster", "60,6", "--trials", "2",
            "--warm-up", "0", "--in-process", "--repeat", "1", "--report", "r"), () -> bed.out() + bed.err());
        final Series series = bed.series("r");
        assertEquals(preset, series.header().preset());
        for (final SeriesPoint point : series.points()) {
            final SeriesTrial trial = point.trials().get(0);
            assertEquals(2, trial.rates().get(0).samples().length, point::toString);
            assertEquals("queue", trial.result().get("variant"));
            assertEquals(true, trial.result().get("verified"));
        }
        assertTrue(bed.out().contains(preset), bed.out());
    }

    @Test
    void shouldGiveWayToWhatIsTyped() {
        final ScaleTestBed bed = new ScaleTestBed(folder);
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--preset", "gmt-fibers", "-g", "8", "-n", "1,3",
            "--variant", "lists", "--sweep", "fibers=2,4",
            "--sweep", "chunk=1", "--repeat", "1", "--report", "r"), bed.err());
        assertEquals(4, bed.jobs.size());
        for (final List<String> job : bed.jobs) {
            assertTrue(job.contains("lists") && job.contains("-g") && !job.contains("--poster"), job::toString);
        }
        assertTrue(bed.jobs.get(3).contains("gmt.fibers=4"), bed.jobs::toString);
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--preset", "gmt-weak", "--strong", "--poster", "50,4",
            "-n", "1,2", "--repeat", "1", "--report", "s"),
            bed.err());
        assertTrue(bed.jobs.get(5).contains("50,4"), "strong: the graph is fixed");
    }

    @Test
    void shouldBeWrittenWithNamesThatExist() {
        final CommandSpec spec = CommandSpec.forAnnotatedObject(new BfsApp());
        for (final Preset preset : Presets.of("bfs")) {
            preset.options().keySet().forEach(name -> assertEquals(name, spec.findOption(name).longestName()));
            preset.rivals().forEach(name -> assertEquals(name, spec.findOption(name).longestName()));
        }
        final List<String> lines = Presets.list(new BfsApp());
        assertTrue(lines.stream().allMatch(line -> line.length() <= 80), lines::toString);
        final ScaleTestBed bed = new ScaleTestBed(folder);
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--preset", "help"));
        assertTrue(bed.out().contains("level 2 only: gmt.block.commands=1"), bed.out());
    }
}
