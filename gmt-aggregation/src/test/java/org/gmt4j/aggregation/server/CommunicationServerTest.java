package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One server between a lane and a transport that refuses. Node 0 sends, node 1 records. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class CommunicationServerTest implements BackPressure {
    private static final long WORD = CommandWord.base(CommandType.UPDATE, 0);
    private LoopbackNetwork network;
    private CommunicationServer sender;
    private CommunicationServer receiver;
    private Aggregator aggregator;
    private ReplyBuffers replies;
    private final CountingCompletion owner = new CountingCompletion();
    private final List<Long> operands = new ArrayList<>();
    private final List<Integer> replySlots = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private int wakeUps;

    private void open(final AggregationConfig config, final java.util.function.UnaryOperator<FaultyTransport> faults) {
        network = new LoopbackNetwork(2, 16384);
        sender = server(config, faults.apply(FaultyTransport.over(network.open(0, 2))));
        receiver = server(config, network.open(1, 2));
        sender.onWakeUp(() -> wakeUps++);
        aggregator = new Aggregator(config, Routes.direct(0, 2), 0, sender, this);
        replies = new ReplyBuffers(config, 2, sender::acceptReplies);
    }

    private CommunicationServer server(final AggregationConfig config, final Transport transport) {
        return new CommunicationServer(config, 77, transport, 2, new BlockReceivers((block, length) -> {
            for (long at = block + BlockHeader.LENGTH; at < block + length; at += 16) {
                operands.add(UnsafeApi.getLong(at + 8));
            }
            return true;
        }, (block, length) -> replySlots.add(BlockHeader.slot(block)),
            (source, expected, found) -> losses.add(source + ":" + expected + "->" + found)));
    }

    private static AggregationConfig config(final int blockCommands, final int bufferBlocks) {
        return new AggregationConfig(256, blockCommands, 0, 1024, bufferBlocks, 1000, 1, 1000, 1000, 0, 100);
    }

    @AfterEach
    void close() {
        if (network != null) {
            aggregator.close();
            replies.close();
            network.close();
        }
    }

    private void send(final int count) {
        for (int i = 0; i < count; i++) {
            aggregator.update(1, WORD, i, owner);
        }
        aggregator.flushAll(FlushReason.FORCED);
    }

    private void reply(final int slot) {
        final long at = replies.claim(1, BlockHeader.LENGTH);
        BlockHeader.encode(at, BlockHeader.LENGTH, BlockHeader.REPLY, 0, 0);
        BlockHeader.route(at, 1, 1, 1);
        BlockHeader.home(at, 0, slot, 1);
        replies.flushAll();
    }

    private void runUntil(final BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertTrue(i < 100_000,
                () -> "waits for ever: " + sender + " " + operands.size() + " " + replySlots.size());
            sender.send(0, 0);
            receiver.poll(10);
        }
    }

    private void assertOperands(final int count) {
        assertEquals(count, operands.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, operands.get(i));
        }
        assertEquals("[]", losses.toString());
        assertFalse(sender.hasUnsent());
    }

    @Test
    void shouldLoseNothingWhicheverClaimIsRefused() {
        for (int k = 1; k <= 12; k++) {
            operands.clear();
            replySlots.clear();
            final int refused = k;
            open(config(5, 3), transport -> transport.refusingClaim(refused));
            send(50);
            for (int slot = 0; slot < 4; slot++) {
                reply(slot);
            }
            runUntil(() -> operands.size() == 50 && replySlots.size() == 4);
            assertOperands(50);
            assertEquals("[0, 1, 2, 3]", replySlots.toString());
            assertEquals(k <= 8 ? 1 : 0, sender.counters().refusals(), "k = " + k);
            assertEquals(8, sender.counters().requestBuffers() + sender.counters().replyBuffers());
            close();
        }
        network = null;
    }

    @Test
    void shouldLoseNothingWhenMostClaimsAreRefused() {
        open(config(5, 3), transport -> transport.refusing((number, node, cls, length) -> number % 7 != 0));
        send(500);
        for (int slot = 0; slot < 40; slot++) {
            reply(slot);
        }
        runUntil(() -> operands.size() == 500 && replySlots.size() == 40);
        assertOperands(500);
        for (int slot = 0; slot < 40; slot++) {
            assertEquals(slot, replySlots.get(slot));
        }
    }

    @Test
    void shouldSendRepliesAlthoughRequestsAreRefusedForEver() {
        open(config(5, 3), transport -> transport.refusing((number, node, cls, length) -> cls == TrafficClass.REQUEST));
        send(100);
        for (int slot = 0; slot < 300; slot++) {
            reply(slot % 100);
            sender.send(0, 0);
            receiver.poll(10);
        }
        runUntil(() -> replySlots.size() == 300);
        assertEquals(0, operands.size());
        assertTrue(sender.hasUnsent());
        assertTrue(sender.queuedBytes(1) > 0);
    }

    @Test
    void shouldSendRequestsAlthoughRepliesAreRefusedForEver() {
        open(config(5, 3), transport -> transport.refusing((number, node, cls, length) -> cls == TrafficClass.REPLY));
        reply(0);
        send(100);
        runUntil(() -> operands.size() == 100);
        assertEquals(0, replySlots.size());
    }

    /** Blocks beyond the pool that nobody will ever need must not make the queues short. */
    @Test
    void shouldQueueAllBlocksHoweverManyThereMayBe() {
        open(new AggregationConfig(256, 4, 0, 1024, 2, 0, 1, 64, 64, 1 << 30, 2), transport -> transport);
        send(40);
        runUntil(() -> !sender.hasUnsent() && operands.size() == 40);
        assertOperands(40);
    }

    @Test
    void shouldServeOtherNodesWhenOneIsStalled() {
        final FaultyTransport[] faulty = new FaultyTransport[1];
        open(config(5, 3), transport -> faulty[0] = transport);
        faulty[0].stall(1);
        send(20);
        aggregator.update(0, WORD, 999, owner);
        aggregator.flushAll(FlushReason.FORCED);
        sender.send(0, 0);
        sender.poll(10);
        assertEquals("[999]", operands.toString());
        operands.clear();
        faulty[0].release(1);
        runUntil(() -> operands.size() == 20);
        assertOperands(20);
    }

    @Test
    void shouldCloseBuffersByBytesCountAgeAndIdleness() {
        open(config(1000, 3), transport -> transport);
        send(14 * 5);
        sender.send(0, 1000);
        assertEquals("FULL=0 COUNT=1 EXPIRED=0 IDLE=0", flushes());
        assertEquals(0, sender.send(999, 1000));
        assertEquals(1, sender.send(1000, 1000));
        assertEquals("FULL=0 COUNT=1 EXPIRED=1 IDLE=0", flushes());
        send(1);
        assertEquals(1, sender.send(1000, 0));
        assertEquals("FULL=0 COUNT=1 EXPIRED=1 IDLE=1", flushes());
        close();
        operands.clear();
        open(config(1000, 64), transport -> transport);
        send(14 * 5);
        sender.send(0, 1000);
        assertEquals("FULL=1 COUNT=0 EXPIRED=0 IDLE=0", flushes());
    }

    private String flushes() {
        final var flushes = sender.counters().flushes();
        return "FULL=" + flushes.get(FlushReason.FULL) + " COUNT=" + flushes.get(FlushReason.COUNT) + " EXPIRED="
            + flushes.get(FlushReason.EXPIRED) + " IDLE=" + flushes.get(FlushReason.IDLE);
    }

    @Test
    void shouldSendEachCommandInABufferOfItsOwnWhenBothLevelsAreOff() {
        open(config(1, 1), transport -> transport);
        send(30);
        sender.send(0, 1_000_000);
        assertEquals(30, sender.counters().requestBuffers());
        assertEquals("FULL=0 COUNT=30 EXPIRED=0 IDLE=0", flushes());
        runUntil(() -> operands.size() == 30);
        assertOperands(30);
    }

    @Test
    void shouldWakeTheServerForEachNewQueueAndReply() {
        open(config(1, 64), transport -> transport);
        send(3);
        assertEquals(1, wakeUps, "the queue is announced once");
        assertTrue(sender.hasHandOvers());
        sender.send(0, 0);
        assertFalse(sender.hasHandOvers());
        reply(0);
        assertEquals(2, wakeUps);
        send(1);
        assertEquals(3, wakeUps);
    }

    @Test
    void shouldRefuseBuffersLongerThanTheTransportTakes() {
        try (LoopbackNetwork small = new LoopbackNetwork(2, 2048)) {
            final Transport transport = small.open(0, 2);
            final String message = assertThrows(IllegalArgumentException.class, () -> server(config(1, 1), transport))
                .getMessage();
            assertTrue(message.contains("1024") && message.contains("504"), message);
        }
    }

    @Test
    void shouldIgnoreAForgedReplyToABlockThatTheTransportHasNotTaken() {
        final FaultyTransport[] faulty = new FaultyTransport[1];
        open(config(5, 3), transport -> faulty[0] = transport);
        faulty[0].stall(1);
        send(1);
        sender.send(0, 0);
        assertTrue(sender.hasUnsent());
        final int firstSlot = 0;
        final int firstGeneration = 1;
        assertFalse(forgedReply(firstSlot, firstGeneration), "its bytes are about to be copied");
        assertEquals(1, aggregator.counters().staleReplies());
        assertEquals(0, owner.completionCount());
        faulty[0].release(1);
        runUntil(() -> operands.size() == 1);
        assertOperands(1);
        assertTrue(forgedReply(firstSlot, firstGeneration), "now it looks like the real one");
        assertEquals(1, owner.completionCount());
    }

    private boolean forgedReply(final int slot, final int generation) {
        try (NativeBytes memory = new NativeBytes(BlockHeader.LENGTH)) {
            BlockHeader.encode(memory.address(), BlockHeader.LENGTH, BlockHeader.REPLY, 0, 0);
            BlockHeader.route(memory.address(), 1, 0, 0);
            BlockHeader.home(memory.address(), 0, slot, generation);
            return aggregator.inFlight().onReply(memory.address(), BlockHeader.LENGTH);
        }
    }

    @Override
    public void relieve(final int attempt) {
        throw new AssertionError("credits and pool are large enough here");
    }

    @Override
    public void blockClosed() {
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Test
    void shouldCountBuffersByWhereTheyGo() {
        open(config(5, 3), transport -> transport);
        final List<String> told = new ArrayList<>();
        sender.probe(new ServerProbe() {
            @Override
            public void requestsSent(final int hop, final int length, final int blocks, final FlushReason reason) {
                told.add("request " + hop + " " + length + " B " + blocks + " " + reason);
            }

            @Override
            public void repliesSent(final int hop, final int length) {
                told.add("reply " + hop + " " + length + " B");
            }
        });
        send(20);
        reply(0);
        runUntil(() -> operands.size() == 20 && replySlots.size() == 1);
        assertEquals("[0, 3]", java.util.Arrays.toString(sender.counters().messagesTo()));
        final long blocks = 4 * (BlockHeader.LENGTH + 5 * 16);
        assertEquals(2 * 32 + blocks + 32 + BlockHeader.LENGTH, sender.counters().bytesTo()[1]);
        assertEquals(sender.counters().sentBytes(), sender.counters().bytesTo()[1]);
        assertEquals("[reply 1 64 B, request 1 368 B 3 COUNT, request 1 144 B 1 IDLE]", told.toString());
        assertEquals(receiver.counters().receivedBytes(), sender.counters().bytesTo()[1]);
    }
}
