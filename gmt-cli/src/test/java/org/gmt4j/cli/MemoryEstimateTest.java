package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.launch.DriverHost;
import org.gmt4j.cli.launch.MemoryEntry.Group;
import org.gmt4j.cli.launch.MemoryEntry.Scope;
import org.gmt4j.cli.launch.MemoryEstimate;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Estimates on a machine of 8 GB and 2 cores that exists only on paper. */
@Timeout(120)
class MemoryEstimateTest {
    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;
    private static final long COUNTERS = 16 << 10;

    @TempDir
    private Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> variables = new HashMap<>();
    private List<GmtApp> apps = FakeApp.all();
    private int further;
    private Optional<DriverHost.Factory> driver = Optional.empty();

    @BeforeEach
    void eightGigabytes() throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 8388608 kB\nMemAvailable: 8388608 kB\n");
    }

    private CliContext context() {
        return new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(variables, Map.of("java.home", "/jdk")), root, new Machine(root, 2), () -> apps,
            List.of(), new CliContext.Starters(Optional.of(new FakeRuntime()), driver, "none"));
    }

    /** A driver that needs 100 MB for each node. */
    private static final class Driver implements DriverHost.Factory {
        @Override
        public DriverHost start(final Settings settings, final int nodeCount, final String parent) {
            throw new AssertionError("an estimate starts nothing");
        }

        @Override
        public long neededBytes(final Settings settings, final RunConfig.Transport transport, final int nodeCount) {
            return transport == RunConfig.Transport.LOOPBACK ? 0 : 100 * MB * nodeCount;
        }
    }

    private MemoryEstimate estimate(final String line) {
        return MemoryEstimate.of(AppLine.check(context(), List.of(line.split(" "))));
    }

    private int gmt(final String line) {
        out.reset();
        err.reset();
        return new GmtCli(context()).execute(line.split(" "));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** An application with something of each kind. */
    private final class Varied implements GmtApp {
        @Override
        public String name() {
            return "varied";
        }

        @Override
        public String summary() {
            return "Has something of each kind.";
        }

        @Override
        public AppMemory memory(final Invocation job) {
            return AppMemory.builder().array("kept", Phase.BOTH, 10, MB).array("result", Phase.RUNNING, 20, MB)
                .aid("scaffold", Phase.BUILDING, 50, MB).heap("objects", Phase.RUNNING, 5, MB).heapOfNodeZero("ledger",
                    Phase.RUNNING, 100 * MB).unknown("the weather").furtherTransports(further).build();
        }

        @Override
        public void run(final AppRun run) {
            throw new AssertionError("an estimate runs nothing");
        }
    }

    @Test
    void shouldAgreeWithHandComputedSums() {
        final MemoryEstimate estimate = estimate("run fine -g 20 -n 2");
        // 2^20 numbers of 16 bytes on 2 nodes
        assertEquals(8 * MB, estimate.bytesOfNode(Group.ARRAYS, Phase.RUNNING));
        // 64 credits x 2 nodes x 4 KB blocks, 64 x 16 KB replies, 4 MB for copies
        assertEquals(512 * KB + MB + 4 * MB, estimate.bytesOfNode(Group.BUFFERS, Phase.BUILDING));
        // 128 blocks x 512 entries x 16 bytes, and what the runtime has anyway
        assertEquals(24 * MB + MB, estimate.bytesOfNode(Group.HEAP, Phase.RUNNING));
        // 1024 fibers x (24 slots x 12 bytes + 512), one thread
        assertEquals(1024 * (24 * 12 + 512) + 512 * KB, estimate.bytesOfNode(Group.STACKS, Phase.RUNNING));
        assertEquals(80 * MB, estimate.bytesOfNode(Group.BASE, Phase.RUNNING));
        final long node = 8 * MB + 5 * MB + 512 * KB + 25 * MB + 800 * KB + 512 * KB + 80 * MB;
        assertEquals(node, estimate.peakOfNode());
        assertEquals(2 * node, estimate.totalBytes());
        assertEquals(node, estimate.residentPeak());
        assertEquals(OptionalLong.of(1024 * MB), estimate.limits().heap());
        assertEquals(OptionalLong.of((long) (8192 * MB * 0.8) / 2), estimate.limits().arrays());
        assertTrue(estimate.fits());
    }

    @Test
    void shouldTellPhasesAndNodeZeroApart() {
        apps = List.of(new Varied());
        final MemoryEstimate estimate = estimate("run varied -n 3");
        assertEquals(10 * MB, estimate.bytesOfNode(Group.ARRAYS, Phase.BUILDING));
        assertEquals(30 * MB, estimate.bytesOfNode(Group.ARRAYS, Phase.RUNNING));
        assertEquals(50 * MB, estimate.bytesOfNode(Group.AIDS, Phase.BUILDING));
        assertEquals(0, estimate.bytesOfNode(Group.AIDS, Phase.RUNNING));
        assertEquals(140 * MB, estimate.bytes(Scope.NODE_ZERO, Phase.RUNNING), "the ledger and its garbage");
        assertEquals(3 * estimate.bytesOfNode(Phase.RUNNING) + 140 * MB, estimate.totalBytes());
        assertEquals(estimate.bytesOfNode(Phase.RUNNING) + 140 * MB, estimate.residentPeak());
        assertTrue(estimate.text().contains("ledger (node 0 only)"), estimate.text());
        assertTrue(estimate.text().contains("MB of a node  "), estimate.text());
        assertEquals(number(estimate, "a node") + 140, number(estimate, "node 0"), estimate.text());
        assertTrue(estimate.text().contains("not counted: the weather"), estimate.text());
    }

    /** The last number of a line. */
    private static long number(final MemoryEstimate estimate, final String name) {
        final String line = estimate.text().lines().filter(one -> one.startsWith(name + "  ")).findFirst()
            .orElseThrow(() -> new AssertionError("no line " + name + " in " + estimate.text()));
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1).replace(",", ""));
    }

    /** 1 GB of numbers: the share of a node is small enough from 4 nodes on. */
    @Test
    void shouldFindMoreNodesWhereTheShareOfOneIsTooLarge() {
        final MemoryEstimate estimate = estimate("run fine -g 26 -n 2 --memory-max 256m");
        assertFalse(estimate.fits());
        final int most = estimate.fitting().mostNodes().orElseThrow();
        assertTrue(most >= 4, estimate.text());
        assertTrue(estimate("run fine -g 26 --memory-max 256m -n " + most).fits());
        assertFalse(estimate("run fine -g 26 --memory-max 256m -n " + (most + 1)).fits());
        assertTrue(estimate.text().contains("Take more nodes (at most " + most + " would fit: --nodes " + most + ")"),
            estimate.text());
    }

    @Test
    void shouldCountOneProcessOnceWhenAllNodesLiveInIt() {
        final MemoryEstimate estimate = estimate("run fine -g 20 -n 4 --in-process");
        assertEquals(80 * MB, estimate.bytes(Scope.PROCESS, Phase.RUNNING) - 24 * MB - 4 * 3 * 2 * 256 * KB,
            "JVM, its objects, rings");
        assertEquals(4 * estimate.bytes(Scope.NODE, Phase.RUNNING) + estimate.bytes(Scope.PROCESS, Phase.RUNNING),
            estimate.totalBytes());
        assertTrue(estimate.text().contains("code, classes, compiler (once)"), estimate.text());
    }

    @Test
    void shouldCountOnlyThisHostWhereNodesAreStartedByHand() {
        variables.putAll(Map.of("GMT_NODE_ID", "1", "GMT_NODES", "4", "GMT_SEED", "localhost:7777"));
        final MemoryEstimate estimate = estimate("run fine -g 20");
        assertEquals(1, estimate.here().nodes());
        assertEquals(4 * MB, estimate.bytesOfNode(Group.ARRAYS, Phase.RUNNING));
        assertEquals(estimate.peakOfNode(), estimate.totalBytes());
        assertEquals(OptionalInt.empty(), estimate.fitting().mostNodes());
    }

    @Test
    void shouldCountTheSharedDriverOnceAndEachNodesOwn() {
        driver = Optional.of(new Driver());
        variables.put("GMT_AERON_DIR", root.toString());
        final MemoryEstimate shared = estimate("run fine -g 20 -n 4");
        assertEquals(400 * MB, shared.driver().bytes());
        assertEquals(4 * shared.peakOfNode() + 400 * MB, shared.totalBytes());
        assertEquals(shared.peakOfNode() + 200 * MB, shared.residentPeak(),
            "a node maps what it writes and what it reads");
        assertEquals(400 * MB + 4 * COUNTERS, shared.driver().room().orElseThrow().neededBytes());
        assertTrue(shared.text().contains("media driver's files in " + root), shared.text());
        final MemoryEstimate own = estimate("run fine -g 20 -n 4 --transport udp");
        assertEquals(0, own.driver().bytes());
        assertEquals(shared.peakOfNode() + 400 * MB, own.peakOfNode());
        assertEquals(4 * 400 * MB + 4 * COUNTERS, own.driver().room().orElseThrow().neededBytes(),
            "all drivers' files are in one folder");
        final MemoryEstimate alone = estimate("run fine -g 20 -n 1");
        assertEquals(0, alone.driver().bytes(), "nobody to talk to");
        assertTrue(alone.driver().room().isEmpty(), "nor is one started");
    }

    @Test
    void shouldCountTheFilesOfAllTransports() {
        driver = Optional.of(new Driver());
        variables.put("GMT_AERON_DIR", root.toString());
        further = 2;
        apps = List.of(new Varied());
        assertEquals(3 * 200 * MB + 2 * COUNTERS,
            estimate("run varied -n 2").driver().room().orElseThrow().neededBytes());
        assertEquals(3 * 200 * MB, estimate("run varied -n 2").driver().bytes());
    }

    @Test
    void shouldRefuseADriverWithoutRoom() throws IOException {
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 838860800000 kB\nMemAvailable: 838860800000 kB\n");
        driver = Optional.of(new Driver());
        variables.put("GMT_AERON_DIR", root.toString());
        final MemoryEstimate estimate = estimate("run fine -g 10 -n 2");
        final MemoryEstimate.Room room = new MemoryEstimate.Room(root, Long.MAX_VALUE / 4, 5 * MB);
        final MemoryEstimate cramped = new MemoryEstimate(estimate.commandLine(), estimate.plan(),
            new MemoryEstimate.Here(2, 2, true), estimate.entries(),
            new MemoryEstimate.Driver(estimate.driver().bytes(), Optional.of(room)), estimate.limits(),
            Optional.empty(), new MemoryEstimate.Fitting(OptionalInt.empty(), Optional.empty()));
        assertFalse(cramped.fits());
        assertTrue(cramped.text().contains("does not fit on this machine: the media driver needs "), cramped.text());
        final CliException refused = assertThrows(CliException.class,
            () -> cramped.refuseUnlessItFits(new Machine(root, 2)));
        assertTrue(refused.getMessage().startsWith("GMT-121 the media driver needs "), refused.getMessage());
        assertEquals(Files.getFileStore(root).type().equals("tmpfs"), refused.getMessage().contains("mount -o remount"),
            "only tmpfs takes another size: " + refused.getMessage());
    }

    @Test
    void shouldGrowWithNodesAndInput() {
        long before = 0;
        for (final int nodes : new int[] {1, 2, 3, 4, 8, 16, 17, 64, 100, 1000}) {
            final long total = estimate("run fine -g 20 -n " + nodes).totalBytes();
            assertTrue(total > before, nodes + " nodes: " + total + " after " + before);
            before = total;
        }
        before = 0;
        for (int scale = 0; scale <= 40; scale++) {
            final long total = estimate("run fine -n 2 -g " + scale).totalBytes();
            assertTrue(total >= before, "scale " + scale);
            before = total;
        }
    }

    @Test
    void shouldCountBuffersOfTopologiesAndThreads() {
        final long direct = estimate("run fine -n 9").bytesOfNode(Group.BUFFERS, Phase.RUNNING);
        assertEquals(direct + 4 * 4 * 16 * KB,
            estimate("run fine -n 9 --topology mfcg").bytesOfNode(Group.BUFFERS, Phase.RUNNING),
            "3 x 3: 4 neighbours x 4 buffers");
        assertEquals(5 * direct, estimate("run fine -n 9 --workers 4 --helpers 1").bytesOfNode(Group.BUFFERS,
            Phase.RUNNING));
    }

    @Test
    void shouldFindWhatFits() {
        final MemoryEstimate estimate = estimate("run fine -g 40 -n 2");
        assertFalse(estimate.fits());
        assertEquals(28, estimate.fitting().largestInput().orElseThrow().value(),
            "2^28 x 16 bytes = 4 GB; 8 GB is all there is");
        assertEquals(OptionalInt.of(0), estimate.fitting().mostNodes(), "with no number of nodes");
        final MemoryEstimate crowd = estimate("run fine -g 10 -n 1000");
        final int most = crowd.fitting().mostNodes().orElseThrow();
        assertTrue(estimate("run fine -g 10 -n " + most).fits());
        assertFalse(estimate("run fine -g 10 -n " + (most + 1)).fits());
        assertEquals(most, estimate("run fine -g 10 -n 2").fitting().mostNodes().orElseThrow());
    }

    @Test
    void shouldNameReasonsOfRefusals() {
        final Machine machine = new Machine(root, 2);
        final CliException memory = assertThrows(CliException.class, () -> estimate("run fine -g 30 -n 2")
            .refuseUnlessItFits(machine));
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, memory.exitCode());
        assertTrue(memory.getMessage().startsWith("GMT-120 2 nodes need about 16,6"), memory.getMessage());
        assertTrue(memory.getMessage().contains("available on this machine: 8,192 MB (a node takes 8,3"),
            memory.getMessage());
        assertTrue(memory.getMessage().contains("numbers 8,192 MB, code, classes, compiler 80 MB"),
            memory.getMessage());
        assertTrue(memory.getMessage().contains("a smaller input (-g 28 would fit)"), memory.getMessage());
        assertTrue(memory.getMessage().contains("'gmt estimate fine -g 30 -n 2' lists all items"), memory.getMessage());
        final CliException nodes = assertThrows(CliException.class, () -> estimate("run fine -n 1000")
            .refuseUnlessItFits(machine));
        assertTrue(nodes.getMessage().matches("(?s).*Take fewer nodes \\(at most \\d+ would fit: --nodes \\d+\\).*"),
            nodes.getMessage());
        final CliException budget = assertThrows(CliException.class,
            () -> estimate("run fine -g 20 -n 2 --memory-max 1m").refuseUnlessItFits(machine));
        assertTrue(budget.getMessage().startsWith("GMT-120 a node needs global arrays of 8 MB, "
            + "allowed are 1 MB (gmt.memory.max)"), budget.getMessage());
        apps = List.of(new Varied());
        variables.put("GMT_HEAP", "96m");
        final CliException heap = assertThrows(CliException.class, () -> estimate("run varied -n 2")
            .refuseUnlessItFits(machine));
        assertTrue(heap.getMessage().startsWith("GMT-120 node 0 needs a Java heap of 131 MB, its limit is 96 MB"),
            heap.getMessage());
    }

    @Test
    void shouldRefuseNothingWhereTheSystemSaysNothing() throws IOException {
        Files.delete(root.resolve("proc/meminfo"));
        final MemoryEstimate estimate = estimate("run fine -g 40 -n 2");
        estimate.refuseUnlessItFits(new Machine(root, 2));
        assertTrue(estimate.text().contains("does not say what is available"), estimate.text());
    }

    @Test
    void shouldStayAtTheLargestNumberInsteadOfOverflowing() {
        assertEquals(Long.MAX_VALUE, ByteCount.times(1L << 40, 1L << 40));
        assertEquals(Long.MAX_VALUE, ByteCount.times(1L << 32, 1L << 31));
        assertEquals(1L << 62, ByteCount.times(1L << 32, 1L << 30));
        assertEquals(Long.MAX_VALUE, ByteCount.plus(Long.MAX_VALUE, 1, Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, AppMemory.builder().array("a", Phase.BOTH, 1L << 50, 1L << 50)
            .array("b", Phase.BOTH, 1, 1).build().bytes(AppMemory.Kind.ARRAYS, Phase.RUNNING));
        assertEquals(3, ByteCount.parts(7, 3));
        assertEquals(2, ByteCount.parts(6, 3));
        assertEquals("1 MB", ByteCount.megabytes(1));
        assertEquals("1,025 MB", ByteCount.megabytes(1024 * MB + 1));
    }

    @Test
    void shouldPrintForApplicationsAndBenchmarks() {
        assertEquals(ExitCode.OK, gmt("estimate fine -g 20 -n 2"), err());
        assertTrue(out().startsWith("estimate of fine -g 20 -n 2: 2 nodes, plan combined, transport ipc\n"), out());
        assertTrue(out().matches("(?s).*\n  numbers +8 +8\n.*"), out());
        assertTrue(out().matches("(?s).*\nfits on this machine; at most \\d+ nodes, or -g 28\n"), out());
        assertEquals("", err());
        assertEquals(ExitCode.OK, gmt("estimate quick -g 35"), err());
        assertTrue(out().contains("does not fit on this machine: 2 nodes need about"), out());
    }

    @Test
    void shouldPrintJsonAndCsv() {
        assertEquals(ExitCode.OK, gmt("estimate fine -g 40 -n 2 --format json"), err());
        for (final String line : List.of("\"fits\" : false", "\"largestInput\" : {", "\"value\" : 28",
            "\"mostNodes\" : 0", "\"heapLimitBytes\" : 1073741824",
            "\"name\" : \"numbers\"", "\"bytes\" : 8796093022208", "\"peak\" : ", "\"availableBytes\" : 8589934592",
            "\"unknown\" : null")) {
            assertTrue(out().contains(line), line + " in " + out());
        }
        assertEquals(ExitCode.OK, gmt("estimate fine -g 20 -n 2 --format csv"), err());
        final List<String> lines = new ArrayList<>(out().lines().toList());
        assertEquals("name,group,phase,of,bytes", lines.get(0));
        assertEquals("\"numbers\",arrays,both,node,8388608", lines.get(1));
        assertTrue(lines.stream().allMatch(line -> line.split(",").length >= 5), out());
    }

    @Test
    void shouldWriteToFileAndRefuseWrongUse() throws IOException {
        assertEquals(ExitCode.OK, gmt("estimate fine --format json -o e.json"), err());
        assertEquals("", out());
        assertTrue(Files.readString(root.resolve("e.json")).contains("\"totalBytes\""));
        assertEquals(ExitCode.USAGE, gmt("estimate"));
        assertTrue(err().contains("which application or benchmark? There are: boom, fine, quick"), err());
        assertEquals(ExitCode.USAGE, gmt("estimate fien"));
        assertEquals(ExitCode.USAGE, gmt("estimate fine -g 50"));
        assertTrue(err().contains("-g 50: at most 40"), err());
        assertEquals(ExitCode.OK, gmt("estimate --help"), err());
        assertTrue(out().contains("gmt estimate bfs -g 26 -n 8"), out());
    }
}
