package org.gmt4j.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.ClassArchive;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.FakeMain;
import org.gmt4j.cli.launch.DriverHost;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.node.SettingRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The doctor's advice. */
class DoctorTest {
    @TempDir
    private Path root;

    /** Says how much room a driver needs, and starts none. */
    private record Need(long bytes) implements DriverHost.Factory {
        @Override
        public DriverHost start(final Settings settings, final int nodeCount, final String parent) {
            throw new IllegalStateException("started");
        }

        @Override
        public long neededBytes(final Settings settings, final RunConfig.Transport transport, final int nodeCount) {
            return bytes;
        }
    }

    private Finding sharedMemory(final long neededBytes, final int nodes, final Map<String, String> variables,
                                 final String... assignments) {
        return doctor(neededBytes, nodes, variables, assignments).sharedMemory();
    }

    private Doctor doctor(final long neededBytes, final int nodes, final Map<String, String> variables,
                          final String... assignments) {
        final Environment environment = new Environment(variables, Map.of("java.io.tmpdir", root.toString()));
        final CliContext context = new CliContext(CliContext.Role.LAUNCHER, CliContext.Console.ofProcess(),
            environment, root, new Machine(root, 2), List::of, List.of(),
            new CliContext.Starters(Optional.empty(), Optional.of(new Need(neededBytes)), "none"));
        final Settings.Builder settings = Settings.builder(SettingRecords.catalog())
            .assignment("gmt.nodes=" + nodes, "this test");
        List.of(assignments).forEach(assignment -> settings.assignment(assignment, "this test"));
        return new Doctor(context, settings.build());
    }

    /** The JVM is there once. */
    @Test
    void shouldCountTheMemoryOfNodesInOneProcess() throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), "MemAvailable: 6000000 kB\n");
        assertEquals(Finding.Status.BAD, doctor(0, 64, Map.of()).memory().status());
        assertEquals(Finding.Status.WARN, doctor(0, 64, Map.of(), "gmt.in.process=true").memory().status());
        final Finding many = doctor(0, 200, Map.of(), "gmt.in.process=true").memory();
        assertEquals(Finding.Status.BAD, many.status(), many.toString());
        assertTrue(many.toString().contains("take --nodes 120"), many.toString());
    }

    @Test
    void shouldBeContentWithRoomInSharedMemory() throws IOException {
        final Path memory = Files.createDirectories(root.resolve("dev/shm"));
        final Finding finding = sharedMemory(1, 2, Map.of());
        assertEquals(Finding.Status.OK, finding.status(), finding.toString());
        assertTrue(finding.value().endsWith(" MB free in " + memory), finding.value());
    }

    @Test
    void shouldWarnOfADiskWithRoom() {
        final Finding finding = sharedMemory(1, 2, Map.of());
        assertEquals(Finding.Status.WARN, finding.status(), finding.toString());
        assertTrue(finding.consequence().contains("the files go to a disk folder, " + root), finding.consequence());
    }

    /** The launcher refuses the job, so the doctor must not speak of a slower one. */
    @Test
    void shouldSayThatNoFolderHasRoom() throws IOException {
        Files.createDirectories(root.resolve("dev/shm"));
        final Finding finding = sharedMemory(Long.MAX_VALUE, 2, Map.of());
        assertEquals(Finding.Status.BAD, finding.status(), finding.toString());
        assertTrue(finding.consequence().contains("no folder has them: a job is refused (GMT-121)"),
            finding.consequence());
        assertTrue(finding.remedy().endsWith("or all nodes in one process: --in-process"), finding.remedy());
        assertEquals(Finding.Status.OK, sharedMemory(Long.MAX_VALUE, 1, Map.of()).status());
    }

    @Test
    void shouldJudgeTheFolderThatIsNamed() throws IOException {
        Files.createDirectories(root.resolve("dev/shm"));
        final Map<String, String> named = Map.of("GMT_AERON_DIR", root.toString());
        assertEquals(Finding.Status.OK, sharedMemory(1, 2, named).status());
        final Finding finding = sharedMemory(Long.MAX_VALUE, 2, named);
        assertEquals(Finding.Status.BAD, finding.status(), finding.toString());
        assertTrue(finding.value().endsWith(" MB free in " + root), finding.value());
        assertTrue(finding.remedy().startsWith("GMT_AERON_DIR="), finding.remedy());
    }

    /** As the launcher starts them: over UDP each node has a driver of its own, in one process there is none. */
    @Test
    void shouldCountTheDriversOfTheTransport() throws IOException {
        Files.createDirectories(root.resolve("dev/shm"));
        final Map<String, String> named = Map.of("GMT_AERON_DIR", root.toString());
        final long most = root.toFile().getUsableSpace() / 3 * 2;
        assertEquals(Finding.Status.OK, sharedMemory(most, 2, named).status());
        assertEquals(Finding.Status.BAD, sharedMemory(most, 2, named, "gmt.transport=udp").status());
        assertEquals(Finding.Status.BAD, sharedMemory(Long.MAX_VALUE, 1, named, "gmt.transport=udp").status());
        final Finding inside = sharedMemory(Long.MAX_VALUE, 2, named, "gmt.in.process=true");
        assertEquals(Finding.Status.OK, inside.status(), inside.toString());
        assertEquals("not needed: all nodes in one process", inside.value());
    }

    /** Shared memory does not help node processes that cannot meet. */
    @Test
    @Timeout(120)
    void shouldAdviseOneProcessWithoutALoopback() throws Exception {
        final String said = withoutNetwork(ExitCode.ENVIRONMENT_UNFIT);
        assertTrue(said.contains("bad   tcp loopback") && said.contains("bad   udp loopback"), said);
        assertTrue(said.contains("node processes cannot meet here, whatever the transport"), said);
        assertTrue(said.contains("or run all nodes in one process: --in-process"), said);
        final String inside = withoutNetwork(ExitCode.OK, "--in-process");
        assertFalse(inside.contains("bad  "), inside);
    }

    private static String withoutNetwork(final int code, final String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of("unshare", "-n"));
        assumeTrue(isPermitted(command), "no network namespaces here");
        command.addAll(ClassArchive.java("-Xmx64m"));
        command.addAll(List.of(FakeMain.class.getName(), "doctor"));
        command.addAll(List.of(options));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), said);
        return said;
    }

    private static boolean isPermitted(final List<String> prefix) throws InterruptedException {
        final List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
