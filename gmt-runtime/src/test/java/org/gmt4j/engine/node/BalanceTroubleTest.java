package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.TaskConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Balanced loops while nodes die, cannot be reached, or have hardly any room. */
@Timeout(value = 200, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BalanceTroubleTest {
    private static final TaskConfig EAGER = TaskConfig.DEFAULT.withBalance(false, 0);
    private static final long MS = 1_000_000;
    /** Somebody has to have the result, or there would be no calculation. */
    @SuppressWarnings("unused")     // as the comment above has it
    private static long spun;
    /** Of all nodes of this JVM. */
    private static final AtomicLong RAN = new AtomicLong();

    private static void work(final long steps) {
        long x = steps;
        for (long i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        spun += x == 42 ? 1 : 0;
    }

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    /** A node breaks down after so many buffers: in the middle of questions, parts and notices. */
    @ParameterizedTest
    @EnumSource
    void shouldTellAllWhenANodeDiesAmongWanderingChunks(final TestClusters.Plan plan) {
        for (final int dead : new int[] {0, 2}) {
            for (final long after : new long[] {20, 60}) {
                try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, BalanceTroubleTest.class)
                    .set(EAGER)
                    .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                        .refusing((number, node, cls, length) -> {
                            if (nodeId == dead && number > after) {
                                throw new IllegalStateException("the transport of node " + dead + " is broken");
                            }
                            return false;
                        })).start()) {
                    final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                        for (int round = 0; round < 10_000; round++) {
                            ctx.parFor(300, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> work(i < 100 ? 5_000 : 10));
                        }
                    }));
                    assertTrue(e.getMessage().contains("broken"), plan + ": " + e);
                }
            }
        }
    }

    /**
     * Where one thread has all roles, whoever asks for chunks may have to send first: what breaks then is more than a
     * question that failed.
     */
    @Test
    void shouldFailTheNodeWhoseTransportBreaksWhileItAsks() {
        final AtomicBoolean isBroken = new AtomicBoolean();
        final StackWalker stack = StackWalker.getInstance();
        try (LoopbackNetwork network = new LoopbackNetwork(3);
                GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, BalanceTroubleTest.class)
                    .timeout(Duration.ofSeconds(60)).set(EAGER)
                    .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                        .refusing((number, node, cls, length) -> {
                            if (nodeId == 2 && !isBroken.get()
                                && stack.walk(frames -> frames.anyMatch(BalanceTroubleTest::isAsking))) {
                                isBroken.set(true);
                                throw new IllegalStateException("the transport is broken");
                            }
                            return false;
                        })).start()) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                for (int round = 0; round < 10_000; round++) {
                    ctx.parFor(300, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> work(i < 100 ? 5_000 : 10));
                }
            }));
            assertTrue(e.getMessage().contains("broken"), e.toString());
        }
    }

    private static boolean isAsking(final StackWalker.StackFrame frame) {
        return frame.getClassName().endsWith(".ChunkThief") && frame.getMethodName().equals("ask");
    }

    /** Requests are refused now and then, for ever: what is refused goes later. */
    @ParameterizedTest
    @EnumSource
    void shouldGoOnWithHardlyAnyRoom(final TestClusters.Plan plan) {
        final AggregationConfig tight = TestClusters.aggregation(512, 4, 1024, 2, 1, 2, 4);
        try (LoopbackNetwork network = new LoopbackNetwork(3);
            GmtCluster cluster = TestClusters.builder(3, plan, BalanceTroubleTest.class)
            .set(EAGER).set(tight)
            .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                .refusing((number, node, cls, length) -> number % 3 == 0)).start()) {
            assertEquals("", cluster.call(ctx -> once(ctx, 600)));
        }
    }

    private static String once(final TaskContext ctx, final int size) throws org.gmt4j.fibers.SuspendExecution {
        final GlobalIntArray ran = GlobalIntArray.allocate(ctx, size);
        ctx.parFor(size, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
            work(i < 200 ? 20_000 : 10);
            ran.addNb(c, i, 1);
            ran.addNb(c, size - 1 - i, 1);
        });
        final int[] all = new int[size];
        ran.get(ctx, 0, all, 0, size);
        for (int i = 0; i < size; i++) {
            if (all[i] != 2) {
                return "iteration " + i + " ran " + all[i] + " times";
            }
        }
        return "";
    }

    /** Nodes 1 and 2 cannot reach each other: neither questions nor parts go that way, and nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void shouldBalanceAroundNodesThatCannotBeReached(final TestClusters.Plan plan) {
        final MemoryControlNetwork control = new MemoryControlNetwork(3);
        control.filter((source, destination, frame) -> source + destination != 3 || source == 0 || destination == 0);
        try (LoopbackNetwork network = new LoopbackNetwork(3);
            GmtCluster cluster = TestClusters.builder(3, plan, BalanceTroubleTest.class)
            .set(EAGER).transports(OnDemandTransport.factory(network, control, ConnectKey.random(),
                ConnectConfig.DEFAULT.withTimeouts(100 * MS, 5 * MS, 50 * MS))).start()) {
            RAN.set(0);
            cluster.run(ctx -> ctx.parFor(3000, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                work(i < 1000 ? 50_000 : 10);
                RAN.incrementAndGet();
            }));
            assertEquals(3000, RAN.get());
            assertTrue(counter(cluster, "balance.asked") > 0);
        }
    }
}
