package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.ShufflingTransport;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.onesided.ValueTransfer;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long data of tasks and of collectives by the one-sided core: whole at every receiver, at the borders of each way,
 * over every topology, with next to no buffers, and with late and reordered delivery; nothing is left.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongDataTest {
    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    /** Of megabytes, many times: processors have instructions for this one. */
    private static long checksum(final byte[] bytes) {
        final CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    private static void fill(final byte[] bytes, final byte value) {
        final int length = bytes.length;
        if (length > 0) {
            bytes[0] = value;
        }
        for (int done = 1; done < length; done *= 2) {
            System.arraycopy(bytes, 0, bytes, done, Math.min(done, length - done));
        }
    }

    private static boolean isFilled(final byte[] bytes, final byte value) {
        final int length = bytes.length;
        return length == 0 || bytes[0] == value && Arrays.equals(bytes, 0, length - 1, bytes, 1, length);
    }

    private static String leftovers(final TaskContext ctx) throws SuspendExecution {
        final List<Integer> counts = ctx.callOnAll(node -> EngineTask.of(node).parts.longValues().count());
        return counts.stream().allMatch(count -> count == 0) ? "" : "left behind: " + counts;
    }

    /** All nodes get the bytes, by a loop and by tasks. */
    private static String everywhere(final TaskContext ctx, final int length) throws SuspendExecution {
        final byte[] table = bytes(length);
        final long sum = checksum(table);
        for (final long seen : ctx.callOnAll(node -> checksum(table))) {
            if (seen != sum) {
                return length + " bytes of tasks";
            }
        }
        final int last = ctx.nodeCount() - 1;
        final long right = ctx.loop(ctx.nodeCount(), 1).with(SpawnPolicy.SPREAD)
            .sum((i, c) -> checksum(table) == sum ? 1 : 0);
        return right == last + 1 && ctx.<Long>callLocal(last, node -> checksum(table)) == sum ? ""
            : length + " bytes of a loop";
    }

    private static String lengths(final TaskContext ctx, final int from, final int to, final int step)
        throws SuspendExecution {
        for (int length = from; length <= to; length += step) {
            final String wrong = everywhere(ctx, length);
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        return leftovers(ctx);
    }

    /** What each member gives each: as many bytes more as its rank, all of the value of both ranks. */
    private static String exchange(final TaskContext c, final ProcessGroup group, final int length)
        throws SuspendExecution {
        final int n = group.size();
        final int me = group.rank(c);
        final byte[][] mine = new byte[n][];
        for (int i = 0; i < n; i++) {
            mine[i] = new byte[length + me];
            fill(mine[i], (byte) (me * 16 + i));
        }
        final byte[][] given = group.exchange(c, mine);
        for (final byte[] own : mine) {
            fill(own, (byte) -1);                   // the caller's again, wherever the others are
        }
        for (int i = 0; i < n; i++) {
            if (given[i].length != length + i) {
                return given[i].length + " bytes of " + i + " at " + me;
            }
            if (!isFilled(given[i], (byte) (i * 16 + me))) {
                return "values of " + i + " at " + me;
            }
        }
        return "";
    }

    private static String exchanges(final TaskContext ctx, final int... lengths) throws SuspendExecution {
        final ProcessGroup all = ProcessGroup.all(ctx);
        return TestClusters.join(ctx.callOnAll(c -> {
            for (final int length : lengths) {
                final String wrong = exchange(c, all, length);
                if (!wrong.isEmpty()) {
                    return wrong;
                }
            }
            return "";
        }));
    }

    private static long announced(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream()
            .mapToLong(node -> node.counters().getOrDefault("rendezvous.stores", 0L)).sum();
    }

    /** Twice the eager limit of puts, and whole transfers, each with one byte more and less. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldArriveWholeAtTheBorders(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, LongDataTest.class)
            .set(ProtocolConfig.upTo(2500)).start()) {
            assertEquals("", cluster.call(ctx -> lengths(ctx, 4960, 5004, 2)));
            assertEquals("", cluster.call(ctx -> lengths(ctx, ValueTransfer.LONGEST - 24, ValueTransfer.LONGEST + 8,
                8)));
            assertEquals("", cluster.call(ctx -> lengths(ctx, 2 * ValueTransfer.LONGEST + 1,
                2 * ValueTransfer.LONGEST + 1, 1)));
            assertEquals("", cluster.call(ctx -> exchanges(ctx, 0, 4997, ValueTransfer.LONGEST - 2)));
        }
    }

    @Test
    void shouldSendMessagesWhereEverythingIsEager() {
        try (GmtCluster cluster = TestClusters.builder(3, Plan.COMBINED, LongDataTest.class)
            .set(ProtocolConfig.upTo(Long.MAX_VALUE)).start()) {
            final long before = announced(cluster);
            assertEquals("", cluster.call(ctx -> lengths(ctx, 100, 90_000, 29_000)));
            assertEquals("", cluster.call(ctx -> exchanges(ctx, 1, 90_000)));
            assertEquals(before, announced(cluster), "transfers of the core");
        }
    }

    /** Nothing eager but what fits its command; 0 bytes are no transfer. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAnnounceWhateverIsLong(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, LongDataTest.class)
            .set(ProtocolConfig.upTo(0)).start()) {
            final long before = announced(cluster);
            assertEquals("", cluster.call(ctx -> lengths(ctx, 100, 90_000, 7919)));
            assertEquals("", cluster.call(ctx -> exchanges(ctx, 0, 1, 7, 3000, 200_000)));
            assertEquals(nodes > 1, announced(cluster) > before, "transfers of the core");
        }
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldLiveWithTwoBuffers(final TopologyKind kind) {
        for (final int nodes : new int[] {2, 3, 5}) {
            try (GmtCluster cluster = TestClusters.builder(nodes, Plan.COMBINED, LongDataTest.class)
                .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 2))
                .set("gmt.topology", kind)
                .set(new TopologyConfig("", RoutingRule.LDF, 2, 512, TopologyConfig.Replies.ROUTED))
                .set(ProtocolConfig.upTo(0)).start()) {
                assertEquals("", cluster.call(ctx -> lengths(ctx, 10, 20_000, 6661)));
                assertEquals("", cluster.call(ctx -> exchanges(ctx, 0, 300, 20_000)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FCG,3,COMBINED,3", "MFCG,5,COMBINED,40", "CFCG,8,COMBINED,30", "HYPERCUBE,8,COMBINED,5",
        "FCG,3,DEDICATED_1_1,40", "MFCG,5,DEDICATED_1_1,3", "FCG,3,DEDICATED_2_2,20"})
    void shouldHoldUnderLateAndReorderedDelivery(final TopologyKind kind, final int nodes, final Plan plan,
                                                 final int delay) {
        try (LoopbackNetwork network = new LoopbackNetwork(nodes);
                GmtCluster cluster = TestClusters.builder(nodes, plan, LongDataTest.class)
                    .set("gmt.topology", kind).set(TestClusters.edges(kind)).set(ProtocolConfig.upTo(100))
                    .transports((nodeId, nodeCount) ->
                        new ShufflingTransport(network.open(nodeId, nodeCount), delay, 7L * delay)).start()) {
            assertEquals("", cluster.call(ctx -> lengths(ctx, 100, 60_000, 9973)));
            assertEquals("", cluster.call(ctx -> exchanges(ctx, 1, 60_000)));
        }
    }

    /** Everybody spawns long bodies on everybody, from many tasks at once. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotMixUpWhatManyTasksSend(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, LongDataTest.class)
            .set(ProtocolConfig.upTo(1000)).start()) {
            assertEquals("", cluster.call(ctx -> {
                final long wrong = ctx.loop(120, 1).with(SpawnPolicy.SPREAD).sum((i, c) -> {
                    final byte[] mine = bytes(500 + 137 * (int) i);
                    final byte[] back = c.call((int) (i * 7 % c.nodeCount()), node -> mine);
                    return Arrays.equals(mine, back) ? 0 : 1;
                });
                return (wrong == 0 ? "" : wrong + " wrong; ") + leftovers(ctx);
            }));
        }
    }

    /** The end of a job that is given up does not leave values behind, nor disturb the next one. */
    @Test
    void shouldLeaveNothingOfACancelledJob() {
        try (GmtCluster cluster = TestClusters.builder(3, Plan.COMBINED, LongDataTest.class)
            .set(ProtocolConfig.upTo(1000)).start()) {
            for (int round = 0; round < 10; round++) {
                final Job<Void> job = cluster.submit(ctx -> {
                    final byte[] table = bytes(300_000);
                    for (;;) {
                        ctx.executeOnAll(node -> node.count("seen", table.length));
                    }
                });
                job.cancel();
                assertThrows(JobCancelledException.class, job::join);
                job.ended().toCompletableFuture().join();
                assertEquals("", cluster.call(ctx -> lengths(ctx, 50_000, 50_000, 1)));
            }
        }
    }
}
