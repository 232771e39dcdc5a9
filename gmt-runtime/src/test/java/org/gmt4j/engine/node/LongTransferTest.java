package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transfers long enough to go straight into the transport: in order with everything else of their task, their source
 * free when the call returns, whatever the transport refuses.
 */
@Timeout(240)
class LongTransferTest {
    private static final int PART = 20_011;

    /** Adds before, a put that overwrites them, adds behind, and what a get in between sees; all non-blocking. */
    private static String inOrder(final TaskContext ctx, final GlobalLongArray a, final long low, final int count)
        throws SuspendExecution {
        final long[] source = new long[count];
        final long[] before = new long[count];
        final long[] after = new long[count];
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < count; i += 97) {
                a.addNb(ctx, low + i, 1_000_000);
            }
            for (int i = 0; i < count; i++) {
                source[i] = round * 10L + i;
            }
            a.putNb(ctx, low, source, 0, count);
            Arrays.fill(source, -1);
            a.getNb(ctx, low, before, 0, count);
            for (int i = 0; i < count; i += 89) {
                a.addNb(ctx, low + i, 5);
            }
            a.getNb(ctx, low, after, 0, count);
            ctx.await();
            for (int i = 0; i < count; i++) {
                if (before[i] != round * 10L + i || after[i] != before[i] + (i % 89 == 0 ? 5 : 0)) {
                    return "round " + round + " element " + i + ": " + before[i] + ", then " + after[i];
                }
            }
        }
        return "";
    }

    private static String bytes(final TaskContext ctx, final GlobalByteArray b) throws SuspendExecution {
        final byte[] source = new byte[(int) b.size() - 5];
        for (int i = 0; i < source.length; i++) {
            source[i] = (byte) (i * 31);
        }
        b.put(ctx, 3, source, 0, source.length);
        final byte[] found = new byte[(int) b.size()];
        b.get(ctx, 0, found, 0, found.length);
        return found[2] == 0 && found[found.length - 1] == 0
            && Arrays.equals(source, Arrays.copyOfRange(found, 3, 3 + source.length))
            ? "" : "bytes differ";
    }

    private static String all(final TaskContext ctx) throws SuspendExecution {
        final int n = ctx.nodeCount();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, (long) PART * n);
        final GlobalByteArray b = GlobalByteArray.allocate(ctx, 30_001L * n + 1);
        final StringBuilder wrong = new StringBuilder(bytes(ctx, b));
        // Each task writes across the border of two nodes; several are under way on each node.
        final GlobalLongArray failures = GlobalLongArray.allocate(ctx, 1);
        ctx.parFor(n * 4L, 1, SpawnPolicy.SPREAD, (task, c) -> {
            final long low = task * PART / 4 + 3;
            final int count = (int) Math.min(PART / 4 - 7, a.size() - low);
            final String found = inOrder(c, a, low, count);
            failures.addNb(c, 0, found.isEmpty() ? 0 : 1);
        });
        wrong.append(inOrder(ctx, a, 0, PART * n));
        final long failed = failures.get(ctx, 0);
        a.free(ctx);
        b.free(ctx);
        failures.free(ctx);
        return wrong + (failed == 0 ? "" : failed + " tasks failed");
    }

    private static void run(final int nodes, final Plan plan, final AggregationConfig config,
                            final TransportFactory transports) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, LongTransferTest.class).set(config)
            .transports(transports).start()) {
            assertEquals("", cluster.call(LongTransferTest::all), () -> plan + " " + config);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldKeepOrder(final int nodes) {
        run(nodes, Plan.COMBINED, AggregationConfig.DEFAULT, null);
        run(nodes, Plan.DEDICATED_1_1, AggregationConfig.DEFAULT, null);
    }

    @ParameterizedTest
    @CsvSource({"MFCG,5,1,16384,DIRECT", "MFCG,7,2,1024,ROUTED", "HYPERCUBE,7,1,16384,ROUTED", "CFCG,8,1,8192,DIRECT"})
    void shouldKeepOrderOverForwardingTopologies(final TopologyKind kind, final int nodes, final int buffers,
                                                 final int length, final TopologyConfig.Replies replies) {
        for (final Plan plan : new Plan[] {Plan.COMBINED, Plan.DEDICATED_1_1}) {
            try (GmtCluster cluster = TestClusters.builder(nodes, plan, LongTransferTest.class)
                .set("gmt.topology", kind)
                .set(new TopologyConfig("", RoutingRule.LDF, buffers, length, replies)).start()) {
                assertEquals("", cluster.call(LongTransferTest::all), () -> kind + " " + plan);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void shouldKeepOrderWhenClaimsAreRefused(final int every) {
        run(3, Plan.COMBINED, AggregationConfig.DEFAULT, faulty(3, every, 0));
        run(2, Plan.COMBINED, AggregationConfig.DEFAULT, faulty(2, every, 3));
    }

    private static TransportFactory faulty(final int nodes, final int every, final int delay) {
        final LoopbackNetwork network = new LoopbackNetwork(nodes);
        return (nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount)).delaying(delay)
            .refusingEvery(every);
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLiveWithPoolsOfOne(final Plan plan) {
        run(3, plan, TestClusters.aggregation(4096, 512, 16384, 64, 1, 1, 1), null);
        run(3, plan, TestClusters.aggregation(256, 512, 8192, 1, 1, 2, 1), null);
    }
}
