package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing of a short job stays behind, however it ends: no process, no folder of the job, no temporary file. */
@Timeout(240)
class ShortJobEndsTest {
    private static final long LIMIT_S = 200;
    private static final long LEFT_LIMIT_S = 60;
    private static final long AT_WORK_MS = 500;      // of the threads that run tasks; a job of one trial ends after 320

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
    }

    private GmtProcess start(final int nodes, final String options) throws IOException {
        final Path temporary = Files.createDirectory(folder.resolve("tmp"));
        return GmtProcess.start(folder, "job", List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), Map.of("GMT_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary),
            ("-n " + nodes + " -g 10 --warm-up 0 --join-timeout 150s " + options).split(" "));
    }

    @ParameterizedTest
    @CsvSource({"1, --trials 2, 0", "2, --trials 2, 0", "1, -r 5000, 2", "2, -r 5000, 2",
        "1, --trials 1000000 --limit 3s, 1", "2, --trials 1000000 --limit 3s, 1"})
    void shouldLeaveNothingWhenItEndsByItself(final int nodes, final String options, final int code) throws Exception {
        try (GmtProcess job = start(nodes, options)) {
            assertEquals(code, job.exitCode(LIMIT_S), job.err());
            assertNothingLeft();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, launcher asked", "2, launcher asked", "1, node killed", "2, node killed", "1, launcher killed",
        "2, launcher killed"})
    void shouldLeaveNothingWhenItIsEnded(final int nodes, final String end) throws Exception {
        try (GmtProcess job = start(nodes, "--trials 1000000")) {
            final ProcessHandle last = job.awaitAtWork(nodes - 1, nodes, AT_WORK_MS, LIMIT_S);
            switch (end) {
                case "launcher asked" -> {
                    job.terminate();
                    assertEquals(ExitCode.INTERRUPTED, job.exitCode(LIMIT_S), job.err());
                }
                case "node killed" -> {
                    last.destroyForcibly();
                    assertEquals(ExitCode.RUN_FAILED, job.exitCode(LIMIT_S), job.err());
                }
                default -> job.kill();
            }
            assertNothingLeft();
        }
    }

    private void assertNothingLeft() throws Exception {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFT_LIMIT_S);
        while (!GmtProcess.leftIn(folder).isEmpty()) {      // orphans that nobody waits for have no environment
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> GmtProcess.leftIn(folder) + " are left");
            TimeUnit.MILLISECONDS.sleep(20);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            final List<Path> left = files.map(folder::relativize)
                .filter(file -> !List.of("", "tmp", "job.out", "job.err").contains(file.toString())).toList();
            assertTrue(left.isEmpty(), () -> left + " is left");
        }
    }
}
