package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long data for a neighbour that goes while it holds all credits of its edge. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DirectToVanishedHopTest implements BackPressure, PeerTrouble {
    private static final long WORD = CommandWord.base(CommandType.UPDATE, 0);
    private static final AggregationConfig CONFIG =
        new AggregationConfig(128, 8, 0, 1024, 64, 0, 1, 1000, 1000, 0, 16);
    private final VirtualTopology topology = VirtualTopology.of(TopologyKind.MFCG, 4);
    private final LoopbackNetwork network = new LoopbackNetwork(4, 16384);
    private final List<String> told = new ArrayList<>();
    private CommunicationServer server;
    private Aggregator aggregator;

    @AfterEach
    void close() {
        aggregator.close();
        server.close();
        network.close();
    }

    @Override
    public boolean unreachable(final int node, final String reason) {
        told.add("unreachable " + node);
        aggregator.failures().failPending(node, new IllegalStateException(reason));
        return true;
    }

    @Override
    public void undeliverable(final int node, final String reason) {
        told.add("undeliverable " + node);
    }

    @Override
    public void lost(final String reason) {
        told.add("lost");
    }

    @Override
    public void blockClosed() {
        server.send(0, 0);
    }

    @Override
    public void relieve(final int attempt) {
        assertTrue(attempt < 1000, () -> "waits for ever: " + server + " " + told);
        server.poll(8);
        server.send(0, 0);
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Test
    void shouldFailLongDataWhenTheNeighbourHasGoneWithAllCredits() {
        final Routes routes = Routes.of(topology, 0);
        server = new CommunicationServer(CONFIG, routes,
            new TopologyConfig("", RoutingRule.LDF, 1, 1024, TopologyConfig.Replies.DIRECT), 77, network.open(0, 4), 1,
            new BlockReceivers((block, length) -> true,
                (block, length) -> aggregator.inFlight().onReply(block, length), (s, e, f) -> { }));
        server.onTrouble(this);
        aggregator = new Aggregator(CONFIG, routes, 0, server, this);
        aggregator.transfers().sendDirectly(server);
        final Transport gone = network.open(1, 4);
        network.open(2, 4);
        network.open(3, 4);

        aggregator.update(1, WORD, 1, new CountingCompletion());
        aggregator.flushAll(FlushReason.FORCED);
        server.send(0, 0);
        assertEquals(0, server.edges().requests().credits().available(routes.edgeTo(1)), "the only credit is there");
        gone.close();

        final int length = aggregator.transfers().maxDirectLength(1);
        assertTrue(length > 0);
        final CountingCompletion owner = new CountingCompletion();
        try (NativeBytes data = new NativeBytes(length)) {
            aggregator.transfers().putDirect(1, WORD, null, data.address(), length, owner);
        }
        assertTrue(owner.isComplete());
        assertTrue(owner.takeFailure().getMessage().contains("node 1"));
        assertEquals(List.of("undeliverable 1", "unreachable 1"), told);
        assertEquals(1, aggregator.inFlight().count(), "only the block that the neighbour has taken with it");
    }
}
