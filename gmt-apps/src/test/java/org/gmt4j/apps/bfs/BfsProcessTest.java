package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches by real node processes, from the command line to the verified result. */
@Timeout(240)
class BfsProcessTest {

    private static final long LIMIT_S = 200;   // a quiet machine takes 3 to 10; a busy one starts JVMs slowly
    private static final long FAILURE_LIMIT_S = 60;   // a quiet machine takes 3
    /** Of the threads that run tasks: those of a job of one trial take 410 to its end. */
    private static final long DEEP_IN_WORK_MS = 700;
    private static final long MB_FOR_EIGHT_NODES = 2_000;
    private static final String[] SMALL = {"-g", "10", "--trials", "2", "--warm-up", "0", "--format", "json",
        "--join-timeout", "150s"};
    /** For more processes than cores, which would mostly compile themselves; two nodes run as they do for users. */
    private static final Map<String, String> QUICK = Map.of("GMT_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void shouldSearchWithTwoProcessesOverIpc() throws Exception {
        verified(2, "ipc", "-n", "2", "--transport", "ipc");
    }

    /** The folder of the other tests may be on a disk, where processes share no memory. */
    @Test
    void shouldSendSmallMessagesThroughSharedMemory() throws Exception {
        final Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "no file system in memory");
        final Path shared = Files.createTempDirectory(memory, "gmt-mail-test-");
        try (GmtProcess job = GmtProcess.start(shared, "mail", SMALL)) {
            assertEquals(ExitCode.OK, job.exitCode(LIMIT_S), job.err());
            assertVerified(job.out(), 2, "ipc");
            assertTrue(job.out().matches("(?s).*\"mail.sent\": [1-9].*"), job.out());
        } finally {
            GmtProcess.leftIn(shared).forEach(ProcessHandle::destroyForcibly);
            IoUtil.delete(shared.toFile(), true);
        }
    }

    @Test
    void shouldSearchAlone() throws Exception {
        verified(1, "ipc", "-n", "1");
    }

    @Test
    void shouldSearchWithFourProcessesOverIpc() throws Exception {
        verified(4, "ipc", "-n", "4");
    }

    @Test
    void shouldSearchWithProcessesThatForward() throws Exception {
        final String json = verified(4, "ipc", "-n", "4", "--topology", "mfcg", "--edge-buffers", "1");
        assertTrue(json.contains("\"topology\": \"mfcg\""), json);
        assertTrue(json.matches("(?s).*\"forwarded.blocks\": [1-9].*"), json);
    }

    @Test
    void shouldSearchWithTwoProcessesOverUdp() throws Exception {
        verified(2, "udp", "-n", "2", "--transport", "udp");
    }

    /** The loopback address is ::1 then. */
    @Test
    void shouldSearchWithThreeProcessesOverIpv6() throws Exception {
        assumeTrue(hasIpv6(), "no IPv6 here");
        try (GmtProcess job = GmtProcess.start(folder, "ipv6", List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(),
            Map.of("GMT_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Djava.net.preferIPv6Addresses=true"),
            Stream.concat(Stream.of("-n", "3", "--transport", "udp"), Stream.of(SMALL)).toArray(String[]::new))) {
            verified(job, 3, "udp");
        }
    }

    private static boolean hasIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            return socket.isBound();
        } catch (final IOException e) {
            return false;
        }
    }

    @Test
    void shouldSearchWithThreadsPerRole() throws Exception {
        final String json =
            verified(2, "ipc", "-n", "2", "--plan", "dedicated", "--workers", "1", "--helpers", "1");
        assertTrue(json.contains("\"plan\": \"dedicated\""), json);
        assertTrue(json.contains("\"helpersPerNode\": 1"), json);
    }

    @Test
    void shouldSearchWithMoreProcessesThanCores() throws Exception {
        assumeTrue(availableMb() >= MB_FOR_EIGHT_NODES, "too little free memory");
        try (GmtProcess job = GmtProcess.start(folder, "many", List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), QUICK, "-n", "8", "-g", "8",
            "--trials", "1", "--warm-up", "0", "--format", "json", "--join-timeout", "150s")) {
            verified(job, 8, "ipc");
        }
    }

    @Test
    void shouldEndSoonWhenNodeIsKilledAmidSearches() throws Exception {
        try (GmtProcess job = GmtProcess.start(folder, "killed", "-n", "2", "-g", "14", "--trials", "10000")) {
            final ProcessHandle victim = job.awaitAtWork(1, 2, DEEP_IN_WORK_MS, LIMIT_S);
            final List<ProcessHandle> nodes = job.nodes();
            final long startNs = System.nanoTime();
            victim.destroyForcibly();
            assertEquals(ExitCode.RUN_FAILED, job.exitCode(LIMIT_S), job.err());
            final long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            assertTrue(tookMs < TimeUnit.SECONDS.toMillis(FAILURE_LIMIT_S), () -> "took " + tookMs + " ms");
            assertTrue(job.err().contains("GMT-110 node 1 failed: its process was killed by signal 9"), job.err());
            assertEquals("", job.out());
            assertEquals(2, nodes.size());
            assertNothingLeft();
        }
    }

    @Test
    void shouldSearchOnTwoHostsJoinedByHand() throws Exception {
        try (NetworkNamespaces hosts = networkNamespaces()) {
            searchOnTwoHosts(hosts, hosts.address(0) + ":7400");
        }
    }

    @Test
    void shouldSearchOnTwoHostsOverIpv6() throws Exception {
        assumeTrue(hasIpv6(), "no IPv6 here");
        try (NetworkNamespaces hosts = networkNamespaces()) {
            final String first = hosts.addIpv6(0);
            hosts.addIpv6(1);
            searchOnTwoHosts(hosts, "[" + first + "]:7400");
        }
    }

    private void searchOnTwoHosts(final NetworkNamespaces hosts, final String seed) throws Exception {
        try (GmtProcess first = joined(hosts, 0, seed); GmtProcess second = joined(hosts, 1, seed)) {
            assertEquals(ExitCode.OK, first.exitCode(LIMIT_S), first.err() + second.err());
            assertEquals(ExitCode.OK, second.exitCode(LIMIT_S), second.err());
            assertVerified(first.out(), 2, "udp");
            assertEquals("", second.out());
            assertNothingLeft();
        }
    }

    @Test
    void shouldSearchOnJdk25() throws Exception {
        final Optional<Path> home = jdk25();
        assumeTrue(home.isPresent(), "no JDK 25 here");
        try (GmtProcess job = GmtProcess.start(folder, "jdk25", List.of(), home.get(), 25, Map.of(), SMALL)) {
            final String json = verified(job, 2, "ipc");
            assertTrue(json.contains("\"jdk\": \"25"), json);
            assertTrue(!job.err().contains("WARNING"), job.err());
        }
    }

    private static NetworkNamespaces networkNamespaces() throws InterruptedException {
        try {
            return NetworkNamespaces.create();
        } catch (final IOException e) {
            return abort("no network namespaces here: " + e.getMessage());
        }
    }

    private GmtProcess joined(final NetworkNamespaces hosts, final int node, final String seed) throws IOException {
        return GmtProcess.start(folder, "hand" + node, hosts.prefix(node), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), Map.of("GMT_NODE_ID", String.valueOf(node), "GMT_NODES", "2", "GMT_SEED", seed,
                "GMT_JOB_KEY", "two hosts"), SMALL);
    }

    private String verified(final int nodes, final String transport, final String... arguments) throws Exception {
        final String[] all = Stream.concat(Stream.of(arguments), Stream.of(SMALL)).toArray(String[]::new);
        try (GmtProcess job = GmtProcess.start(folder, "run", List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), nodes > 2 ? QUICK : Map.of(), all)) {
            return verified(job, nodes, transport);
        }
    }

    private String verified(final GmtProcess job, final int nodes, final String transport) throws Exception {
        assertEquals(ExitCode.OK, job.exitCode(LIMIT_S), job.err());
        assertVerified(job.out(), nodes, transport);
        assertNothingLeft();
        return job.out();
    }

    private static void assertVerified(final String json, final int nodes, final String transport) {
        assertTrue(json.startsWith("{") && json.endsWith("}\n"), json);
        assertTrue(json.contains("\"verified\": true"), json);
        assertTrue(json.contains("\"nodes\": " + nodes + ","), json);
        assertTrue(json.contains("\"transport\": \"" + transport + "\""), json);
        assertTrue(json.contains("\"node\": " + (nodes - 1) + ","), json);
        assertTrue(json.contains("\"inProcess\": false"), json);
    }

    private void assertNothingLeft() throws Exception {
        for (final ProcessHandle handle : GmtProcess.leftIn(folder)) {
            handle.onExit().get(FAILURE_LIMIT_S, TimeUnit.SECONDS);
        }
        try (Stream<Path> files = Files.list(folder)) {
            final List<Path> left = files.filter(Files::isDirectory).toList();
            assertTrue(left.isEmpty(), left::toString);
        }
    }

    private static Optional<Path> jdk25() throws IOException {
        final String named = System.getenv("JAVA25_HOME");
        if (named != null) {
            return Optional.of(Path.of(named)).filter(BfsProcessTest::hasJava);
        }
        final Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(all)) {
            return homes.filter(home -> home.getFileName().toString().matches(".*\\b25\\b.*"))
                .filter(BfsProcessTest::hasJava).findFirst();
        }
    }

    private static boolean hasJava(final Path home) {
        return Files.isExecutable(home.resolve("bin").resolve("java"));
    }

    private static long availableMb() throws IOException {
        final Path file = Path.of("/proc/meminfo");
        if (!Files.isReadable(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024).findFirst().orElse(0);
        }
    }
}
