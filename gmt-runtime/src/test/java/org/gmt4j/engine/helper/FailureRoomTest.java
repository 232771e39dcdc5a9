package org.gmt4j.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.LaneProbe;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.TimesRecord;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * From the aggregator of one node through the executor of another and back: nobody may believe in a command that has
 * failed.
 */
@Timeout(60)
class FailureRoomTest {
    private static final int SEGMENT = 5;
    private static final int SIZE = 10;
    private static final int NO_TYPE = 0;

    private final AggregationConfig config = AggregationConfig.DEFAULT;
    private final SegmentTable segments = new SegmentTable(true, 1 << 20);
    private RequestBlock sent;
    private NetworkBuffer sealed;
    private Aggregator origin;
    private Lane lane;
    private CommandExecutor executor;

    /** One who waits, with what it may expect. */
    private static final class Waiter extends Completion {
        int wrong;

        @Override
        protected void onComplete() {
        }
    }

    @BeforeEach
    void setUp() {
        final BackPressure none = new NoBackPressure();
        final TaskRuntime tasks = new TaskRuntime(1, 2, 1, 1, TaskConfig.DEFAULT,
            new BodyCodec(NodeStarter.registryOf(), (kind, id) -> {
                throw new IllegalStateException("no object " + id);
            }), config.maxCommandLength());
        origin = new Aggregator(config, Routes.direct(0, 2), 0, block -> sent = block, none);
        lane = new Lane(0, new Aggregator(config, Routes.direct(1, 2), 0, block -> { }, none),
            new ReplyBuffers(config, 2, buffer -> sealed = buffer));
        executor = new CommandExecutor(lane, segments, tasks, config.maxReplyLength());
        assertEquals(-1, segments.tryReserve(8 * SIZE));
        segments.create(SEGMENT, 8, SIZE, true);
    }

    @AfterEach
    void tearDown() {
        segments.close();
        lane.close();
        origin.close();
    }

    private void add(final Waiter waiter, final boolean fails) {
        origin.update(1, CommandWord.base(CommandType.UPDATE + CommandType.ADD, SEGMENT) | (fails ? SIZE : 3),
            1, waiter);
        waiter.wrong += fails ? 1 : 0;
    }

    private void get(final Waiter waiter, final boolean fails) {
        origin.fetch(1, CommandWord.base(CommandType.GET, SEGMENT) | (fails ? SIZE + 7 : 3), waiter,
            null, RequestBlock.TO_COMPLETION);
        waiter.wrong += fails ? 1 : 0;
    }

    /**
     * Sends the open block to the executor, with {@code spare} bytes left in the reply buffer, and applies the reply.
     */
    private int roundTrip(final int spare) {
        origin.flushAll(FlushReason.FORCED);
        final int reply = BlockHeader.LENGTH + BlockHeader.replyLength(sent.address()) + BlockHeader.FAILURE_LENGTH
            + ((BlockHeader.flags(sent.address()) & BlockHeader.TIMED) != 0 ? TimesRecord.LENGTH : 0);
        final int filler = config.bufferLength() - BufferHeader.LENGTH - reply - spare;
        assertTrue(lane.replies().claim(0, filler) != 0);
        sent.departed();
        assertTrue(executor.onBlock(sent.address(), sent.length()));
        lane.replies().flushAll();
        final long at = sealed.address() + BufferHeader.LENGTH + filler;
        final int records = BlockHeader.failureCount(at);
        assertTrue(origin.inFlight().onReply(at, BlockHeader.length(at)));
        sealed.release();
        return records;
    }

