package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.gmt4j.aggregation.server.EdgeRig.Member;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyConfig.Replies;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the proof that nothing dead-locks asks of the server, one test a condition. Four nodes in a square, 0-1, 0-2,
 * 1-3, 2-3: requests from 1 to 2 go by way of 0.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ForwardingTest {
    private static final VirtualTopology SQUARE = VirtualTopology.of(TopologyKind.MFCG, 4);
    private EdgeRig rig;

    private void open(final int buffers, final Replies replies) {
        rig = new EdgeRig(SQUARE, edges(buffers, replies), transport -> transport);
    }

    private static TopologyConfig edges(final int buffers, final Replies replies) {
        return new TopologyConfig("", RoutingRule.LDF, buffers, 512, replies);
    }

    private Member node(final int node) {
        return rig.members.get(node);
    }

    private static List<Long> numbers(final int origin, final int count) {
        return LongStream.range(0, count).mapToObj(i -> origin * 1_000_000L + i).toList();
    }

    /** All has been answered, all edge buffers are empty, all credits at home. */
    private void assertRest() {
        rig.runUntil(() -> rig.members.stream().allMatch(member -> member.aggregator.inFlight().count() == 0
                && !member.server.hasUnsent()
            && !member.server.hasTrafficPending()));
        for (final Member member : rig.members) {
            assertEquals(0, member.completion.pendingCount());
            assertEquals(0, member.server.counters().dropped());
            assertEquals(0, member.requests().buffers().inUse(), member::toString);
            for (final int neighbour : SQUARE.neighbours(member.nodeId)) {
                assertEquals(member.requests().credits().perEdge(), member.credits(neighbour), member::toString);
            }
        }
    }

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Replies.class)
    void shouldForward(final Replies replies) {
        open(2, replies);
        node(1).send(2, 0, 10);
        rig.runUntil(() -> node(2).executed.size() == 10);
        assertEquals(numbers(1, 10), node(2).executed);
        assertRest();
        assertTrue(node(0).server.counters().forwardedBlocks() >= 10);
        assertEquals(replies == Replies.DIRECT ? 0 : 10, node(3).server.counters().forwardedBlocks(),
            "replies from 2 to 1 go by way of 3");
        assertEquals(0, node(0).executed.size());
    }

    /** Condition a: replies and acknowledgements are taken whatever becomes of requests. */
    @Test
    void shouldTakeRepliesAndCreditsWhileRequestsAreRefused() {
        open(1, Replies.DIRECT);
        node(0).refuses = true;
        node(1).send(0, 0, 20);
        node(0).send(1, 0, 20);
        rig.runUntil(() -> node(0).completion.pendingCount() == 0);
        rig.runUntil(() -> node(0).credits(1) == 1);
        assertEquals(20, node(1).completion.pendingCount());
        assertEquals(0, node(1).credits(0));
        node(0).refuses = false;
        assertRest();
    }

    /** Condition b: a forward that cannot go on stops nothing else at its server. */
    @Test
    void shouldServeOthersWhileAForwardWaits() {
        open(1, Replies.DIRECT);
        node(2).refuses = true;
        node(1).send(2, 0, 30);
        rig.runUntil(() -> node(0).requests().buffers().inUse() == 1 && node(0).credits(2) == 0);
        rig.run(50);
        assertEquals(1, node(0).requests().waitingBlocks() > 0 ? 1 : 0);
        assertEquals(0, node(1).credits(0), "the edge is used up");
        node(2).send(0, 0, 5);
        node(0).send(1, 0, 5);
        rig.runUntil(() -> node(0).executed.size() == 5 && node(1).executed.size() == 5);
        rig.runUntil(() -> node(0).completion.pendingCount() == 0 && node(2).completion.pendingCount() == 0);
        assertEquals(0, node(2).executed.size());
        node(2).refuses = false;
        rig.runUntil(() -> node(2).executed.size() == 30);
        assertEquals(numbers(1, 30), node(2).executed);
        assertRest();
    }

    /** Condition c: a credit goes back when each block of the buffer was executed or handed on, not earlier. */
    @Test
    void shouldGiveTheCreditBackWithTheLastBlockOfABuffer() {
        open(1, Replies.DIRECT);
        node(2).refuses = true;
        // Uses up the edge from 0 to 2.
        node(0).send(2, 0, 1);
        rig.runUntil(() -> node(0).credits(2) == 0);
        // Four blocks to one next hop make one buffer: two for 0 and two for 2.
        node(1).send(0, 0, 1);
        node(1).send(2, 1, 1);
        node(1).send(0, 2, 1);
        node(1).send(2, 3, 1);
        rig.runUntil(() -> node(0).executed.size() == 2);
        rig.run(50);
        assertEquals(1, node(1).server.counters().requestBuffers(), "one buffer for two destinations");
        assertEquals(2, node(0).requests().waitingBlocks());
        assertEquals(0, node(1).credits(0), "two of its blocks are still there");
        node(2).refuses = false;
        rig.runUntil(() -> node(1).credits(0) == 1);
        assertEquals(0, node(0).requests().buffers().inUse());
        rig.runUntil(() -> node(2).executed.size() == 3);
        assertRest();
    }

    /** Condition d: executing a request needs no request buffer, so it goes on where none is left. */
    @Test
    void shouldExecuteWhereAllItsOwnEdgesAreUsedUp() {
        open(1, Replies.DIRECT);
        node(1).refuses = true;
        node(2).refuses = true;
        node(0).send(1, 0, 20);
        node(0).send(2, 0, 20);
        rig.runUntil(() -> node(0).credits(1) == 0 && node(0).credits(2) == 0);
        node(1).send(0, 0, 20);
        node(2).send(0, 0, 20);
        rig.runUntil(() -> node(1).completion.pendingCount() == 0 && node(2).completion.pendingCount() == 0);
        assertEquals(40, node(0).executed.size());
        node(1).refuses = false;
        node(2).refuses = false;
        assertRest();
    }

    /** Condition e: what a node issues itself waits at home, and takes no edge buffer of anybody who forwards. */
    @Test
    void shouldKeepOwnRequestsOutOfEdgeBuffers() {
        open(1, Replies.DIRECT);
        node(2).refuses = true;
        node(0).send(2, 0, 60);
        rig.runUntil(() -> node(0).credits(2) == 0);
        rig.run(50);
        assertEquals(0, node(0).requests().buffers().inUse());
        assertEquals(0, node(0).server.counters().edgeBufferBytes());
        node(1).send(2, 0, 20);
        rig.runUntil(() -> node(0).requests().buffers().inUse() == 1);
        node(2).refuses = false;
        rig.runUntil(() -> node(2).executed.size() == 80);
        final int lastForwarded = node(2).executed.lastIndexOf(1_000_019L);
        assertTrue(lastForwarded < 79 && node(2).executed.indexOf(1_000_000L) < 40,
            () -> "they take turns: " + node(2).executed);
        assertRest();
    }

    /** Condition f: one way from origin to target, and order on each edge, so order from origin to target. */
    @ParameterizedTest
    @CsvSource({"MFCG,4,DIRECT", "MFCG,7,ROUTED", "CFCG,11,DIRECT", "CFCG,8,ROUTED", "HYPERCUBE,13,DIRECT",
        "HYPERCUBE,7,ROUTED"})
    void shouldKeepTheOrderOfEachPair(final TopologyKind kind, final int nodes, final Replies replies) {
        for (int buffers = 1; buffers <= 2; buffers++) {
            final Random random = new Random(buffers);
            try (EdgeRig all = new EdgeRig(VirtualTopology.of(kind, nodes), edges(buffers, replies),
                transport -> transport.refusingEvery(3))) {
                final long[][] next = new long[nodes][nodes];
                for (int i = 0; i < 40 * nodes; i++) {
                    final Member member = all.members.get(random.nextInt(nodes));
                    final int target = random.nextInt(nodes);
                    if (target != member.nodeId) {
                        member.send(target, next[member.nodeId][target]++, 1);
                    }
                    all.members.get(random.nextInt(nodes)).turn();
                }
                all.runUntil(() -> all.members.stream().allMatch(member -> member.completion.pendingCount() == 0));
                for (final Member member : all.members) {
                    for (int origin = 0; origin < nodes; origin++) {
                        final long from = origin * 1_000_000L;
                        assertEquals(LongStream.range(from, from + next[origin][member.nodeId]).boxed().toList(),
                            member.executed.stream().filter(number -> number / 1_000_000 * 1_000_000 == from).toList());
                    }
                }
            }
        }
    }

    @Test
    void shouldLoseNothingWhicheverClaimIsRefused() {
        for (int k = 1; k <= 30; k++) {
            final int refused = k;
            rig = new EdgeRig(SQUARE, edges(1, Replies.ROUTED), transport -> transport.refusingClaim(refused));
            node(1).send(2, 0, 9);
            node(3).send(0, 0, 9);
            node(2).send(1, 0, 9);
            assertRest();
            assertEquals(numbers(1, 9), node(2).executed);
            rig.close();
        }
        rig = null;
    }

    @Test
    void shouldShareABufferAmongDestinations() {
        open(4, Replies.DIRECT);
        for (int target = 0; target < 4; target++) {
            if (target != 1) {
                node(1).aggregator.update(target, 0x4000000000000000L, 1_000_000L, node(1).completion);
            }
        }
        node(1).aggregator.flushAll(org.gmt4j.aggregation.queue.FlushReason.FORCED);
        rig.runUntil(() -> node(1).completion.pendingCount() == 0);
        assertEquals(2, node(1).server.counters().requestBuffers(), "one for 0 and 2, one for 3");
        assertRest();
    }

    // --- neighbours that do not keep the rules ---

    private final BufferBuilder buffer = new BufferBuilder();
    private final EdgeExchange exchange = new EdgeExchange(Routes.of(SQUARE, BufferBuilder.NODE),
        edges(1, Replies.DIRECT), 512, 512);

    private BufferReader reader(final TrafficClass cls) {
        return new BufferReader(BufferBuilder.NODE, 4, BufferBuilder.JOB, cls, 1024, (address, length) -> true,
            (source, expected, found) -> { }, exchange);
    }

    private BufferBuilder transit(final int destination, final int length) {
        return buffer.begin().block(length, 0, destination, BlockHeader.REQUEST, 1, 0);
    }

    @Test
    void shouldRefuseMoreBuffersThanCredits() {
        final BufferReader reader = reader(TrafficClass.REQUEST);
        assertTrue(reader.onFragment(buffer.address(), transit(3, 64).end(0, 0)));
        assertEquals(1, exchange.requests().waitingBlocks());
        final int length = transit(3, 64).end(0, 1);
        final IllegalStateException refused = assertThrows(IllegalStateException.class,
            () -> reader.onFragment(buffer.address(), length));
        assertTrue(refused.getMessage().startsWith("GMT-264 neighbour 0"), refused.getMessage());
    }

    @Test
    void shouldDropBlocksOfNodesThatAreNoNeighbours() {
        final BufferReader reader = reader(TrafficClass.REQUEST);
        assertTrue(reader.onFragment(buffer.address(), transit(3, 64).end(2, 0)));
        assertEquals(1, reader.droppedCount());
        assertFalse(exchange.hasWork());
    }

    @Test
    void shouldDropBlocksForNodesThatDoNotExist() {
        final BufferReader reader = reader(TrafficClass.REQUEST);
        assertTrue(reader.onFragment(buffer.address(), transit(4, 64).end(0, 0)));
        assertTrue(reader.onFragment(buffer.address(), transit(-1, 64).end(0, 1)));
        assertEquals(2, reader.droppedCount());
        assertEquals(0, exchange.requests().waitingBlocks());
        assertEquals(2, exchange.requests().buffers().takeOwed(0), "the buffers are free all the same");
    }

    @Test
    void shouldDropWhatIsLongerThanABuffer() {
        final BufferReader reader = reader(TrafficClass.REQUEST);
        transit(3, 320).block(320, 0, 2, BlockHeader.REQUEST, 2, 0);
        assertTrue(reader.onFragment(buffer.address(), buffer.end(0, 0)));
        assertEquals(1, reader.droppedCount());
        assertEquals(1, exchange.requests().waitingBlocks());
        assertTrue(reader.onFragment(buffer.address(), transit(2, 1024).end(3, 0)));
        assertEquals(2, reader.droppedCount());
    }

    @Test
    void shouldRefuseForgedAcknowledgements() {
        final BufferReader reader = reader(TrafficClass.REPLY);
        final int length = buffer.begin().end(0, 0, TrafficClass.REPLY);
        BufferHeader.acknowledge(buffer.address(), 1, 0);
        assertTrue(assertThrows(IllegalStateException.class, () -> reader.onFragment(buffer.address(), length))
            .getMessage().startsWith("GMT-263"));
        BufferHeader.encode(buffer.address(), length, BufferBuilder.JOB, 2, TrafficClass.REPLY.ordinal(), 0);
        BufferHeader.acknowledge(buffer.address(), 1, 0);
        assertTrue(assertThrows(IllegalStateException.class, () -> reader.onFragment(buffer.address(), length))
            .getMessage().startsWith("GMT-265"));
    }

    @AfterEach
    void closeBuffer() {
        buffer.close();
        exchange.close();
    }
}
