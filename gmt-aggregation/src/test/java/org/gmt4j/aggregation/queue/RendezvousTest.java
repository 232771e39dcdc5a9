package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.RendezvousRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both ends of rendezvous, two lanes and what is between them, step by step. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RendezvousTest {
    private static final int ORIGIN = 0;
    private static final int TARGET = 1;
    private static final int ORIGIN_LANE = 3;
    private static final int TARGET_LANE = 5;
    private static final int LENGTH = 5_000;

    private final CountingCompletion owner = new CountingCompletion();
    private final Side origin = new Side(ORIGIN, ORIGIN_LANE);
    private final Side target = new Side(TARGET, TARGET_LANE);

    /** One lane; what it sends is kept until the test moves it. */
    private static final class Side implements BlockSink, BackPressure {
        final Deque<byte[]> requests = new ArrayDeque<>();
        final Deque<byte[]> replies = new ArrayDeque<>();
        final Deque<NetworkBuffer> sealed = new ArrayDeque<>();
        final Lane lane;
        Runnable onRelieve = () -> {
            throw new AssertionError("the lane waits");
        };

        Side(final int node, final int index) {
            final AggregationConfig config = new AggregationConfig(256, 7, 1000, 1024, 64, 1000, 1, 4, 16, 0, 2);
            lane = new Lane(index, new Aggregator(config, Routes.direct(node, 2), index, this, this),
                new ReplyBuffers(config, 2, sealed::add));
        }

        Rendezvous desk() {
            return lane.rendezvous();
        }

        @Override
        public void accept(final RequestBlock block) {
            block.departed();
            requests.add(NativeBytes.copy(block.address(), block.length()));
        }

        /** Sends what can go. @return blocks */
        int pump() {
            final int pumped = desk().pump();
            lane.replies().flushAll();
            return pumped;
        }

        /** Takes the buffers away, as the network does. */
        void depart() {
            for (NetworkBuffer buffer = sealed.poll(); buffer != null; buffer = sealed.poll()) {
                for (int at = BufferHeader.LENGTH; at < buffer.length();
                    at += BlockHeader.length(buffer.address() + at)) {
                    replies.add(NativeBytes.copy(buffer.address() + at, BlockHeader.length(buffer.address() + at)));
                }
                buffer.release();
            }
        }

        /** One block of the other side. */
        void take(final byte[] block) {
            final long at = UnsafeApi.allocateMemory(block.length);
            try {
                for (int i = 0; i < block.length; i++) {
                    UnsafeApi.putByte(at + i, block[i]);
                }
                assertEquals(lane.index(), BlockHeader.lane(at));
                assertEquals(BlockHeader.TRANSFER, BlockHeader.flags(at));
                desk().onBlock(at, block.length);
            } finally {
                UnsafeApi.freeMemory(at);
            }
        }

        @Override
        public void relieve(final int attempt) {
            onRelieve.run();
        }

        @Override
        public void blockClosed() {
        }

        @Override
        public long nowNs() {
            return 1;
        }
    }

    /** Bytes in an array; may be taken away. */
    private static final class ArrayEnd implements TransferEnd {
        final byte[] bytes;
        final boolean isSource;
        int pieces;
        int released;
        int goneAfter = Integer.MAX_VALUE;

        ArrayEnd(final byte[] bytes, final boolean isSource) {
            this.bytes = bytes;
            this.isSource = isSource;
        }

        @Override
        public CommandFailure move(final long packed, final int length, final long position) {
            if (pieces++ >= goneAfter) {
                return CommandFailure.UNKNOWN_SEGMENT;
            }
            for (int i = 0; i < length; i++) {
                if (isSource) {
                    UnsafeApi.putByte(packed + i, bytes[(int) position + i]);
                } else {
                    bytes[(int) position + i] = UnsafeApi.getByte(packed + i);
                }
            }
            return null;
        }

        @Override
        public void released() {
            released++;
        }
    }

    @AfterEach
    void close() {
        origin.lane.close();
        target.lane.close();
    }

    private static byte[] bytes(final int seed) {
        final byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private int store(final ArrayEnd source) {
        final int number = origin.desk().beginStore(TARGET, RendezvousRecord.length(0), LENGTH, source, owner);
        origin.desk().announce();
        return number;
    }

    private int get(final ArrayEnd into) {
        final int number = origin.desk().beginGet(TARGET, RendezvousRecord.length(0), LENGTH, into, owner);
        origin.desk().announce();
        return number;
    }

    /** The announcement's block is answered, as executed or with a failure. */
    private void answer(final int failures) {
        final byte[] block = origin.requests.remove();
        final int length = BlockHeader.LENGTH + failures * BlockHeader.FAILURE_LENGTH;
        try (NativeBytes request = new NativeBytes(block.length); NativeBytes reply = new NativeBytes(length)) {
            for (int i = 0; i < block.length; i++) {
                UnsafeApi.putByte(request.address() + i, block[i]);
            }
            BlockHeader.encode(reply.address(), length, BlockHeader.REPLY, 0, failures);
            BlockHeader.route(reply.address(), ORIGIN, ORIGIN, ORIGIN);
            BlockHeader.home(reply.address(), ORIGIN_LANE, BlockHeader.slot(request.address()),
                BlockHeader.generation(request.address()));
            if (failures > 0) {
                UnsafeApi.putInt(reply.address() + BlockHeader.LENGTH, 1 << 31);
                UnsafeApi.putInt(reply.address() + BlockHeader.LENGTH + 4, CommandFailure.MALFORMED.code());
            }
            assertTrue(origin.lane.aggregator().inFlight().onReply(reply.address(), length));
        }
    }

    /** Moves everything until nothing moves any more. */
    private void settle() {
        boolean moves = true;
        while (moves) {
            moves = origin.pump() + target.pump() > 0;
            origin.depart();
            target.depart();
            moves |= deliver(origin, target) | deliver(target, origin);
        }
    }

    private static boolean deliver(final Side from, final Side to) {
        final boolean moves = !from.replies.isEmpty();
        while (!from.replies.isEmpty()) {
            to.take(from.replies.remove());
        }
        return moves;
    }

    private void assertClean() {
        assertEquals(0, owner.pendingCount());
        assertEquals(0, origin.desk().openCount());
        assertEquals(0, target.desk().openCount());
        assertFalse(origin.desk().hasWork());
        assertFalse(target.desk().hasWork());
        assertTrue(origin.lane.aggregator().isSettled(TARGET));
        assertEquals(0, origin.lane.aggregator().inFlight().count());
    }

    @Test
    void shouldPullAStore() {
        final ArrayEnd source = new ArrayEnd(bytes(1), true);
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        final int number = store(source);
        assertEquals(BlockHeader.LENGTH + RendezvousRecord.SHORTEST, origin.requests.peek().length);
        target.desk().onStore(ORIGIN, ORIGIN_LANE, number, LENGTH, sink);
        answer(0);
        assertEquals(0, origin.pump(), "nothing goes before it is asked for");
        assertEquals(1, owner.pendingCount());
        settle();
        assertArrayEquals(source.bytes, sink.bytes);
        assertEquals(1, source.released);
        assertEquals(1, sink.released);
        assertFalse(owner.hasFailed());
        assertClean();
    }

    @Test
    void shouldStreamAGet() {
        final ArrayEnd source = new ArrayEnd(bytes(2), true);
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        target.desk().onGet(ORIGIN, ORIGIN_LANE, get(sink), LENGTH, source);
        settle();
        assertEquals(1, owner.pendingCount(), "the announcement is not answered");
        answer(0);
        assertArrayEquals(source.bytes, sink.bytes);
        assertClean();
    }

    @Test
    void shouldHoldWhatIsIssuedLaterAndLetFencesWait() {
        final CountingCompletion fence = new CountingCompletion();
        final int number = store(new ArrayEnd(bytes(3), true));
        answer(0);
        origin.lane.aggregator().update(TARGET, Words.add(0), 1, owner);
        origin.lane.aggregator().fence(TARGET, fence);
        assertTrue(origin.requests.isEmpty(), "later commands wait");
        assertFalse(origin.lane.aggregator().isSettled(TARGET));
        assertEquals(0, origin.lane.aggregator().transfers().maxDirectLength(TARGET));
        target.desk().onStore(ORIGIN, ORIGIN_LANE, number, LENGTH, new ArrayEnd(new byte[LENGTH], false));
        settle();
        assertEquals(1, origin.requests.size());
        assertEquals(1, fence.pendingCount(), "the later command");
        answer(0);
        assertEquals(0, fence.pendingCount());
        assertClean();
    }

    @Test
    void shouldKeepTheOrderOfStoresAndGets() {
        final byte[] memory = new byte[LENGTH];
        final ArrayEnd got = new ArrayEnd(new byte[LENGTH], false);
        final List<byte[]> stored = List.of(bytes(4), bytes(5), bytes(6));
        final List<Integer> numbers = new ArrayList<>();
        numbers.add(store(new ArrayEnd(stored.get(0), true)));
        numbers.add(store(new ArrayEnd(stored.get(1), true)));
        final int reads = get(got);
        numbers.add(store(new ArrayEnd(stored.get(2), true)));
        assertEquals(4, origin.requests.size(), "announcements do not wait for each other");
        target.desk().onStore(ORIGIN, ORIGIN_LANE, numbers.get(0), LENGTH, new ArrayEnd(memory, false));
        target.desk().onStore(ORIGIN, ORIGIN_LANE, numbers.get(1), LENGTH, new ArrayEnd(memory, false));
        target.desk().onGet(ORIGIN, ORIGIN_LANE, reads, LENGTH, new ArrayEnd(memory, true));
        target.desk().onStore(ORIGIN, ORIGIN_LANE, numbers.get(2), LENGTH, new ArrayEnd(memory, false));
        settle();
        assertArrayEquals(stored.get(1), got.bytes);
        assertArrayEquals(stored.get(2), memory);
        for (int i = 0; i < 4; i++) {
            answer(0);
        }
        assertClean();
    }

    @Test
    void shouldFailWhatTheTargetRefuses() {
        final int number = store(new ArrayEnd(bytes(7), true));
        target.desk().refuse(ORIGIN, ORIGIN_LANE, number, CommandFailure.OUT_OF_RANGE);
        answer(0);
        settle();
        assertTrue(assertInstanceOf(RemoteCommandException.class, owner.takeFailure()).getMessage()
            .contains(CommandFailure.OUT_OF_RANGE.meaning()));
        assertClean();
    }

    @Test
    void shouldEndWhatWasNotUnderstood() {
        final ArrayEnd source = new ArrayEnd(bytes(8), true);
        store(source);
        answer(1);
        assertTrue(owner.hasFailed());
        assertEquals(1, source.released);
        assertClean();
    }

    @Test
    void shouldFailWhenTheTargetLosesItsMemory() {
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        sink.goneAfter = 2;
        target.desk().onStore(ORIGIN, ORIGIN_LANE, store(new ArrayEnd(bytes(9), true)), LENGTH, sink);
        answer(0);
        settle();
        assertTrue(owner.hasFailed());
        assertEquals(3, sink.pieces, "no further piece is moved");
        assertClean();
    }

    @Test
    void shouldFailWhenTheSourceGoesAway() {
        for (final boolean isStore : new boolean[] {true, false}) {
            final ArrayEnd source = new ArrayEnd(bytes(10), true);
            final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
            source.goneAfter = 1;
            if (isStore) {
                target.desk().onStore(ORIGIN, ORIGIN_LANE, store(source), LENGTH, sink);
            } else {
                target.desk().onGet(ORIGIN, ORIGIN_LANE, get(sink), LENGTH, source);
            }
            answer(0);
            settle();
            assertTrue(owner.takeFailure() instanceof RemoteCommandException);
            assertEquals(1, source.released);
            assertEquals(1, sink.released);
            assertClean();
        }
    }

    @Test
    void shouldGiveUpANodeThatIsGoneAndTellItWhenItIsNot() {
        final ArrayEnd source = new ArrayEnd(bytes(11), true);
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        final int number = store(source);
        answer(0);
        origin.lane.aggregator().update(TARGET, Words.add(0), 1, owner);
        final IllegalStateException gone = new IllegalStateException("node 1 is gone");
        origin.lane.aggregator().failures().failPending(TARGET, gone);
        assertEquals(gone, owner.takeFailure());
        assertEquals(1, source.released);
        target.desk().onStore(ORIGIN, ORIGIN_LANE, number, LENGTH, sink);
        settle();
        assertEquals(1, origin.desk().staleCount());
        assertEquals(1, sink.released, "the target does not wait for ever");
        assertClean();
        // The node may be tried again.
        target.desk().onStore(ORIGIN, ORIGIN_LANE, store(new ArrayEnd(bytes(12), true)), LENGTH, sink);
        answer(0);
        settle();
        assertArrayEquals(bytes(12), sink.bytes);
        assertClean();
    }

    @Test
    void shouldForgetAtTheTargetWhatAnOriginThatIsGoneHasAnnounced() {
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        final ArrayEnd source = new ArrayEnd(bytes(13), true);
        target.desk().onStore(ORIGIN, ORIGIN_LANE, 77, LENGTH, sink);
        target.desk().onGet(ORIGIN, ORIGIN_LANE, 78, LENGTH, source);
        assertEquals(2, target.desk().openCount());
        target.lane.aggregator().failures().failPending(ORIGIN, new IllegalStateException("gone"));
        assertEquals(0, target.desk().openCount());
        assertFalse(target.desk().hasWork());
        assertEquals(1, sink.released);
        assertEquals(1, source.released);
    }

    @Test
    void shouldStayWhereThereIsNoRoomAndGoOnWhenThereIs() {
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        target.desk().onGet(ORIGIN, ORIGIN_LANE, get(sink), LENGTH, new ArrayEnd(bytes(14), true));
        answer(0);
        assertEquals(2, target.pump(), "as many pieces as there are buffers");
        assertEquals(0, target.pump());
        assertTrue(target.desk().hasWork());
        target.depart();
        assertTrue(target.pump() > 0);
        settle();
        assertArrayEquals(bytes(14), sink.bytes);
        assertClean();
    }

    @Test
    void shouldWaitForRoomWhenManyAreUnderWay() {
        final ArrayEnd sink = new ArrayEnd(new byte[LENGTH], false);
        final List<Integer> numbers = new ArrayList<>();
        origin.onRelieve = () -> {
            if (origin.requests.isEmpty()) {
                target.desk().onStore(ORIGIN, ORIGIN_LANE, numbers.remove(0), LENGTH, sink);
                settle();
            } else {
                answer(0);
            }
        };
        for (int i = 0; i < Rendezvous.MOST + 9; i++) {
            numbers.add(store(new ArrayEnd(bytes(i), true)));
            assertTrue(origin.desk().openCount() <= Rendezvous.MOST);
        }
        while (!numbers.isEmpty() || !origin.requests.isEmpty()) {
            origin.onRelieve.run();
        }
        assertArrayEquals(bytes(Rendezvous.MOST + 8), sink.bytes);
        assertClean();
    }

    @Test
    void shouldRefuseStoresThatWouldTakeTheNumbersOfItsOwn() {
        final Rendezvous desk = new Rendezvous(Routes.direct(TARGET, 2), target.lane.aggregator(),
            target.lane.replies(), new TransferTable(Rendezvous.MOST + 1));
        final ArrayEnd refused = new ArrayEnd(new byte[LENGTH], false);
        final int first = store(new ArrayEnd(bytes(1), true));
        desk.onStore(ORIGIN, ORIGIN_LANE, first, LENGTH, new ArrayEnd(new byte[LENGTH], false));
        final int second = store(new ArrayEnd(bytes(2), true));
        desk.onStore(ORIGIN, ORIGIN_LANE, second, LENGTH, refused);
        assertEquals(2, desk.pump(), "a grant and a refusal");
        assertEquals(1, desk.openCount());
        assertEquals(1, refused.released);
        target.lane.replies().flushAll();
        target.depart();
        deliver(target, origin);
        assertTrue(owner.takeFailure().getMessage().contains(CommandFailure.TOO_MANY_TRANSFERS.meaning()));
        desk.close();
    }

    @Test
    void shouldDropWhatBelongsToNothing() {
        try (NativeBytes block = new NativeBytes(64)) {
            for (int what = 0; what < 5; what++) {
                BlockHeader.encode(block.address(), 48, BlockHeader.REPLY, BlockHeader.TRANSFER, 0);
                BlockHeader.route(block.address(), TARGET, ORIGIN, ORIGIN);
                BlockHeader.home(block.address(), ORIGIN_LANE, 123, 0);
                UnsafeApi.putLong(block.address() + 32, 0);
                UnsafeApi.putInt(block.address() + 40, 8);
                UnsafeApi.putInt(block.address() + 44, what);
                origin.desk().onBlock(block.address(), 48);
            }
            origin.desk().onBlock(block.address(), 40);
            assertEquals(6, origin.desk().staleCount());
        }
        origin.pump();
        assertEquals(0, origin.desk().openCount());
    }

    @Test
    void shouldReuseStagedChunks() {
        final Staging staging = origin.desk().staging(1 << 20);
        assertEquals(1 << 16, staging.chunkLength());
        final long first = staging.take();
        staging.giveBack(first);
        assertEquals(first, staging.take());
        assertEquals(1, staging.lentCount());
        final List<Long> all = new ArrayList<>(List.of(first));
        for (int i = 0; i < 15; i++) {
            all.add(staging.take());
        }
        origin.onRelieve = () -> staging.giveBack(all.remove(0));
        assertEquals(first, staging.take(), "waits for one to come back");
        assertEquals(1 << 20, origin.desk().memoryInBytes());
        staging.giveBack(first);
        all.forEach(staging::giveBack);
    }
}
