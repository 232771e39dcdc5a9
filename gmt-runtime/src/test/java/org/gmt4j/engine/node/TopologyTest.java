package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.Visitor;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyConfig.Replies;
import org.gmt4j.aggregation.topology.TopologyException;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.cluster.ClusterBuilder;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs on nodes that forward, with one request buffer per edge and more traffic than it holds. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopologyTest {
    private static final int SHORT = 1024;
    private static final int EACH = 3000;

    /** Everybody adds everywhere, then everybody to node 0; then bulk, visits and a collective. */
    private static String hotTraffic(final TaskContext ctx) throws SuspendExecution {
        final int size = 64 * ctx.nodeCount();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(size).cyclic(1));
        ctx.executeOnAll(c -> {
            for (int i = 0; i < EACH; i++) {
                a.addNb(c, (i * 31L + c.nodeId()) % size, 1);
            }
            c.await();
        });
        final long everywhere = sum(ctx, a, size);
        ctx.executeOnAll(c -> {
            final int nodes = c.nodeCount();
            for (int i = 0; i < EACH; i++) {
                a.addNb(c, (long) (i % 64) * nodes, 1);
            }
            c.await();
        });
        final long toNodeZero = sum(ctx, a, size) - everywhere;
        final Visitor visitor = Visitor.open(ctx, a,
            (index, argument, c) -> a.addNb(c, (index * 7 + 1) % size, argument));
        ctx.parFor(size, 8, SpawnPolicy.SPREAD, (i, c) -> visitor.send(c, (i * 13) % size, 3));
        visitor.close(ctx);
        final GlobalLongArray b = GlobalLongArray.allocate(ctx, size);
        ctx.executeOnAll(c -> {
            c.barrier();
            final long nodes = c.collectives().allReduce(1, ReduceOperator.SUM);
            b.addNb(c, 0, nodes);
        });
        final String result = everywhere + " " + toNodeZero + " " + b.get(ctx, 0);
        a.free(ctx);
        b.free(ctx);
        return result;
    }

    private static long sum(final TaskContext ctx, final GlobalLongArray a, final int size) throws SuspendExecution {
        final long[] values = new long[size];
        a.get(ctx, 0, values, 0, size);
        long sum = 0;
        for (final long value : values) {
            sum += value;
        }
        return sum;
    }

    private static void run(final TopologyKind kind, final int nodes, final Plan plan, final TopologyConfig config,
                            final int refuseEvery) {
        final ClusterBuilder builder = TestClusters.builder(nodes, plan, TopologyTest.class).set("gmt.topology", kind)
            .set(config);
        final LoopbackNetwork network = new LoopbackNetwork(nodes);
        try {
            builder.transports((node, count) -> {
                final FaultyTransport transport = FaultyTransport.over(network.open(node, count));
                return refuseEvery > 0 ? transport.refusingEvery(refuseEvery) : transport;
            });
            try (GmtCluster cluster = builder.start()) {
                final long added = (long) EACH * nodes;
                assertEquals(added + " " + added + " " + (long) nodes * nodes, cluster.call(TopologyTest::hotTraffic),
                    () -> kind + " of " + nodes + " " + plan + " " + config);
                check(cluster, VirtualTopology.of(kind, nodes), config);
            }
        } finally {
            network.close();
        }
    }

    private static void check(final GmtCluster cluster, final VirtualTopology topology, final TopologyConfig config) {
        long forwarded = 0;
        for (final Node node : NodeCluster.of(cluster).nodes()) {
            final Map<String, Long> counters = node.counters();
            assertEquals(topology.kind() != TopologyKind.FCG, counters.containsKey("forwarded.blocks"));
            forwarded += counters.getOrDefault("forwarded.blocks", 0L);
            final int neighbours = topology.neighbourCount(node.nodeId());
            if (topology.kind() != TopologyKind.FCG && neighbours > 0 && config.replies() == Replies.DIRECT) {
                final long most = new BufferMemory(neighbours, 1, config.buffers(), config.bufferLength()).bytes();
                assertTrue(counters.get("edge.buffer.bytes") <= most, () -> counters + " but " + most);
                assertTrue(node.bufferBytes() >= counters.get("edge.buffer.bytes"));
            }
            assertEquals(0, counters.get("dropped"));
        }
        assertEquals(topology.maxHops() > 1, forwarded > 0);
    }

    private static TopologyConfig edges(final int buffers, final int length, final Replies replies) {
        return new TopologyConfig("", RoutingRule.LDF, buffers, length, replies);
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldCarryHotTrafficOverOneBufferPerEdge(final TopologyKind kind) {
        for (final int nodes : new int[] {1, 2, 3, 5, 7, 8, 11, 13}) {
            run(kind, nodes, Plan.COMBINED, edges(1, SHORT, nodes % 3 == 0 ? Replies.ROUTED : Replies.DIRECT), 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"MFCG,2,DEDICATED_1_1,DIRECT", "MFCG,5,DEDICATED_1_1,ROUTED", "MFCG,7,DEDICATED_1_1,DIRECT",
        "CFCG,5,DEDICATED_1_1,DIRECT", "HYPERCUBE,8,DEDICATED_1_1,ROUTED", "HYPERCUBE,3,DEDICATED_2_2,DIRECT",
        "MFCG,5,DEDICATED_2_2,ROUTED", "FCG,3,DEDICATED_1_1,DIRECT"})
    void shouldCarryHotTrafficWithThreadsPerRole(final TopologyKind kind, final int nodes, final Plan plan,
                                                 final Replies replies) {
        run(kind, nodes, plan, edges(1, SHORT, replies), 0);
    }

    @ParameterizedTest
    @CsvSource({"MFCG,7,COMBINED,DIRECT,2", "CFCG,11,COMBINED,ROUTED,3", "HYPERCUBE,13,COMBINED,DIRECT,3",
        "MFCG,5,DEDICATED_1_1,ROUTED,2"})
    void shouldCarryHotTrafficOverTransportsThatRefuse(final TopologyKind kind, final int nodes, final Plan plan,
                                                       final Replies replies, final int refuseEvery) {
        run(kind, nodes, plan, edges(1, SHORT, replies), refuseEvery);
    }

    @ParameterizedTest
    @CsvSource({"1,4096", "2,16384", "8,65536"})
    void shouldTakeEdgeBuffersOfAnyNumberAndLength(final int buffers, final int length) {
        run(TopologyKind.MFCG, 5, Plan.COMBINED, edges(buffers, length, Replies.DIRECT), 0);
        run(TopologyKind.CFCG, 7, Plan.COMBINED, edges(buffers, length, Replies.ROUTED), 0);
    }

    @Test
    void shouldTellOfFailuresBehindSeveralHops() {
        try (GmtCluster cluster = TestClusters.builder(13, Plan.COMBINED, TopologyTest.class)
            .set("gmt.topology", TopologyKind.HYPERCUBE).set(edges(1, SHORT, Replies.ROUTED)).start()) {
            final ParForException failed = assertThrows(ParForException.class,
                () -> cluster.run(ctx -> ctx.executeOnAll(c -> {
                if (c.nodeId() == 12) {
                    throw new IllegalArgumentException("on purpose");
                }
            })));
            assertTrue(failed.getMessage().contains("on purpose"), failed.getMessage());
        }
    }

    @Test
    void shouldRefuseShapesBeforeAnythingIsStarted() {
        final ClusterBuilder builder = TestClusters.builder(7, Plan.COMBINED, TopologyTest.class)
            .set("gmt.topology", TopologyKind.MFCG)
            .set(new TopologyConfig("3x2", RoutingRule.LDF, 1, SHORT, Replies.DIRECT));
        final RuntimeException refused = assertThrows(RuntimeException.class, builder::start);
        assertTrue(refused instanceof TopologyException && refused.getMessage().startsWith("GMT-260"),
            refused::toString);
    }
}
