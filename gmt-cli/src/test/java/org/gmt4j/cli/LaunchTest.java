package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.gmt4j.ClassArchive;
import org.gmt4j.engine.bootstrap.FreePort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of real processes with a fake runtime: how they start, end, fail and are interrupted. */
@Timeout(240)
class LaunchTest {

    private static final Pattern NODE = Pattern.compile("fake node (\\d+) pid (\\d+) dir");
    /** What this process was given and a test's process must not inherit. */
    private static final Pattern FOREIGN = Pattern.compile("GMT_.*|.*JAVA_.*OPTIONS");
    /** Longer than anything takes on a busy machine; how soon a job ends is said where it matters. */
    private static final long LIMIT_S = 120;

    @TempDir
    private Path folder;
    private final List<Process> started = new ArrayList<>();

    /** A launcher as a process, its output in files. */
    private Path out;       // of all jobs, null for a file each

    private final class Job {
        private final Process process;
        private final Path out;
        private final Path err;

        Job(final String name, final Map<String, String> variables, final String... arguments) throws IOException {
            out = LaunchTest.this.out == null ? folder.resolve(name + ".out") : LaunchTest.this.out;
            err = folder.resolve(name + ".err");
            final List<String> command = ClassArchive.java("-Xmx64m");
            command.add(FakeMain.class.getName());
            command.addAll(List.of(arguments));
            final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(err.toFile());
            builder.environment().keySet().removeIf(FOREIGN.asMatchPredicate());
            builder.environment().put("GMT_AERON_DIR", folder.toString());
            builder.environment().put("GMT_COMPILER", "quick");
            ClassArchive.addTo(builder.environment());
            builder.environment().putAll(variables);
            process = builder.start();
            started.add(process);
        }

        String out() throws IOException {
            return Files.readString(out);
        }

        String err() throws IOException {
            return Files.readString(err);
        }

        int exitCode() throws Exception {
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> "still running: " + readQuietly());
            return process.exitValue();
        }

        private String readQuietly() {
            try {
                return err();
            } catch (final IOException e) {
                return e.toString();
            }
        }

        void awaitErr(final String text) throws Exception {
            while (!err().contains(text)) {
                final boolean isOver = !process.isAlive();
                assertTrue(err().contains(text) || !isOver, () -> "ended: " + readQuietly());
                process.waitFor(20, TimeUnit.MILLISECONDS);
            }
        }

        /** @return the process of a node, once all nodes have said theirs */
        ProcessHandle node(final int id, final int nodes) throws Exception {
            Map<Integer, Long> pids = pids();
            while (pids.size() < nodes) {
                final boolean isOver = !process.isAlive();
                pids = pids();
                assertTrue(pids.size() == nodes || !isOver, () -> "ended: " + readQuietly());
                process.waitFor(20, TimeUnit.MILLISECONDS);
            }
            return ProcessHandle.of(pids.get(id)).orElseThrow();
        }

