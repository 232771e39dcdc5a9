package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyConfig.Replies;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hot traffic over every topology with one request buffer per edge, the smallest rings, hardly any blocks and reply
 * buffers, and transports that refuse: it must end, with exact results, and within the memory of the formula.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TopologyFloodTest {
    private static final int RING = 1024;
    private static final int BUFFER = 240;
    private static final int[] NODES = {1, 2, 3, 5, 7, 8, 11, 13};

    private static void flood(final VirtualTopology topology, final TopologyConfig edges, final int commands,
                              final int target, final int stall, final boolean hasVisits, final boolean isFaulty) {
        final int nodeCount = topology.nodeCount();
        final AggregationConfig config = new AggregationConfig(128, 512, 0, BUFFER, 64, 20_000, 1, 2,
            4, hasVisits ? 4096 : 0, 2);
        try (LoopbackNetwork network = new LoopbackNetwork(nodeCount, RING)) {
            final List<FloodNode> nodes = new ArrayList<>();
            for (int i = 0; i < nodeCount; i++) {
                final FaultyTransport transport = FaultyTransport.over(network.open(i, nodeCount));
                nodes.add(new FloodNode(config, isFaulty ? transport.refusingEvery(2 + i % 3).delaying(i % 2)
                    : transport, commands, stall,
                    hasVisits, Routes.of(topology, i), edges, target));
            }
            FloodTest.flood(nodes, config, commands);
            final boolean isForwarding = topology.maxHops() > 1 && target < 0;
            assertTrue(!isForwarding
                || nodes.stream().mapToLong(node -> node.server.counters().forwardedBlocks()).sum() > 0);
            for (final FloodNode node : nodes) {
                final int neighbours = topology.neighbourCount(node.nodeId);
                final long most = topology.kind() == TopologyKind.FCG || neighbours == 0 ? 0
                    : new BufferMemory(neighbours, 1, edges.buffers(), BUFFER)
                        .bytes() * (edges.replies() == Replies.ROUTED ? 2 : 1);
                assertTrue(node.server.counters().edgeBufferBytes() <= most, node::toString);
            }
        }
    }

    private static TopologyConfig edges(final int buffers, final Replies replies) {
        return new TopologyConfig("", RoutingRule.LDF, buffers, BUFFER, replies);
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldEndWhenAllFloodAll(final TopologyKind kind) {
        for (final int nodes : NODES) {
            flood(VirtualTopology.of(kind, nodes), edges(1, nodes % 2 == 0 ? Replies.DIRECT : Replies.ROUTED),
                6000 / nodes, -1, 0, false, false);
        }
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldEndWhenAllFloodOne(final TopologyKind kind) {
        for (final int nodes : NODES) {
            flood(VirtualTopology.of(kind, nodes), edges(1, nodes % 2 == 0 ? Replies.ROUTED : Replies.DIRECT),
                6000 / nodes, 0, 5, false, false);
        }
    }

    @ParameterizedTest
    @CsvSource({"MFCG,7,DIRECT", "MFCG,13,ROUTED", "CFCG,11,DIRECT", "CFCG,13,ROUTED", "HYPERCUBE,7,ROUTED",
        "HYPERCUBE,13,DIRECT", "FCG,5,DIRECT"})
    void shouldEndOverTransportsThatRefuseAndDelay(final TopologyKind kind, final int nodes, final Replies replies) {
        final VirtualTopology topology = VirtualTopology.of(kind, nodes, kind.defaultShape(nodes), RoutingRule.NFDF);
        flood(topology, edges(1, replies), 400, -1, 3, false, true);
        flood(VirtualTopology.of(kind, nodes), edges(1, replies), 400, -1, 0, false, true);
        flood(VirtualTopology.of(kind, nodes), edges(1, replies), 400, 0, 0, false, true);
    }

    @ParameterizedTest
    @CsvSource({"MFCG,5,1", "CFCG,7,1", "HYPERCUBE,11,2", "MFCG,8,8"})
    void shouldEndWhenVisitsFloodToo(final TopologyKind kind, final int nodes, final int buffers) {
        flood(VirtualTopology.of(kind, nodes), edges(buffers, Replies.DIRECT), 500, -1, 0, true, false);
    }
}
