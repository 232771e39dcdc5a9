package org.gmt4j.engine.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.node.Node;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs on nodes that are profiled: what they tell, and what a recording of them holds. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProfiledClusterTest {
    private static final int EACH = 4000;
    private static final ProfileConfig EVERYTHING = ProfileConfig.OFF.on().recordingOneOf(1, 1);
    private static final long LIMIT_NS = 60_000_000_000L;

    @TempDir
    private Path folder;

    static Stream<Arguments> shapes() {
        return Stream.of(Arguments.of(1, Plan.COMBINED, TopologyKind.FCG),
            Arguments.of(2, Plan.COMBINED, TopologyKind.FCG), Arguments.of(3, Plan.COMBINED, TopologyKind.FCG),
            Arguments.of(1, Plan.DEDICATED_1_1, TopologyKind.FCG),
            Arguments.of(2, Plan.DEDICATED_1_1, TopologyKind.FCG),
            Arguments.of(3, Plan.DEDICATED_2_2, TopologyKind.FCG),
            Arguments.of(3, Plan.COMBINED, TopologyKind.MFCG), Arguments.of(5, Plan.COMBINED, TopologyKind.CFCG),
            Arguments.of(3, Plan.DEDICATED_1_1, TopologyKind.HYPERCUBE));
    }

    /** Updates without waiting, values that tasks wait for, bulk data, and a transfer by rendezvous. */
    private static long traffic(final TaskContext ctx) throws SuspendExecution {
        final int size = 64 * ctx.nodeCount();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(size).cyclic(1));
        ctx.executeOnAll(c -> {
            for (int i = 0; i < EACH; i++) {
                a.addNb(c, (i * 31L + c.nodeId()) % size, 1);
            }
            c.await();
        });
        ctx.parFor(size, 4, SpawnPolicy.SPREAD, (i, c) -> a.get(c, (i + 1) % size));
        final GlobalLongArray b = GlobalLongArray.allocate(ctx, 1 << 17);
        final long[] values = new long[1 << 17];
        Arrays.fill(values, 1);
        b.put(ctx, 0, values, 0, values.length);
        Arrays.fill(values, 0);
        b.get(ctx, 0, values, 0, values.length);
        long sum = Arrays.stream(values).sum();
        final long[] counts = new long[size];
        a.get(ctx, 0, counts, 0, size);
        sum += Arrays.stream(counts).sum();
        a.free(ctx);
        b.free(ctx);
        return sum;
    }

    private static GmtCluster start(final int nodes, final Plan plan, final TopologyKind kind,
                                    final ProfileConfig profile) {
        return TestClusters.builder(nodes, plan, ProfiledClusterTest.class).set("gmt.topology", kind)
            .set(TestClusters.edges(kind))
            .set(profile).start();
    }

    private static long[] row(final Node node, final Role role) {
        return node.tables().get(NodeProfile.ROLE + role.name().toLowerCase(java.util.Locale.ROOT));
    }

    private static long[] histogram(final Node node, final Stage stage) {
        return node.tables().get(NodeProfile.STAGE + stage.key());
    }

    private static long count(final GmtCluster cluster, final Stage stage) {
        return StageRow.of(NodeCluster.of(cluster).nodes()
            .stream().map(node -> histogram(node, stage)).toList()).count();
    }

    private static void assertSoon(final String what, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - startNs < LIMIT_NS, what);
            LockSupport.parkNanos(200_000);
        }
    }

    private static long sum(final GmtCluster cluster, final String counter) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(counter)).sum();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldMeasureWithoutChangingResults(final int nodes, final Plan plan, final TopologyKind kind) {
        try (GmtCluster cluster = start(nodes, plan, kind, EVERYTHING)) {
            assertEquals((long) nodes * EACH + (1 << 17), cluster.call(ProfiledClusterTest::traffic));
            for (final Node node : NodeCluster.of(cluster).nodes()) {
                for (final Role role : Role.values()) {
                    assertEquals(Role.COLUMNS, row(node, role).length);
                    assertSoon(role + " has no time", () -> Arrays.stream(row(node, role)).allMatch(ns -> ns >= 0)
                        && Arrays.stream(row(node, role)).sum() > 0);
                }
                assertSoon("no worker has run", () -> row(node, Role.WORKER)[Role.RUNNING] > 0);
            }
            if (nodes == 1) {
                assertEquals(0, count(cluster, Stage.WHOLE), "the only node executes its commands in place");
                return;
            }
            final long timed = count(cluster, Stage.WHOLE);
            assertTrue(timed > 0 && timed <= sum(cluster, "blocks"), () -> timed + " of " + sum(cluster, "blocks"));
            for (final Stage stage : new Stage[] {Stage.ISSUE_TO_BLOCK, Stage.BLOCK_TO_BUFFER, Stage.WIRE,
                Stage.EXECUTION, Stage.REPLY}) {
                assertSoon(stage + ": " + count(cluster, stage),
                    () -> count(cluster, stage) == count(cluster, Stage.WHOLE));
            }
            assertTrue(count(cluster, Stage.WAKE) > 0, "nobody was woken");
            assertEquals(1, NodeCluster.of(cluster).nodes().get(0).tables().get(NodeProfile.ONE_HOST)[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldCountWhatEachNodeSendsToEach(final int nodes, final Plan plan, final TopologyKind kind) {
        try (GmtCluster cluster = start(nodes, plan, kind, ProfileConfig.OFF)) {
            cluster.run(ProfiledClusterTest::traffic);
            for (int to = 0; to < nodes; to++) {
                final int target = to;
                assertSoon("node " + to + " has not received what was sent to it", () -> NodeCluster.of(cluster).nodes()
                    .stream()
                    .mapToLong(node -> node.tables().get("bytes.to")[target]).sum() == NodeCluster.of(cluster).nodes()
                    .get(target).counters().get("bytes.received"));
            }
            for (final Node node : NodeCluster.of(cluster).nodes()) {
                assertSoon("buffers of node " + node.nodeId(),
                    () -> Arrays.stream(node.tables().get("messages.to")).sum()
                    == node.counters().get("buffers") + node.counters().get("buffers.reply"));
            }
            assertFalse(NodeCluster.of(cluster).nodes().get(0).tables().keySet().stream()
                .anyMatch(name -> name.startsWith("profile.")));
        }
    }

    private static void add(final TaskContext ctx, final GlobalLongArray array, final int step)
        throws SuspendExecution {
        for (int i = 0; i < 10_000; i++) {
            array.addNb(ctx, 2, (long) i * step);
        }
        ctx.await();
    }

    @Test
    void shouldSendWhatItIsKnownToSendAndToNobodyElse() {
        try (GmtCluster cluster = start(3, Plan.COMBINED, TopologyKind.FCG, EVERYTHING)) {
            final GlobalLongArray[] array = new GlobalLongArray[1];
            cluster.run(ctx -> array[0] = GlobalLongArray.allocate(ctx, ArraySpec.of(3).cyclic(1)));
            final Node first = NodeCluster.of(cluster).nodes().get(0);
            final long[] before = first.tables().get("bytes.to");
            final GlobalLongArray a = array[0];
            cluster.run(ctx -> add(ctx, a, 1));
            final long[] sent = first.tables().get("bytes.to");
            final long toTwo = sent[2] - before[2];
            assertTrue(toTwo > 10_000 * 16 && toTwo < 10_000 * 16 * 2, () -> toTwo + " B for 10,000 commands of 16 B");
            cluster.run(ctx -> add(ctx, a, 0));
            final long packed = first.tables().get("bytes.to")[2] - sent[2];
            assertTrue(packed > 10_000 * 4 && packed < 10_000 * 4 * 2,
                () -> packed + " B for 10,000 commands that are alike, 4 B each");
            assertTrue(sent[1] - before[1] < 4096, () -> Arrays.toString(sent));
            assertEquals(0, sent[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRecordEventsOfEachKind(final int nodes, final Plan plan, final TopologyKind kind) throws IOException {
        final Path file = folder.resolve("nodes.jfr");
        try (FlightRecording recording = FlightRecording.start("test", file);
             GmtCluster cluster = start(nodes, plan, kind, EVERYTHING)) {
            cluster.run(ProfiledClusterTest::traffic);
        }
        final List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        final List<String> expected = new ArrayList<>(List.of("gmt.Chunk", "gmt.Wait"));
        if (nodes > 1) {
            expected.addAll(List.of("gmt.BlockClosed", "gmt.BlockTimes", "gmt.BufferSent", "gmt.HelperBatch"));
        }
        for (final String name : expected) {
            final Set<Integer> seen = new HashSet<>();
            events.stream().filter(event -> event.getEventType().getName().equals(name))
                .forEach(event -> seen.add(event.getInt("node")));
            assertTrue(seen.contains(0) && seen.stream().allMatch(node -> node >= 0 && node < nodes),
                () -> name + " at " + seen);
        }
        final RecordedEvent chunk = first(events, "gmt.Chunk");
        assertTrue(chunk.getLong("iterations") >= 1 && chunk.getDuration("took").toNanos() > 0);
        assertNotNull(chunk.getClass("body"));
        if (nodes > 1) {
            final RecordedEvent times = first(events, "gmt.BlockTimes");
            assertTrue(times.getDuration("execution").toNanos() > 0 && times.getDuration("wire").toNanos() >= 0);
            assertTrue(first(events, "gmt.HelperBatch").getLong("commands") >= 1);
            assertTrue(first(events, "gmt.BufferSent").getInt("length") > 0);
        }
    }

    private static RecordedEvent first(final List<RecordedEvent> events, final String name) {
        return events.stream().filter(event -> event.getEventType().getName().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void shouldRecordLongChunksThatAreNotSampled() throws IOException {
        final Path file = folder.resolve("long.jfr");
        try (FlightRecording recording = FlightRecording.start("test", file);
             GmtCluster cluster = start(1, Plan.COMBINED, TopologyKind.FCG,
                 ProfileConfig.OFF.on().recordingOneOf(1 << 20, 1 << 20))) {
            cluster.run(ctx -> ctx.parFor(64, 1, (i, c) -> {
                final long startNs = System.nanoTime();
                while (i == 40 && System.nanoTime() - startNs < 200_000_000) {
                    Thread.onSpinWait();
                }
            }));
        }
        final List<RecordedEvent> longOnes = RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("gmt.Chunk") && !event.getBoolean("sampled"))
            .filter(event -> event.getDuration("took").toMillis() >= 50).toList();
        assertFalse(longOnes.isEmpty(), "the chunk of 200 ms is not there");
    }

    @Test
    void shouldRecordStalls() throws IOException {
        final Path file = folder.resolve("stalls.jfr");
        try (FlightRecording recording = FlightRecording.start("test", file);
             GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, ProfiledClusterTest.class).set(EVERYTHING)
                 .set(TestClusters.aggregation(256, 512, 1024, 4, 1, 4, 4)).start()) {
            cluster.run(ProfiledClusterTest::traffic);
            final long[] stalls = NodeCluster.of(cluster).nodes().get(0).tables().get(NodeProfile.CREDIT_STALLS);
            assertTrue(stalls[1] > 0 && stalls[0] == 0, () -> Arrays.toString(stalls));
        }
        final RecordedEvent stall = first(RecordingFile.readAllEvents(file), "gmt.Stall");
        assertEquals("credit", stall.getString("kind"));
    }

    @Test
    void shouldKeepOnRecordingWhenAProgramFails() throws IOException {
        final Path file = folder.resolve("failed.jfr");
        try (FlightRecording recording = FlightRecording.start("test", file);
             GmtCluster cluster = start(2, Plan.COMBINED, TopologyKind.FCG, EVERYTHING)) {
            assertThrows(ParForException.class, () -> cluster.run(ctx -> ctx.executeOnAll(c -> {
                throw new IllegalStateException("as asked");
            })));
        }
        assertTrue(first(RecordingFile.readAllEvents(file), "gmt.Chunk").getInt("node") >= 0);
    }
}
