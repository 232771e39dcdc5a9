package org.gmt4j.aggregation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * Nodes of a forwarding topology, stepped by hand by one thread: each sends numbers and records those that it gets, or
 * refuses them.
 */
final class EdgeRig implements AutoCloseable {
    private static final long WORD = CommandWord.base(CommandType.UPDATE, 0);

    final List<Member> members = new ArrayList<>();
    private final LoopbackNetwork network;

    /** @param buffers request buffers per edge, each of which holds some three blocks */
    EdgeRig(final VirtualTopology topology, final TopologyConfig edges, final UnaryOperator<FaultyTransport> faults) {
        final int nodes = topology.nodeCount();
        network = new LoopbackNetwork(nodes, 4096);
        // One command a block, so that blocks are small and all alike.
        final AggregationConfig config = new AggregationConfig(128, 1, 0, 512, 64, 1_000_000, 1, 1000, 1000, 0, 16);
        for (int node = 0; node < nodes; node++) {
            members.add(new Member(config, Routes.of(topology, node), edges,
                faults.apply(FaultyTransport.over(network.open(node, nodes)))));
        }
    }

    /** All take turns until the condition holds. */
    void runUntil(final BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i > 100_000) {
                throw new AssertionError("waits for ever: " + members);
            }
            run(1);
        }
    }

    void run(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            members.forEach(Member::turn);
        }
    }

    @Override
    public void close() {
        members.forEach(Member::close);
        network.close();
    }

    /** One node. */
    static final class Member implements BackPressure, PeerTrouble {
        final int nodeId;
        final Aggregator aggregator;
        final ReplyBuffers replies;
        final CommunicationServer server;
        final CountingCompletion completion = new CountingCompletion();
        /** Origin x 1,000,000 + number, in the order of execution. */
        final List<Long> executed = new ArrayList<>();
        final FaultyTransport transport;
        boolean refuses;
        boolean isGone;
        /** What the transport could not do. */
        final List<String> told = new ArrayList<>();

        Member(final AggregationConfig config, final Routes routes, final TopologyConfig edges,
               final FaultyTransport transport) {
            this.transport = transport;
            nodeId = routes.nodeId();
            server = new CommunicationServer(config, routes, edges, 77, transport, 1,
                new BlockReceivers(this::onRequest, this::onReply, (source, expected, found) -> {
                    throw new AssertionError("lost buffers of " + source);
                }));
            aggregator = new Aggregator(config, routes, 0, server, this);
            replies = edges.replies() == TopologyConfig.Replies.ROUTED
                ? new ReplyBuffers(config, routes, server::acceptReplies)
                : new ReplyBuffers(config, routes.topology().nodeCount(), server::acceptReplies);
        }

        EdgeTraffic requests() {
            return server.edges().requests();
        }

        /** Credits for a neighbour that are here. */
        int credits(final int neighbour) {
            return requests().credits().available(requests().edgeTo(neighbour));
        }

        void send(final int target, final long first, final int count) {
            for (long number = first; number < first + count; number++) {
                aggregator.update(target, WORD, nodeId * 1_000_000L + number, completion);
            }
            aggregator.flushAll(FlushReason.FORCED);
        }

        private boolean onRequest(final long block, final int length) {
            if (refuses) {
                return false;
            }
            final long answer = replies.claim(BlockHeader.origin(block), BlockHeader.LENGTH);
            if (answer == 0) {
                return false;
            }
            executed.add(UnsafeApi.getLong(block + BlockHeader.LENGTH + 8));
            BlockHeader.encodeReply(answer, block, BlockHeader.LENGTH, 0, 0);
            return true;
        }

        private boolean onReply(final long block, final int length) {
            if (!aggregator.inFlight().onReply(block, length)) {
                throw new AssertionError("a stale reply");
            }
            return true;
        }

        /** Leaves without a word. */
        void vanish() {
            isGone = true;
            transport.close();
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
            throw new AssertionError(reason);
        }

        void turn() {
            if (isGone) {
                return;
            }
            server.poll(8);
            replies.flushAll();
            server.send(0, 0);
        }

        @Override
        public void relieve(final int attempt) {
            throw new AssertionError("the pool is large enough");
        }

        @Override
        public void blockClosed() {
        }

        @Override
        public long nowNs() {
            return 0;
        }

        void close() {
            aggregator.close();
            replies.close();
            server.close();
        }

        @Override
        public String toString() {
            return "\n" + nodeId + " executed " + executed.size() + " pending " + completion.pendingCount()
                + " " + server;
        }
    }
}