        private Map<Integer, Long> pids() throws IOException {
            final Map<Integer, Long> pids = new HashMap<>();
            final Matcher matcher = NODE.matcher(err());
            while (matcher.find()) {
                pids.put(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2)));
            }
            return pids;
        }

        List<ProcessHandle> nodes(final int nodes) throws Exception {
            final List<ProcessHandle> all = new ArrayList<>();
            for (int id = 0; id < nodes; id++) {
                all.add(node(id, nodes));
            }
            return all;
        }
    }

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private void assertNothingLeft(final List<ProcessHandle> nodes) throws Exception {
        for (final ProcessHandle node : nodes) {
            awaitEnd(node);
        }
        try (Stream<Path> files = Files.list(folder)) {
            final List<Path> left = files.filter(file -> file.getFileName().toString().startsWith("gmt-job-")).toList();
            assertTrue(left.isEmpty(), left::toString);
        }
    }

    /** Also when nobody has fetched its exit code: orphans in containers may stay zombies. */
    private static void awaitEnd(final ProcessHandle node) throws Exception {
        final long startNs = System.nanoTime();
        while (node.isAlive() && !isZombie(node)) {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S), () -> "lives: " + node.info());
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static boolean isZombie(final ProcessHandle node) {
        try {
            final String stat = Files.readString(Path.of("/proc", String.valueOf(node.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
        } catch (final IOException e) {
            return false;   // gone, or not Linux
        }
    }

    /** Runs a test of a time limit with growing limits: on a machine that stands still short ones end too soon. */
    private interface Timed {
        void run(int limitS) throws Exception;
    }

    private static void withLimits(final Timed test, final int... limitsS) throws Exception {
        for (int i = 0; i < limitsS.length - 1; i++) {
            try {
                test.run(limitsS[i]);
                return;
            } catch (final AssertionError e) {
                System.err.println("not within " + limitsS[i] + " s, once more with " + limitsS[i + 1] + " s: " + e);
            }
        }
        test.run(limitsS[limitsS.length - 1]);
    }

    @Test
    void shouldRunThreeProcessesAndPrintOneResult() throws Exception {
        final Job job = new Job("run", Map.of(), "run", "fine", "-n", "3", "--format", "json");
        assertEquals(ExitCode.OK, job.exitCode(), job.err());
        assertTrue(job.out().startsWith("{") && job.out().endsWith("}\n"), job.out());
        assertTrue(job.out().contains("\"commands\": 30"), job.out());
        assertTrue(job.out().contains("\"node\": 2"), job.out());
        assertTrue(job.err().contains("[node 1] fake node 1"), job.err());
        assertNothingLeft(List.of());
    }

    @Test
    void shouldPassOnVerdictOfNodeZero() throws Exception {
        final Job wrong = new Job("wrong", Map.of(), "run", "wrong", "-n", "2");
        assertEquals(ExitCode.VERIFICATION_FAILED, wrong.exitCode(), wrong.err());
        final Job boom = new Job("boom", Map.of(), "run", "boom", "-n", "2");
        assertEquals(ExitCode.RUN_FAILED, boom.exitCode(), boom.err());
        assertTrue(boom.err().contains("GMT-130 the run failed: IllegalStateException: as asked"), boom.err());
        assertFalse(boom.err().contains("GMT-110"), boom.err());
    }

    /** The others end with it, and their processes may be seen first. */
    @Test
    void shouldPassOnVerdictOfNodeZeroThatEndsLast() throws Exception {
        final Job refused = new Job("refused", Map.of(), "run", "refused", "-n", "3");
        assertEquals(ExitCode.USAGE, refused.exitCode(), refused.err());
        assertTrue(refused.err().contains("GMT-100 as asked"), refused.err());
    }

    @Test
    void shouldLeaveRecordingsOfEachNodeHoweverAProfiledRunEnds() throws Exception {
        final Path fine = folder.resolve("fine");
        final Job job = new Job("profiled", Map.of(), "run", "fine", "-n", "2", "--profile", fine.toString());
        assertEquals(ExitCode.OK, job.exitCode(), job.err());
        assertTrue(job.out().contains("where the time went") && job.out().contains("saved " + fine), job.out());
        assertTrue(Files.exists(fine.resolve("profile.json")) && Files.exists(fine.resolve("profile.html")), job.out());
        final Path failed = folder.resolve("failed");
        final Job boom = new Job("failed", Map.of("GMT_PROFILE_FOLDER", failed.toString()), "run", "boom",
            "-n", "2", "--profile");
        assertEquals(ExitCode.RUN_FAILED, boom.exitCode(), boom.err());
        assertTrue(boom.err().contains("profile: the run has not come to its end; what was recorded until then is in "
            + failed), boom.err());
        assertFalse(Files.exists(failed.resolve("profile.json")), boom.err());
        for (final Path recordings : List.of(fine, failed)) {
            for (int node = 0; node < 2; node++) {
                final Path file = recordings.resolve("node-" + node + ".jfr");
                assertFalse(RecordingFile.readAllEvents(file).isEmpty(), file + " is empty");
            }
        }
        final Job inside = new Job("inside", Map.of(), "run", "fine", "--in-process", "--profile",
            folder.resolve("inside").toString());
        assertEquals(ExitCode.OK, inside.exitCode(), inside.err());
        assertFalse(RecordingFile.readAllEvents(folder.resolve("inside").resolve("nodes.jfr")).isEmpty());
    }

    @Test
    void shouldRefuseAProfileThatCannotBeWritten() throws Exception {
        final Path file = Files.createFile(folder.resolve("file"));
        final Job job = new Job("refused", Map.of(), "run", "fine", "--profile", file.toString());
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, job.exitCode(), job.err());
        assertTrue(job.err().contains("GMT-640 the profile cannot be written to " + file), job.err());
    }

    @Test
    void shouldEndJobSoonWhenNodeIsKilled() throws Exception {
        final Job job = new Job("killed", Map.of(), "run", "wait", "-n", "4");
        final List<ProcessHandle> nodes = job.nodes(4);
        final long startNs = System.nanoTime();
        nodes.get(2).destroyForcibly();
        assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
        assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(60), job.err());   // 3 s on a quiet machine
        assertTrue(job.err().contains("GMT-110 node 2 failed: its process was killed by signal 9"), job.err());
        assertTrue(job.err().contains("[node 1] GMT-110 node 2 failed"), job.err());
        assertTrue(job.err().contains("[node 3] GMT-110 node 2 failed"), job.err());
        assertNothingLeft(nodes);
    }

    @Test
    void shouldEndJobWhenNodeZeroIsKilled() throws Exception {
        final Job job = new Job("killed0", Map.of(), "run", "wait", "-n", "2");
        final List<ProcessHandle> nodes = job.nodes(2);
        nodes.get(0).destroyForcibly();
        assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
        assertTrue(job.err().contains("[node 1] GMT-110 node 0 failed"), job.err());
        assertNothingLeft(nodes);
    }

    @Test
    void shouldEndJobWhenNodeIsStopped() throws Exception {
        withLimits(this::endsJobWhenNodeIsStopped, 3, 15, 60);
    }

    private void endsJobWhenNodeIsStopped(final int limitS) throws Exception {
        final Job job = new Job("stopped" + limitS, Map.of(), "run", "wait", "-n", "2", "--heartbeat-interval", "200ms",
            "--silence-limit", limitS + "s");
        final List<ProcessHandle> nodes = job.nodes(2);
        new ProcessBuilder("kill", "-STOP", String.valueOf(nodes.get(1).pid())).start().waitFor();
        assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
        assertTrue(job.err().contains("GMT-110 node 1 failed: silent for"), job.err());
        assertNothingLeft(nodes);
    }

    @Test
    void shouldEndCleanlyWhenTerminated() throws Exception {
        final Job job = new Job("terminated", Map.of(), "run", "wait", "-n", "3");
        final List<ProcessHandle> nodes = job.nodes(3);
        job.process.destroy();
        assertEquals(ExitCode.INTERRUPTED, job.exitCode(), job.err());
        assertFalse(job.err().contains("GMT-1"), job.err());
        assertNothingLeft(nodes);
    }

    /**
     * Whoever started this JVM in the background of a script has told it, and all that it starts, to ignore the signal.
     */
    private static boolean ignoresInterrupt() throws IOException {
        final Path status = Path.of("/proc/self/status");
        return Files.exists(status) && Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) & 1 << 2 - 1) != 0);
    }

    @Test
    void shouldEndCleanlyOnInterrupt() throws Exception {
        assumeFalse(ignoresInterrupt(), "SIGINT is ignored here, and then by all processes started from here");
        final Job job = new Job("interrupted", Map.of(), "run", "wait", "-n", "2");
        final List<ProcessHandle> nodes = job.nodes(2);
        for (final ProcessHandle process : List.of(nodes.get(0), nodes.get(1), job.process.toHandle())) {
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();   // as a terminal does
        }
        assertEquals(ExitCode.INTERRUPTED, job.exitCode(), job.err());
        assertFalse(job.err().contains("GMT-1"), job.err());
        assertNothingLeft(nodes);
    }

    @Test
    void shouldEndNodesWhenLauncherIsKilled() throws Exception {
        final Job job = new Job("orphans", Map.of(), "run", "wait", "-n", "2");
        final List<ProcessHandle> nodes = job.nodes(2);
        job.process.destroyForcibly();
        assertNothingLeft(nodes);
        assertTrue(job.err().contains("GMT-111 the seed of the job is lost"), job.err());
    }

    @Test
    void shouldRemoveFoldersOfDeadLaunchersOnly() throws Exception {
        final Job living = new Job("living", Map.of(), "run", "wait", "-n", "1");
        living.node(0, 1);
        final Path dead = Files.createDirectory(folder.resolve("gmt-job-1-dead"));
        Files.createFile(dead.resolve("lock"));
        Files.createFile(dead.resolve("data"));
        assertEquals(ExitCode.OK, new Job("next", Map.of(), "run", "fine", "-n", "1").exitCode());
        assertFalse(Files.exists(dead));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.filter(file -> file.getFileName().toString().startsWith("gmt-job-")).count());
        }
    }

    @Test
    void shouldRunWhereSignalsAreLeftToTheSystem() throws Exception {
        final Job job = new Job("signals", Map.of("GMT_JAVA_OPTS", "-Xrs", "JDK_JAVA_OPTIONS", "-Xrs"), "run", "fine");
        assertEquals(ExitCode.OK, job.exitCode(), job.err());
        final Job top = new Job("top", Map.of("JDK_JAVA_OPTIONS", "-Xrs"), "top", "--once");
        top.exitCode();
        assertTrue(top.err().contains("GMT-660 "), top.err());         // no job runs here
        assertNothingLeft(List.of());
    }

    @Test
    void shouldRefuseAFolderForJobsThatIsNotThere() throws Exception {
        final Path absent = folder.resolve("absent");
        for (final String nodes : List.of("1", "2")) {
            final Job job = new Job("absent" + nodes, Map.of("GMT_AERON_DIR", absent.toString()), "run", "fine", "-n",
                nodes);
            assertEquals(ExitCode.ENVIRONMENT_UNFIT, job.exitCode(), job.err());
            assertTrue(job.err().startsWith("GMT-122 cannot make a folder for the job in " + absent
                + ": there is no such folder"), job.err());
        }
        final Path file = Files.createFile(folder.resolve("no folder"));
        final Job job = new Job("file", Map.of("GMT_AERON_DIR", file.toString()), "run", "fine");
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, job.exitCode(), job.err());
        assertTrue(job.err().startsWith("GMT-122 ") && job.err().contains("it is no folder"), job.err());
        assertFalse(Files.exists(absent));
    }

    @Test
    void shouldSayThatAJvmDidNotStart() throws Exception {
        final Job heap = new Job("heap", Map.of("GMT_HEAP", "1000000g"), "run", "fine");
        assertEquals(ExitCode.RUN_FAILED, heap.exitCode(), heap.err());
        assertTrue(heap.err().matches("(?s).*GMT-743 the JVM of node [01] did not start, exit code 1: "
            + ".*GMT_HEAP \\(now 1000000g\\).*"), heap.err());
        final Job flag = new Job("flag", Map.of("GMT_JAVA_OPTS", "-XX:+NoSuchFlag"), "run", "fine", "-n", "1");
        assertEquals(ExitCode.RUN_FAILED, flag.exitCode(), flag.err());
        assertTrue(flag.err().contains("GMT_JAVA_OPTS (now '-XX:+NoSuchFlag')"), flag.err());
        assertNothingLeft(List.of());
    }

    @Test
    void shouldFailWhenTheResultIsLost() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full");
        for (final String format : new String[] {"json", "text"}) {
            out = Path.of("/dev/full");
            final Job job = new Job("full-" + format, Map.of(), "run", "fine", "--format", format);
            assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
            assertTrue(job.err().contains("GMT-131 the result cannot be written to standard output"), job.err());
        }
        assertNothingLeft(List.of());
    }

    @Test
    void shouldEndWithTheVerdictWhereItsFileCannotBeWritten() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
        final Job job = new Job("wrong", Map.of(), "run", "wrong", "-o", "/dev/full");
        assertEquals(ExitCode.VERIFICATION_FAILED, job.exitCode(), job.err());
        assertTrue(job.err().contains("GMT-140 verification of wrong failed"), job.err());
        assertTrue(job.err().contains("GMT-131 the result cannot be written to /dev/full"), job.err());
        assertFalse(job.err().contains("ended well"), job.err());
    }

    @Test
    void shouldMakeAKeyForAJobOnOneHostOfAUserWhoSaidNothing() throws Exception {
        final int port = FreePort.next();
        final List<Job> jobs = new ArrayList<>();
        for (final int id : new int[] {1, 0}) {
            jobs.add(new Job("keyless" + id,
                Map.of("GMT_NODE_ID", "" + id, "GMT_NODES", "2", "GMT_SEED", "127.0.0.1:" + port), "run", "fine"));
        }
        for (final Job job : jobs) {
            assertEquals(ExitCode.OK, job.exitCode(), job.err());
        }
        assertNothingLeft(List.of());
    }

    @Test
    void shouldRefuseAJobWithoutAKeyThatOthersCanReach() throws Exception {
        final Job job = new Job("nokey", Map.of("GMT_NODE_ID", "0", "GMT_NODES", "2", "GMT_SEED", "10.1.2.3:7000"),
            "run", "fine");
        assertEquals(ExitCode.USAGE, job.exitCode(), job.err());
        assertTrue(job.err().startsWith("GMT-740 the job has no key"), job.err());
    }

    @Test
    void shouldJoinByHand() throws Exception {
        final int port = FreePort.next();
        final List<Job> jobs = new ArrayList<>();
        for (final int id : new int[] {1, 0}) {
            jobs.add(new Job("hand" + id,
                Map.of("GMT_NODE_ID", "" + id, "GMT_NODES", "2", "GMT_SEED", "127.0.0.1:" + port,
                "GMT_JOB_KEY", "secret"), "run", "fine"));
        }
        for (final Job job : jobs) {
            assertEquals(ExitCode.OK, job.exitCode(), job.err());
        }
        assertEquals("", jobs.get(0).out());
        assertTrue(jobs.get(1).out().contains("transport=udp"), jobs.get(1).out());
        assertNothingLeft(List.of());
    }

    @Test
    void shouldNameNodeMissingInJobJoinedByHand() throws Exception {
        withLimits(this::namesNodeMissing, 2, 6, 20, 60);
    }

    private void namesNodeMissing(final int limitS) throws Exception {
        final Job job = new Job("lonely" + limitS,
            Map.of("GMT_NODE_ID", "0", "GMT_NODES", "2", "GMT_SEED", "127.0.0.1:" + FreePort.next()),
            "run", "fine", "--join-timeout", limitS + "s");
        assertEquals(ExitCode.RUN_FAILED, job.exitCode());
        assertTrue(job.err().contains("GMT-104 node 1 did not join within " + limitS + " s (1 of 2 present: 0)"),
            job.err());
    }

    /** As {@code seq -w} and {@code printf %02d} write them. */
    @Test
    void shouldKnowNodesWhoseNumbersBeginWithZeros() throws Exception {
        final Job job = new Job("zeros", Map.of("GMT_NODE_ID", "01", "GMT_NODES", "2", "GMT_SEED",
            "127.0.0.1:" + FreePort.next(), "GMT_JOB_KEY", "secret"), "run", "fine", "--join-timeout", "1s");
        assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
        assertTrue(job.err().contains("GMT-108"), job.err());
        assertFalse(job.err().contains("GMT-743"), job.err());
    }

    @Test
    void shouldRefuseSeedPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final Job job = new Job("taken", Map.of("GMT_NODE_ID", "0", "GMT_NODES", "2", "GMT_SEED",
                "127.0.0.1:" + taken.getLocalPort()), "run", "fine");
            assertEquals(ExitCode.ENVIRONMENT_UNFIT, job.exitCode(), job.err());
            assertTrue(job.err().startsWith("GMT-109 cannot listen at"), job.err());
            assertNothingLeft(List.of());
        }
    }

    @Test
    void shouldRunAllNodesInOneChildProcessWhenLauncherIsSmall() throws Exception {
        final Job job = new Job("inprocess", Map.of(), "run", "fine", "--in-process", "-n", "3");
        assertEquals(ExitCode.OK, job.exitCode(), job.err());
        assertTrue(job.out().contains("transport=loopback"), job.out());
        assertNothingLeft(List.of());
    }

    @Test
    void shouldInterruptRunInOneProcess() throws Exception {
        final Job job = new Job("inprocess-int", Map.of(), "run", "wait", "--in-process");
        job.awaitErr("fake app is waiting");
        final List<ProcessHandle> children = job.process.children().toList();
        assertEquals(1, children.size());
        job.process.destroy();
        assertEquals(ExitCode.INTERRUPTED, job.exitCode(), job.err());
        assertNothingLeft(children);
    }

    @Test
    void shouldReportJvmThatDoesNotStart() throws Exception {
        final Job job = new Job("jvm", Map.of("GMT_JAVA_OPTS", "-XX:+NoSuchFlagAtAll"), "run", "fine");
        assertEquals(ExitCode.RUN_FAILED, job.exitCode(), job.err());
        assertTrue(job.err().contains("NoSuchFlagAtAll"), job.err());
    }

}
