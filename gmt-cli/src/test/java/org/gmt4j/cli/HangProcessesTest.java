package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A job of processes that dead-locks: what it says when its time is up, when a user asks, and that nothing is left of
 * it.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangProcessesTest {
    private static final Pattern FOREIGN = Pattern.compile("GMT_.*|.*JAVA_.*OPTIONS");
    private static final Pattern LOCK = Pattern.compile("dead-lock: task (\\S+) \\(node (\\d), "
        + "at org\\.gmt4j\\.DeadLockApp\\.transfer\\(DeadLockApp\\.java:\\d+\\)\\) holds "
        + "mutex 0 of node \\2 \\(set \\d+\\) and waits for (mutex 0 of node \\d \\(set \\d+\\)), held by task \\S+ "
        + "\\(node \\d, at org\\.gmt4j\\.DeadLockApp\\.transfer\\(DeadLockApp\\.java:\\d+\\)\\), "
        + "which waits for mutex 0 of node \\2 \\(set \\d+\\), held by task \\1\\. "
        + "None of them can go on\\.");
    private static final String CAUGHT = "SigCgt:";
    private static final int SIGQUIT = 3;
    private static final long LIMIT_S = 200;

    @TempDir
    private Path folder;
    private final List<Process> started = new ArrayList<>();

    private Process start(final String name, final String... arguments) throws IOException {
        return start("-Xmx900m", name, List.of(arguments));
    }

    /** @param heap with a large one the launcher itself runs all nodes of {@code --in-process} */
    private Process start(final String heap, final String name, final List<String> arguments) throws IOException {
        final List<String> command =
            ClassArchive.java(heap, "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.add(DeadLockMain.class.getName());
        command.addAll(arguments);
        final ProcessBuilder builder = new ProcessBuilder(command)
            .redirectOutput(folder.resolve(name + ".out").toFile())
            .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().keySet().removeIf(FOREIGN.asMatchPredicate());
        builder.environment().put("GMT_AERON_DIR", folder.toString());
        builder.environment().put("GMT_HEAP", "128m");
        builder.environment().put("GMT_COMPILER", "quick");
        ClassArchive.addTo(builder.environment());
        final Process process = builder.start();
        started.add(process);
        return process;
    }

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private int exitCode(final Process process, final String name) throws Exception {
        assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> "still running: " + read(name + ".err"));
        return process.exitValue();
    }

    private String read(final String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (final IOException e) {
            return e.toString();
        }
    }

    private static boolean namesTheLock(final String text) {
        return text.lines().anyMatch(LOCK.asMatchPredicate());
    }

    private List<Path> jobFolders() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("gmt-job-")).toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"--transport=ipc, -Xmx900m", "--set=gmt.top.interval=0, -Xmx900m",
        "--set=gmt.top.interval=60s, -Xmx900m", "--transport=udp, -Xmx900m",
        "--in-process, -Xmx900m", "--in-process, -Xmx1200m"})
    void shouldEndWithAReportWhenTheTimeIsUp(final String option, final String heap) throws Exception {
        final Process job = ended(option, heap, 4);
        final String said = read("job.err");
        assertTrue(namesTheLock(said), said);
        assertTrue(said.contains("what waits, 2 nodes: 3 tasks wait: 1 for tasks, 2 for mutexes"), said);
        assertTrue(said.contains("GMT-760 the run has not ended within "), said);
        assertFalse(said.contains("GMT-110") || said.contains("GMT-111"), said);
        assertEquals(1, Pattern.compile("GMT-760").matcher(said).results().count(), said);
        assertEquals(List.of(), jobFolders());
        assertEquals(0, job.descendants().count());
    }

    /** The job, after a time in which it could dead-lock on this machine as busy as it is. */
    private Process ended(final String option, final String heap, final int seconds) throws Exception {
        final long startNs = System.nanoTime();
        final Process job = start(heap, "job", List.of("run", "deadlock", "-n", "2", "--limit", seconds + "s",
            option, "--set", "gmt.silence.limit=60s"));
        assertEquals(ExitCode.RUN_FAILED, exitCode(job, "job"), () -> read("job.err"));
        assertTrue(System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(seconds));
        return namesTheLock(read("job.err")) || seconds > 60 ? job : ended(option, heap, 3 * seconds);
    }

    @Test
    void shouldSayWhenAskedAndGoOnWaiting() throws Exception {
        final Process job = start("job", "run", "deadlock", "-n", "2");
        String said;
        int asked = 0;
        do {
            said = read("top" + asked + ".out");
            assertTrue(job.isAlive() && ++asked < 60, said);
            exitCode(start("top" + asked, "top", "--why"), "top" + asked);
        } while (!namesTheLock(read("top" + asked + ".out")));
        assertTrue(read("top" + asked + ".out").startsWith("job gmt-job-"), read("top" + asked + ".out"));
        assertTrue(job.isAlive());
    }

    /** Beside what Java prints on standard output; however often. */
    @Test
    void shouldSayAfterTheSignalThatDumpsThreads() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "signals are seen through /proc");
        final Process job = start("-Xmx1200m", "job", List.of("run", "deadlock", "-n", "2", "--in-process"));
        int asked = 0;
        do {
            assertTrue(job.isAlive() && ++asked < 100, () -> read("job.err"));
            signal("-QUIT", job);
        } while (!waitedFor(() -> namesTheLock(read("job.err")), 3));
        assertTrue(read("job.out").contains("Full thread dump"));
        assertTrue(job.isAlive());
        final long reports = reports();
        job.destroy();          // another signal, which asks for no report
        exitCode(job, "job");
        assertTrue(reports() <= reports + asked, () -> read("job.err"));
    }

    /** Ctrl-Z and fg are no question; the next SIGQUIT is one. */
    @Test
    void shouldSayNothingAfterAPause() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "signals are seen through /proc");
        final Process job = start("-Xmx1200m", "job", List.of("run", "deadlock", "-n", "2", "--in-process"));
        long reports = askedForAReport(job);
        for (int pause = 0; pause < 40; pause++) {
            signal("-STOP", job);
            signal("-CONT", job);
        }
        final long known = reports;
        assertFalse(waitedFor(() -> reports() > known, 2), () -> read("job.err"));
        reports = askedForAReport(job);
        signal("-STOP", job);
        signal("-QUIT", job);
        signal("-CONT", job);
        final long before = reports;
        assertTrue(waitedFor(() -> reports() > before, 60), () -> read("job.err"));
    }

    /** Returns the number of reports, when it has grown and those asked for have all come. */
    private long askedForAReport(final Process job) throws Exception {
        final long before = reports();
        int asked = 0;
        do {
            assertTrue(job.isAlive() && ++asked < 60, () -> read("job.err"));
            final long dumps = dumps();
            signal("-QUIT", job);
            assertTrue(waitedFor(() -> dumps() > dumps, 60), () -> read("job.out"));
        } while (!waitedFor(() -> reports() > before, 3));
        long reports;
        do {
            reports = reports();
            final long known = reports;
            waitedFor(() -> reports() > known, 2);
        } while (reports() > reports);
        return reports;
    }

    /** Sends a signal as soon as Java has a handler for SIGQUIT: the first one would end a process that begins. */
    private static void signal(final String name, final Process job) throws Exception {
        assertTrue(waitedFor(() -> catchesQuit(job), 60));
        assertEquals(0, new ProcessBuilder("kill", name, String.valueOf(job.pid())).start().waitFor());
    }

    private static boolean catchesQuit(final Process job) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + job.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith(CAUGHT)).anyMatch(line ->
                (Long.parseUnsignedLong(line.substring(CAUGHT.length()).strip(), 16) >> SIGQUIT - 1 & 1) != 0);
        } catch (final IOException e) {
            return !job.isAlive();      // the caller tells
        }
    }

    private long dumps() {
        return read("job.out").lines().filter(line -> line.startsWith("Full thread dump")).count();
    }

    private long reports() {
        return read("job.err").lines().filter(line -> line.startsWith("what waits")).count();
    }

    private static boolean waitedFor(final BooleanSupplier condition, final long seconds) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean() && System.nanoTime() < endNs) {
            LockSupport.parkNanos(10_000_000);
        }
        return condition.getAsBoolean();
    }

    @Test
    void shouldRefuseTimesThatAreNone() throws Exception {
        for (final String time : List.of("0s", "-1s", "5", "soon", "10000000h", "1.5s")) {
            final Process job = start("odd", "run", "deadlock", "--limit=" + time);
            assertEquals(ExitCode.USAGE, exitCode(job, "odd"), time);
            assertTrue(read("odd.err").contains("GMT-100 --limit " + time + ": expected a time above 0 with its unit"),
                read("odd.err"));
        }
    }
}
