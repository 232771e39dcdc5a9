package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtCluster;
import org.gmt4j.ShufflingTransport;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Puts that return when their source may be used again: it is changed at once, and what a fence, a wait or a later
 * operation finds at the target, past every queue, is what was put.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PutLocalTest {
    /** Words of a long put, of a short one behind it, and of both. */
    private static final int LONG = 3000;
    private static final int SHORT = 5;
    private static final int WORDS = LONG + SHORT;
    private static final int ROUNDS = 6;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldLeaveTheSourceToTheCaller(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, PutLocalTest.class)) {
            assertEquals("", cluster.call(PutLocalTest::rounds));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldLeaveTheSourceOfARendezvousToTheCaller(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, PutLocalTest.class)
            .set(ProtocolConfig.upTo(40)).start()) {
            assertEquals("", cluster.call(PutLocalTest::rounds));
        }
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldLeaveTheSourceToTheCallerWithPoolsOfOneBuffer(final TopologyKind kind) {
        for (final int limit : new int[] {0, 1 << 20}) {
            try (GmtCluster cluster = TestClusters.builder(5, Plan.COMBINED, PutLocalTest.class)
                .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 1))
                .set("gmt.topology", kind)
                .set(new TopologyConfig("", RoutingRule.LDF, 1, 512, TopologyConfig.Replies.ROUTED))
                .set(ProtocolConfig.upTo(limit)).start()) {
                assertEquals("", cluster.call(PutLocalTest::rounds));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FCG,5,COMBINED,3,40", "FCG,7,COMBINED,40,1000000", "MFCG,5,COMBINED,40,40", "CFCG,8,COMBINED,30,40",
        "HYPERCUBE,8,COMBINED,5,1000000", "FCG,3,DEDICATED_1_1,40,40", "MFCG,5,DEDICATED_1_1,3,1000000",
        "FCG,3,DEDICATED_2_2,20,40"})
    void shouldHoldUnderLateAndReorderedDelivery(final TopologyKind kind, final int nodes, final Plan plan,
                                                 final int delay, final int limit) {
        try (LoopbackNetwork network = new LoopbackNetwork(nodes);
                GmtCluster cluster = TestClusters.builder(nodes, plan, PutLocalTest.class)
                    .set("gmt.topology", kind).set(TestClusters.edges(kind)).set(ProtocolConfig.upTo(limit))
                    .transports((nodeId, nodeCount) ->
                        new ShufflingTransport(network.open(nodeId, nodeCount), delay, 7L * delay)).start()) {
            assertEquals("", cluster.call(PutLocalTest::rounds));
        }
    }

    /** All nodes put to all nodes at once; every other round a fence for each node, a wait for all otherwise. */
    private static String rounds(final TaskContext ctx) throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        final ArmciMemory memory = Armci.of(ctx).allocate(8L * WORDS * nodes);
        final List<Long> addresses = ctx.callOnAll(c -> memory.address());
        final long[] address = addresses.stream().mapToLong(Long::longValue).toArray();
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final Armci armci = Armci.of(c);
            final long mine = 8L * WORDS * c.nodeId();
            final long[] values = new long[LONG];
            final LocalBuffer source = LocalBuffer.of(values);
            for (int round = 1; round <= ROUNDS; round++) {
                for (int k = 0; k < nodes; k++) {
                    final int node = (c.nodeId() + k) % nodes;
                    Arrays.fill(values, round);
                    armci.putLocal(source, 0, memory, node, mine, 8L * LONG);
                    Arrays.fill(values, -round);
                    armci.putLocal(source, 0, memory, node, mine + 8L * LONG, 8L * SHORT);
                    Arrays.fill(values, 77);
                    armci.addLongNb(memory, node, mine, 1000);
                    if (round % 2 == 0) {
                        Fence.fence(c, node);
                        final String found = check(address[node] + mine, round);
                        if (!found.isEmpty()) {
                            return "round " + round + " fence for node " + node + ": " + found;
                        }
                    }
                }
                c.await();
                for (int node = 0; node < nodes; node++) {
                    final String found = check(address[node] + mine, round);
                    if (!found.isEmpty()) {
                        return "round " + round + " node " + node + ": " + found;
                    }
                }
            }
            return "";
        }));
        Armci.of(ctx).free(memory);
        return wrong;
    }

    private static String check(final long address, final int round) {
        for (int i = 0; i < WORDS; i++) {
            final long found = UnsafeApi.getLongVolatile(null, address + 8L * i);
            if (found != (i == 0 ? 1000 + round : i < LONG ? round : -round)) {
                return "word " + i + " is " + found;
            }
        }
        return "";
    }

    /** A put that cannot leave is over for its source, and not for its target. */
    @Test
    void shouldReturnBeforeTheTargetHasIt() {
        final FaultyTransport[] first = new FaultyTransport[1];
        try (LoopbackNetwork network = new LoopbackNetwork(2);
                GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, PutLocalTest.class)
                    .transports((node, count) -> {
                        final FaultyTransport transport = FaultyTransport.over(network.open(node, count));
                        if (node == 0) {
                            first[0] = transport;
                        }
                        return transport;
                    }).start()) {
            NodeCluster.of(cluster).nodes().get(0).register(FaultyTransport.class, first[0]);
            assertEquals("", cluster.<String>call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(64);
                final FaultyTransport transport = EngineTask.of(ctx).runtime().service(FaultyTransport.class);
                final long[] value = {5};
                transport.stall(1);
                armci.putLocal(LocalBuffer.of(value), 0, memory, 1, 8, 8);
                value[0] = 6;
                String text = Fence.testNode(ctx, 1) ? "it has arrived through a stalled transport; " : "";
                transport.release(1);
                Fence.fence(ctx, 1);
                text += armci.getLong(memory, 1, 8) == 5 ? "" : "it has changed on its way; ";
                text += Refusal.of(() -> armci.putLocal(LocalBuffer.of(value), 0, memory, 1, 64, 8), "GMT-272");
                armci.free(memory);
                return text + Refusal.of(() -> armci.putLocal(LocalBuffer.of(value), 0, memory, 1, 0, 8), "GMT-270");
            }));
        }
    }
}
