package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gmt4j.ClassArchive;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gmt top} beside real launchers and node processes, whose runtime is a fake one. */
@Timeout(240)
class TopCommandTest {
    private static final long LIMIT_S = 120;

    @TempDir
    private Path folder;
    private final List<Process> started = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private OutputStream reader = out;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** {@code gmt top} as people call it, on a machine whose jobs are all in the test's folder. */
    private int top(final String... arguments) {
        out.reset();
        err.reset();
        final List<String> line = new ArrayList<>(List.of("top"));
        line.addAll(List.of(arguments));
        final Environment environment = new Environment(Map.of("GMT_AERON_DIR", folder.toString()),
            Map.of("java.io.tmpdir", folder.toString()));
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(reader, true), new PrintStream(err, true)), environment, folder,
            new Machine(folder, 2), FakeApp::all, List.of(),
            new CliContext.Starters(Optional.of(new FakeRuntime()), Optional.empty(), "none")))
            .execute(line.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Process job(final String... arguments) throws IOException {
        final List<String> command = ClassArchive.java("-Xmx64m");
        command.add(FakeMain.class.getName());
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(folder.resolve("job" + started.size() + ".log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GMT_")
            || name.contains("JAVA_") && name.endsWith("OPTIONS"));
        builder.environment().put("GMT_AERON_DIR", folder.toString());
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

    /** Looks until it shows a text. */
    private void awaitTop(final String text, final String... arguments) throws Exception {
        final long startNs = System.nanoTime();
        do {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S),
                () -> "no '" + text + "' in " + out() + err() + logs());
            top(arguments);
        } while (!out().contains(text));
    }

    /** Looks until there are so many nodes. */
    private void awaitNodes(final int count) throws Exception {
        final long startNs = System.nanoTime();
        do {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S), () -> out() + err() + logs());
            top("--once", "--interval", "0.05", "--format", "csv");
        } while (out().lines().count() != 1 + count);
    }

    private String logs() {
        final StringBuilder logs = new StringBuilder();
        for (int i = 0; i < started.size(); i++) {
            try {
                logs.append(Files.readString(folder.resolve("job" + i + ".log")));
            } catch (final IOException e) {
                logs.append(e);
            }
        }
        return logs.toString();
    }

    @Test
    void shouldSayHowToStartAJobWhenThereIsNone() {
        assertEquals(ExitCode.RUN_FAILED, top());
        assertTrue(err().startsWith("GMT-660 no job of yours is running on this host (looked in " + folder), err());
        assertTrue(err().contains("for example: gmt run bfs -g 20"), err());
        assertEquals(ExitCode.RUN_FAILED, top("anything"));
        assertTrue(err().startsWith("GMT-661 no job 'anything' on this host, nor any other."), err());
    }

    @Test
    void shouldWatchARunningJobUntilItEnds() throws Exception {
        final Process job = job("run", "wait", "-n", "2", "--top-interval", "50ms");
        awaitNodes(2);
        assertEquals(ExitCode.OK, top("--once", "--interval", "0.1", "--format", "json"), err());
        assertTrue(out().contains("\"commandLine\":\"run wait -n 2 --top-interval 50ms\""), out());
        assertTrue(out().contains("\"commands\":10"), out());
        assertEquals(ExitCode.OK, top("--iterations", "2", "--interval", "0.1"), err());
        assertTrue(out().contains("run wait -n 2 --top-interval 50ms  2 nodes"), out());
        assertTrue(out().contains("largest/mean: executed 1.00"), out());
        assertFalse(out().contains("\u001b"), "no escapes where there is no terminal");
        assertEquals(2, out().lines().filter(line -> line.startsWith("job ")).count(), out());
        assertEquals(ExitCode.OK, top(String.valueOf(job.pid()), "--once", "--interval", "0.1", "--format", "csv"),
            err());
        assertTrue(out().startsWith("job,node,pid,state,"), out());
        assertEquals(3, out().lines().count(), out());
        out.reset();
        final CompletableFuture<Integer> watching = CompletableFuture.supplyAsync(() -> top("--interval", "0.1"));
        while (!out().contains("  2 nodes")) {
            assertFalse(watching.isDone(), () -> out() + err());
            TimeUnit.MILLISECONDS.sleep(20);
        }
        job.destroy();
        assertEquals(ExitCode.OK, watching.get(LIMIT_S, TimeUnit.SECONDS), this::err);
        assertTrue(err().contains("all jobs have ended") || err().isEmpty(), err());
        assertTrue(job.waitFor(LIMIT_S, TimeUnit.SECONDS));
        assertEquals(ExitCode.RUN_FAILED, top(), "nothing is left");
        assertTrue(err().startsWith("GMT-660"), err());
    }

    @Test
    void shouldShowSeveralJobsAndPickOne() throws Exception {
        final Process first = job("run", "wait", "-n", "1", "--top-interval", "50ms");
        final Process second = job("run", "wait", "--in-process", "-n", "3", "--top-interval", "50ms");
        awaitNodes(1 + 3);
        assertEquals(ExitCode.OK, top(String.valueOf(second.pid()), "--once", "--interval", "0.05"), err());
        assertTrue(out().contains("3 nodes  plan combined  loopback, one process"), out());
        assertFalse(out().contains("gmt-job-" + first.pid()), out());
        assertEquals(ExitCode.RUN_FAILED, top("gmt-job"));
        assertTrue(err().startsWith("GMT-661 2 jobs match 'gmt-job'. There are: "), err());
    }

    @Test
    void shouldNotShowJobsThatDied() throws Exception {
        final Process job = job("run", "wait", "-n", "2", "--top-interval", "50ms");
        awaitNodes(2);
        final Path living;
        try (var folders = Files.list(folder)) {
            living = folders.filter(path -> path.getFileName().toString().startsWith("gmt-job-" + job.pid()))
                .findFirst().orElseThrow();
        }
        // after the launch, which would have removed it
        final Path dead = Files.createDirectory(folder.resolve("gmt-job-1-dead"));
        Files.createFile(dead.resolve("lock"));
        final Path copy = dead.resolve("node-0.top");
        Files.copy(living.resolve("node-0.top"), copy);
        job.descendants().forEach(ProcessHandle::destroyForcibly);
        job.destroyForcibly();
        assertTrue(job.waitFor(LIMIT_S, TimeUnit.SECONDS));
        final long startNs = System.nanoTime();
        while (top("--once", "--interval", "0.05") == ExitCode.OK) {        // until its orphans are gone
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S), this::out);
        }
        assertTrue(Files.exists(copy), "it is there, but nobody's");
        assertTrue(err().startsWith("GMT-660"), err());
    }

    @Test
    void shouldSayWhenAJobPublishesNothing() throws Exception {
        final Process job = job("run", "wait", "-n", "2", "--top-interval", "0");
        awaitTop("gmt-job-" + job.pid(), "--once", "--interval", "0.05");
        while (!logs().contains("fake app is waiting")) {
            assertTrue(job.isAlive(), this::logs);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        top("--once", "--interval", "0.05");
        assertTrue(out()
            .contains("no node publishes: it is starting or ending, or was started with gmt.top.interval=0"), out());
    }

    /** As behind {@code | head}: it ends by itself, not with the jobs. */
    @Test
    void shouldEndWhenNobodyReadsAnyMore() throws Exception {
        final Path job = Files.createDirectory(folder.resolve("gmt-job-1-other"));
        final Path counters = Files.write(job.resolve("node-0.top"), new byte[64]);
        final int[] writes = new int[1];
        reader = new OutputStream() {
            @Override
            public void write(final int one) throws IOException {
                if (++writes[0] == 20) {
                    Files.delete(counters);
                    Files.delete(job);              // else nothing would ever end the test
                }
                throw new IOException("closed");
            }
        };
        assertEquals(ExitCode.OK, top("--interval", "0.05", "--format", "json"));
        assertEquals("", err());
    }

    @Test
    void shouldRefuseWrongUseAndFilesOfOtherVersions() throws Exception {
        assertEquals(ExitCode.USAGE, top("--interval", "0"));
        assertTrue(err().contains("--interval 0.0: expected 0.05 to 3600"), err());
        assertEquals(ExitCode.USAGE, top("--iterations", "-1"));
        final Path job = Files.createDirectory(folder.resolve("gmt-job-1-other"));
        Files.write(job.resolve("node-0.top"), new byte[64]);
        assertEquals(ExitCode.RUN_FAILED, top("other", "--once", "--interval", "0.05"));
        assertTrue(err().startsWith("GMT-663 "), err());
        assertEquals(ExitCode.RUN_FAILED, top("./gmt-job-1-other", "--once", "--interval", "0.05"));
        assertTrue(err().startsWith("GMT-663 "), "its folder, from where the user is: " + err());
        assertEquals(ExitCode.OK, top("--once", "--interval", "0.05"), err());
        assertTrue(out().contains("GMT-663"), out());
    }
}
