package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.engine.bootstrap.FreePort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of users as real processes: what they print, what they end with, what they leave behind. */
@Timeout(value = 200, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnProgramTest {
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(2);

    @TempDir
    private static Path local;
    private static String expected;
    @TempDir
    private Path folder;

    @BeforeAll
    static void runInOneJvm() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(local, ReadmeLocal.class, 0)) {
            assertEquals(0, job.exitCode(0), job::everything);
            expected = job.output(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void shouldRunTheReadmesProgramWithOneWordChanged(final int nodes) throws Exception {
        assertTrue(Integer.parseInt(expected.strip()) > 800, expected);
        try (ProgramProcesses job = ProgramProcesses.start(folder, ReadmeConnect.class, nodes)) {
            assertEquals(0, job.exitCode(0), job::everything);
            assertEquals(expected, job.output(0), job::everything);
            for (int node = 1; node < nodes; node++) {
                assertEquals(0, job.exitCode(node), job::everything);
                assertEquals("", job.output(node), job::everything);
                assertEquals("", job.errors(node), job::everything);
            }
            assertNothingIsLeft(job);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void shouldRunAProgramOnNode0Only(final int nodes) throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, nodes, "well")) {
            assertEquals(0, job.exitCode(0), job::everything);
            assertEquals("10\nafter main\n", job.output(0), job::everything);
            for (int node = 1; node < nodes; node++) {
                assertEquals(0, job.exitCode(node), job::everything);
                assertEquals("", job.output(node) + job.errors(node), job::everything);
            }
        }
    }

    @Test
    void shouldEndAllProcessesWithTheFailureOfABody() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 3, "body fails")) {
            assertEquals(1, job.exitCode(0), job::everything);
            assertTrue(job.errors(0).contains("GMT-239"), job::everything);
            assertTrue(job.errors(0).contains("Caused by: " + OwnProgram.OwnException.class.getName()
                + ": out of cheese"), job::everything);
            assertTrue(job.errors(0).contains("OwnProgram.java"), job::everything);
            for (int node = 1; node < 3; node++) {
                assertEquals(1, job.exitCode(node), job::everything);
                assertTrue(job.errors(node).contains("GMT-722 node " + node
                    + " ends, because the program on node 0 has failed: GMT-239"), job::everything);
                assertTrue(job.errors(node).contains("out of cheese"), job::everything);
            }
            assertNothingIsLeft(job);
        }
    }

    @Test
    void shouldEndAllProcessesWithTheFailureOfTheProgram() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 2, "program fails")) {
            assertEquals(1, job.exitCode(0), job::everything);
            assertEquals("2\n", job.output(0), job::everything);
            assertTrue(job.errors(0).contains("java.io.IOException: no such file"), job::everything);
            assertEquals(1, job.exitCode(1), job::everything);
            assertTrue(job.errors(1).contains("has failed: java.io.IOException: no such file"), job::everything);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit in body", "exit in root"})
    void shouldNameTheNodeWhereAProgramCallsExit(final String how) throws Exception {
        final int exits = how.equals("exit in body") ? 1 : 0;
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 3, how)) {
            for (int node = 0; node < 3; node++) {
                final int code = job.exitCode(node);
                if (node != exits) {
                    assertFalse(code == 0, job::everything);
                    assertTrue(job.errors(node).contains("a program called System.exit on node " + exits),
                        job::everything);
                    assertTrue(job.errors(node).contains("OwnProgram.java"), job::everything);
                }
            }
            assertNothingIsLeft(job);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit in body", "exit in root"})
    void shouldNotHangWhenAProgramCallsExitInOneJvm(final String how) throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 0, how)) {
            assertEquals(0, job.exitCode(0), job::everything);          // what the program has asked for
            assertFalse(job.output(0).contains("after main"), job::everything);
        }
    }

    @Test
    void shouldKeepTheWatchWhereAClassOfItsLooksIsMissing() throws Exception {
        final String modules = "java.base,java.instrument,java.logging,java.naming,java.xml,jdk.unsupported";
        try (ProgramProcesses job = ProgramProcesses.startWithFlags(List.of("--limit-modules", modules), folder,
            ReadmeLocal.class)) {
            assertEquals(0, job.exitCode(0), job::everything);
            final String all = job.output(0) + job.errors(0);
            assertEquals(2, all.split("GMT-404", -1).length, job::everything);      // told once
            assertFalse(all.contains("Exception in thread"), job::everything);
        }
    }

    @Test
    void shouldNoticeThatTheProgramsProcessIsGone() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 2, "wait")) {
            awaitOutput(job, "waiting");
            job.process(0).destroyForcibly();
            assertEquals(1, job.exitCode(1), job::everything);
            assertTrue(job.errors(1).contains("the seed of the job is lost"), job::everything);
        }
    }

    private static void awaitOutput(final ProgramProcesses job, final String text) throws IOException {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!job.output(0).contains(text)) {
            assertTrue(System.nanoTime() < endNs && job.process(0).isAlive(), job::everything);
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    @Test
    void shouldNotWaitForEverForOthersToJoin() throws Exception {
        try (ProgramProcesses job = new ProgramProcesses(folder)) {
            job.joinWithin("2s");
            job.start(ReadmeConnect.class, 2, 0, FreePort.next());
            assertEquals(1, job.exitCode(0), job::everything);
            assertTrue(job.errors(0).contains("node"), job::everything);
            assertTrue(job.errors(0).contains("GMT-10"), job::everything);
        }
    }

    /** Node 1 has no such address; its process may live on. */
    @Test
    void shouldTellTheOthersWhyANodeDoesNotStart() throws Exception {
        try (ProgramProcesses job = new ProgramProcesses(folder)) {
            final int port = FreePort.next();
            job.start(ReadmeConnect.class, 2, 0, port);
            job.with("GMT_INTERFACE", "203.0.113.7");
            job.start(ReadmeConnect.class, 2, 1, port);
            assertEquals(1, job.exitCode(0), job::everything);
            assertEquals(1, job.exitCode(1), job::everything);
            assertTrue(job.errors(0).contains("GMT-110 node 1 failed: node 1 did not start: "), job::everything);
            assertTrue(job.errors(0).contains("203.0.113.7"), job::everything);
        }
    }

    /** As Ctrl-C when the others do not come. */
    @Test
    void shouldLeaveNothingWhenItIsEndedBeforeTheOthersCome() throws Exception {
        final int port = FreePort.next();
        try (ProgramProcesses job = new ProgramProcesses(folder)) {
            job.with("GMT_JOB_KEY", "");
            job.start(ReadmeConnect.class, 2, 0, port);
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (left("gmt-key-.*-" + port).isEmpty()) {
                assertTrue(System.nanoTime() < endNs && job.process(0).isAlive(), job::everything);
                LockSupport.parkNanos(LOOK_EVERY_NS);
            }
            job.process(0).destroy();
            assertEquals(143, job.exitCode(0), job::everything);
            assertEquals("", job.errors(0), job::everything);
            assertNothingIsLeft(job);
            assertEquals(List.of(), left("gmt-key-.*-" + port));
        }
    }

    private static List<String> left(final String beginning) {
        final List<String> left = new ArrayList<>();
        for (final File parent : List.of(new File("/dev/shm"), new File(System.getProperty("java.io.tmpdir")))) {
            final String[] names = parent.list((where, name) -> name.matches(beginning + ".*"));
            left.addAll(names == null ? List.of() : List.of(names));
        }
        return left;
    }

    @Test
    void shouldLetProcessesGoOnThatHaveJoined() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 2, "join")) {
            assertEquals(0, job.exitCode(0), job::everything);
            assertEquals(0, job.exitCode(1), job::everything);
            assertEquals("2\nroot []\n", job.output(0), job::everything);
            assertEquals("served 1\n", job.output(1), job::everything);
        }
    }

    @Test
    void shouldRefuseJobsOnOtherNodes() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, OwnProgram.class, 2, "join and submit")) {
            assertEquals(1, job.exitCode(1), job::everything);
            assertTrue(job.errors(1).contains("GMT-724"), job::everything);
            assertEquals(0, job.exitCode(0), job::everything);
            assertTrue(job.output(0).startsWith("2\nroot"), job::everything);
        }
    }

    private static void assertNothingIsLeft(final ProgramProcesses job) {
        for (final File parent : List.of(new File("/dev/shm"), new File(System.getProperty("java.io.tmpdir")))) {
            for (final Process process : job.processes()) {
                final String[] left =
                    parent.list((where, name) -> name.startsWith("gmt-driver-" + process.pid() + "-"));
                assertEquals("[]", left == null ? "[]" : Arrays.toString(left));
            }
        }
    }
}
