package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real processes over shared memory: what the model says with and without windows, and what is left when one is killed.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedWindowProcessesTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Pattern FOREIGN = Pattern.compile("GMT_.*|.*JAVA_.*OPTIONS");
    private static final long LIMIT_S = 200;
    /** Room of the driver and of the windows; containers often have less. */
    private static final long NEEDED_BYTES = 200L << 20;

    private Path folder;
    private Path out;
    private Path err;
    private Process process;

    @BeforeEach
    void takeFolder() throws IOException {
        assumeTrue(Files.isWritable(SHARED_MEMORY) && SHARED_MEMORY.toFile().getUsableSpace() > NEEDED_BYTES,
            "no room in " + SHARED_MEMORY + ": windows need a file system in memory");
        folder = Files.createTempDirectory(SHARED_MEMORY, "gmt-test-");
        out = folder.resolve("out");
        err = folder.resolve("err");
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        if (process != null) {
            final List<ProcessHandle> nodes = process.descendants().toList();
            nodes.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor(LIMIT_S, TimeUnit.SECONDS);
        }
        if (folder != null) {
            IoUtil.delete(folder.toFile(), true);
        }
    }

    private void start(final String... arguments) throws IOException {
        final List<String> command =
            ClassArchive.java("-Xmx128m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.addAll(List.of(WindowMain.class.getName(), "run", "windows", "-n", "2", "--transport", "ipc",
            "--set", "gmt.join.timeout=180s", "--set", "gmt.silence.limit=120s"));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
            .redirectError(err.toFile());
        builder.environment().keySet().removeIf(FOREIGN.asMatchPredicate());
        builder.environment().put("GMT_AERON_DIR", folder.toString());
        builder.environment().put("GMT_HEAP", "256m");
        builder.environment().put("GMT_COMPILER", "quick");
        ClassArchive.addTo(builder.environment());
        process = builder.start();
    }

    private int exitCode() throws Exception {
        assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> "still running: " + read(err));
        return process.exitValue();
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }

    private long counter(final String name) {
        final Matcher matcher = Pattern.compile("\"" + Pattern.quote(name) + "\": (\\d+)").matcher(read(out));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    private List<Path> windows() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("gmt-window-")).toList();
        }
    }

    @Test
    void shouldTransferAsTheModelDoes() throws Exception {
        start("--format", "json");
        assertEquals(ExitCode.OK, exitCode(), () -> read(err));
        assertTrue(counter("window.puts") > 20 && counter("window.gets") > 20, () -> read(out) + read(err));
        assertEquals(0, counter("window.memory.bytes"), () -> read(out));
        assertEquals(List.of(), windows());
    }

    @Test
    void shouldTransferWithoutWindowsWhenAsked() throws Exception {
        start("--format", "json", "--set", "gmt.armci.shared=off");
        assertEquals(ExitCode.OK, exitCode(), () -> read(err));
        assertEquals(-1, counter("window.puts"), () -> read(out));
        assertTrue(counter("commands") > 0, () -> read(out));
    }

    @Test
    void shouldFailWithTheNameOfANodeThatIsKilledAndLeaveNothing() throws Exception {
        start("--endless");
        while (!read(err).contains("memory is there")) {
            assertFalse(process.waitFor(20, TimeUnit.MILLISECONDS), () -> read(err));
        }
        assertEquals(List.of(), windows(), "names that a kill would leave behind");
        final ProcessHandle victim = process.descendants()
            .filter(node -> read(Path.of("/proc", String.valueOf(node.pid()), "environ")).contains("GMT_NODE_ID=1"))
            .findFirst().orElseThrow();
        victim.destroyForcibly();
        assertEquals(ExitCode.RUN_FAILED, exitCode(), () -> read(err));
        assertTrue(read(err).contains("node 1 failed"), () -> read(err));
        assertEquals(List.of(), windows());
    }

    /** Nodes end when the seed is lost, which is no node and has no memory. */
    @Test
    void shouldEndNodesThatShareMemoryWhenTheLauncherIsKilled() throws Exception {
        start("--endless");
        while (!read(err).contains("memory is there")) {
            assertFalse(process.waitFor(20, TimeUnit.MILLISECONDS), () -> read(err));
        }
        final List<ProcessHandle> nodes = process.descendants().toList();
        process.destroyForcibly();
        for (final ProcessHandle node : nodes) {
            node.onExit().get(LIMIT_S, TimeUnit.SECONDS);
        }
        assertTrue(read(err).contains("GMT-111 the seed of the job is lost"), () -> read(err));
        assertFalse(read(err).contains("listener threw"), () -> read(err));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldNameTheProgramThatCallsExitAndLeaveNothing(final int node) throws Exception {
        start("--exit", String.valueOf(node));
        assertEquals(ExitCode.RUN_FAILED, exitCode(), () -> read(err));
        assertTrue(read(err).contains("GMT-726 a program called System.exit on node " + node + ", at "),
            () -> read(err));
        assertTrue(read(err).contains("WindowApp.java"), () -> read(err));
        assertNoJobIsLeft();
    }

    @Test
    void shouldNameTheProgramThatCallsExitInOneProcess() throws Exception {
        start("--exit", "1", "--in-process");
        assertEquals(ExitCode.RUN_FAILED, exitCode(), () -> read(err));
        assertTrue(read(err).contains("GMT-726 a program called System.exit"), () -> read(err));
        assertNoJobIsLeft();
    }

    private void assertNoJobIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(out, err), files.sorted(java.util.Comparator.reverseOrder()).toList());
        }
    }
}
