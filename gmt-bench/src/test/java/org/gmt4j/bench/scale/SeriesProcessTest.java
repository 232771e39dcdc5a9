package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gmt4j.ClassArchive;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesJson;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Series of real processes, and what a signal does to them. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class SeriesProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(100);
    @TempDir
    private Path folder;

    private static void await(final BooleanSupplier condition) throws InterruptedException {
        final long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadlineNs, "it has not happened within " + PATIENCE);
            Thread.sleep(20);
        }
    }

    @Test
    void shouldLoseTheTrialOfANodeThatIsKilled() {
        final ScaleTestBed bed = new ScaleTestBed(folder);
        bed.answer = arguments -> {
            final ChildJob job = ChildJob.start(arguments);
            if (bed.jobs.size() == 1) {
                await(() -> nodes(job).size() == 2 || !job.process().isAlive());
                nodes(job).stream().skip(1).forEach(ProcessHandle::destroyForcibly);
            }
            return job.await(PATIENCE);
        };
        assertEquals(ExitCode.OK, bed.gmt("scale", "bfs", "--strong", "-g", "9", "-n", "2", "--trials", "2",
            "--warm-up", "0", "--repeat", "2", "--report", "r"),
            () -> bed.out() + bed.err());
        final List<SeriesTrial> trials = bed.series("r").points().get(0).trials();
        assertEquals(List.of(Outcome.LOST, Outcome.OK), trials.stream().map(SeriesTrial::outcome).toList(),
            trials::toString);
        assertTrue(trials.get(0).reason().startsWith("GMT-"), trials.get(0).reason());
        assertEquals(2, trials.get(1).rates().get(0).samples().length);
    }

    @Test
    void shouldEndAJobThatHangs() throws Exception {
        final ChildJob job = ChildJob.start(List.of("run", "bfs", "-g", "20", "-n", "2", "--trials", "1000"));
        await(() -> nodes(job).size() == 2 || !job.process().isAlive());
        final List<ProcessHandle> nodes = nodes(job);
        final ChildJob.Outcome outcome = job.await(Duration.ofMillis(10));
        assertTrue(outcome.isTimedOut());
        assertEquals(ExitCode.RUN_FAILED, outcome.exitCode());
        assertFalse(job.process().isAlive());
        await(() -> nodes.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenInterruptedAndGoOn() throws Exception {
        final Path report = folder.resolve("r");
        final Path words = folder.resolve("words");
        final Process gmt = gmt(words, "scale", "bfs", "--strong", "-g", "9", "-n", "1", "--trials", "2",
            "--warm-up", "0", "--repeat", "4", "--in-process", "--report", report.toString());
        await(() -> trials(report) >= 1 || !gmt.isAlive());
        gmt.destroy();
        assertTrue(gmt.waitFor(60, TimeUnit.SECONDS));
        final String said = Files.readString(words);
        assertEquals(ExitCode.INTERRUPTED, gmt.exitValue(), said);
        assertTrue(said.contains("GMT-605") && said.contains("--resume " + report) && said.contains("MTEPS"), said);
        assertTrue(Files.exists(report.resolve("report.html")));
        final Series before = SeriesJson.read(report.resolve("series.json"));
        final Process again = gmt(words, "scale", "bfs", "--resume", report.toString());
        assertTrue(again.waitFor(120, TimeUnit.SECONDS));
        assertEquals(ExitCode.OK, again.exitValue(), () -> words(words));
        final Series after = SeriesJson.read(report.resolve("series.json"));
        assertEquals(4, after.points().get(0).trials().size());
        for (int i = 0; i < before.points().get(0).trials().size(); i++) {
            assertEquals(before.points().get(0).trials().get(i).seconds(), after.points().get(0).trials()
                .get(i).seconds(), "it was not repeated");
        }
    }

    /** A child that has not become a node yet, the JVM's helper that starts processes, is none. */
    private static List<ProcessHandle> nodes(final ChildJob job) {
        return job.process().descendants()
            .filter(process -> words(Path.of("/proc", String.valueOf(process.pid()), "environ"))
                .contains("GMT_NODE_ID="))
            .toList();
    }

    private static String words(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }

    private static int trials(final Path report) {
        return Files.exists(report.resolve("series.json")) ? SeriesJson.read(report.resolve("series.json"))
            .points().get(0).trials().size() : 0;
    }

    private static Process gmt(final Path words, final String... arguments) throws IOException {
        final List<String> command = ClassArchive.java("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dco.paralleluniverse.fibers.disableAgentWarning=true");
        command.add(GmtMain.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(words.toFile()).start();
    }
}