    @Test
    void shouldFailEveryWaiterWhateverTheRoom() {
        for (int spare = 0; spare <= 640; spare += 8) {
            final List<Waiter> waiters = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                final Waiter waiter = new Waiter();
                waiters.add(waiter);
                add(waiter, i % 2 == 1);
                get(waiter, i % 5 == 1);
                add(waiter, false);
            }
            final int records = roundTrip(spare);
            assertTrue(records <= spare / 8 + 1);
            boolean isToldToAll = false;
            for (final Waiter waiter : waiters) {
                assertTrue(waiter.isComplete());
                assertTrue(waiter.wrong == 0 || waiter.hasFailed(),
                    "with " + spare + " B a waiter believes in a command that has failed");
                final RuntimeException cause = waiter.takeFailure();
                isToldToAll |= cause != null && ((RemoteCommandException) cause).failure() == CommandFailure.UNLISTED;
                assertTrue(waiter.wrong > 0 || cause == null
                    || ((RemoteCommandException) cause).failure() == CommandFailure.UNLISTED);
            }
            // 30 of the updates and 12 of the gets: 42 records.
            assertEquals(spare < 41 * 8, isToldToAll, "with " + spare + " B");
        }
    }

    /** Asks for the times of each block and checks what comes. */
    private static final class Timing implements LaneProbe {
        private int answered;

        @Override
        public boolean blockClosed(final int destination, final int length, final int commands,
                                   final FlushReason reason) {
            return true;
        }

        @Override
        public long nowNs() {
            return System.nanoTime();
        }

        @Override
        public void answered(final int destination, final long openedNs, final long closedNs, final long departedNs,
                             final long begunNs, final long endedNs) {
            answered++;
            assertTrue(closedNs <= departedNs && departedNs <= begunNs && begunNs <= endedNs
                && endedNs <= System.nanoTime());
        }

        @Override
        public void applied() {
        }

        @Override
        public void stalled(final int destination, final boolean isForCredit, final long sinceNs) {
            throw new AssertionError("nothing to wait for");
        }
    }

    @Test
    void shouldTellTimesBehindFailuresWhateverTheRoom() {
        final Timing timing = new Timing();
        origin.probe(timing);
        shouldFailEveryWaiterWhateverTheRoom();
        shouldFailEverythingBehindAMalformedCommand();
        assertEquals(81 + 4, timing.answered);
    }

    @Test
    void shouldCountWhatItCannotList() {
        final Waiter[] waiters = new Waiter[80];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = new Waiter();
            add(waiters[i], i % 2 == 0);
        }
        assertEquals(3, roundTrip(2 * 8));
        for (int i = 0; i < waiters.length; i++) {
            final RemoteCommandException cause = (RemoteCommandException) waiters[i].takeFailure();
            final boolean isListed = i == 0 || i == 2;
            assertEquals(isListed ? CommandFailure.OUT_OF_RANGE : CommandFailure.UNLISTED, cause.failure(),
                "waiter " + i);
            assertTrue(isListed || cause.getMessage().contains("38 "), cause.getMessage());
        }
    }

    @Test
    void shouldTellARunOfFailuresInOneRecord() {
        final Waiter well = new Waiter();
        final Waiter bad = new Waiter();
        add(well, false);
        for (int i = 0; i < 200; i++) {
            add(bad, true);
        }
        add(well, false);
        assertEquals(1, roundTrip(0));
        assertEquals(CommandFailure.OUT_OF_RANGE, ((RemoteCommandException) bad.takeFailure()).failure());
        assertFalse(well.hasFailed());
    }

    @Test
    void shouldTellTwoRunsThatTakeTurns() {
        final Waiter adder = new Waiter();
        final Waiter getter = new Waiter();
        for (int i = 0; i < 100; i++) {
            add(adder, true);
            get(getter, true);
        }
        assertEquals(2, roundTrip(8));
        assertEquals(CommandFailure.OUT_OF_RANGE, ((RemoteCommandException) adder.takeFailure()).failure());
        assertEquals(CommandFailure.OUT_OF_RANGE, ((RemoteCommandException) getter.takeFailure()).failure());
    }

    @Test
    void shouldFailEverythingBehindAMalformedCommand() {
        for (int spare = 0; spare <= 24; spare += 8) {
            final Waiter before = new Waiter();
            add(before, false);
            get(before, false);
            final Waiter malformed = new Waiter();
            origin.update(1, CommandWord.base(NO_TYPE, SEGMENT), 1, malformed);
            final List<Waiter> behind = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                final Waiter waiter = new Waiter();
                behind.add(waiter);
                if (i % 2 == 0) {
                    add(waiter, false);
                } else {
                    get(waiter, false);
                }
            }
            final long adds = segments.get(SEGMENT).load(3);
            roundTrip(spare);
            assertEquals(adds + 1, segments.get(SEGMENT).load(3), "nothing behind a malformed command is executed");
            assertTrue(malformed.hasFailed());
            for (final Waiter waiter : behind) {
                assertTrue(waiter.isComplete());
                assertTrue(waiter.hasFailed(), "a waiter believes in a command that was not executed");
            }
            assertTrue(spare == 0 || !before.hasFailed());
        }
    }

    /**
     * A long reply is written where the transport has room for exactly it: its one entry says what failed, or nothing.
     */
    @Test
    void shouldTellFailuresInRepliesOfFixedLength() {
        final int length = 8 * 1024;
        final int longSegment = 6;
        assertEquals(-1, segments.tryReserve(length));
        segments.create(longSegment, 8, length / 8, true);
        final long frame = UnsafeApi.allocateMemory(config.bufferLength());
        final int[] claimed = new int[1];
        lane.replies().sendDirectly(new DirectSender() {
            @Override
            public int maxBlockLength() {
                throw new AssertionError("no request");
            }

            @Override
            public boolean send(final RequestBlock block, final Object source, final long from, final int bytes) {
                throw new AssertionError("no request");
            }

            @Override
            public long claimReply(final int node, final int bytes) {
                claimed[0] = bytes;
                return frame;
            }

            @Override
            public long claimReplyInOrder(final int node, final int bytes) {
                throw new AssertionError("no transfer");
            }

            @Override
            public void commitReply() {
            }
        });
        final byte[] target = new byte[length];
        for (final boolean fails : new boolean[] {false, true, false}) {
            final Waiter waiter = new Waiter();
            final Waiter other = new Waiter();
            origin.fetchBulk(1, CommandWord.base(CommandType.GET_BULK, longSegment) | (fails ? 1 : 0),
                length, waiter, target, UnsafeApi.arrayBaseOffset(byte[].class));
            add(other, false);
            origin.flushAll(FlushReason.FORCED);
            sent.departed();
            assertTrue(executor.onBlock(sent.address(), sent.length()));
            assertEquals(BlockHeader.length(frame), claimed[0], "the reply fills its claim");
            assertTrue(origin.inFlight().onReply(frame, claimed[0]));
            assertTrue(waiter.isComplete() && other.isComplete());
            assertEquals(fails, waiter.hasFailed());
            assertFalse(other.hasFailed());
            assertFalse(lane.replies().isDirect());
        }
        UnsafeApi.freeMemory(frame);
    }
}
