package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Overflow, re-entrancy, failures, lies: what the aggregator does when things are not as usual. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class AggregatorTroubleTest {
    private static final int LONGS = UnsafeApi.arrayBaseOffset(long[].class);
    private final CountingCompletion owner = new CountingCompletion();
    private final CountingCompletion other = new CountingCompletion();
    private AggregatorRig rig;
    private Aggregator aggregator;

    private void rig(final AggregationConfig config) {
        rig = new AggregatorRig(config, 3, (index, argument) -> {
            // A visit passes on: argument times, to the next node.
            if (argument > 0) {
                aggregator.update((int) (index % 3), Words.visit(index + 1), argument - 1, other);
            }
        });
        aggregator = rig.aggregator;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void add(final int node, final int count) {
        for (int i = 0; i < count; i++) {
            aggregator.update(node, Words.add(i % AggregatorRig.WORDS), 1, owner);
        }
    }

    // --- overflow ---

    @Test
    void shouldTakeOverflowBlocksInsteadOfWaitingWhileExecuting() {
        rig(AggregatorRig.config(1, 2, 2, 10));
        aggregator.setExecuting(true);
        add(1, 5);
        assertEquals(0, rig.relieveCount);
        assertEquals(0, rig.blockClosedCount);
        assertEquals(2, rig.inFlight.get(1).size());
        assertEquals(5, aggregator.inFlight().count());
        assertEquals(3, aggregator.counters().overflowBlocks());
        aggregator.setExecuting(false);
    }

    @Test
    void shouldRefuseToGoBeyondTheOverflow() {
        rig(AggregatorRig.config(1, 2, 2, 3));
        aggregator.setExecuting(true);
        add(1, 5);
        final String message = assertThrows(IllegalStateException.class, () -> add(1, 1)).getMessage();
        assertTrue(message.contains("3") && message.contains("overflow"), message);
        assertEquals(5, owner.pendingCount(), "what was refused is not pending");
        aggregator.setExecuting(false);
        rig.drain();
        assertEquals(0, owner.pendingCount());
        assertEquals(5, rig.owners[1].executedCount());
        add(1, 6);
        rig.drain();
        assertEquals(11, rig.owners[1].executedCount());
    }

    @Test
    void shouldTakeAsManyOverflowBlocksAsThereMayBe() {
        rig(AggregatorRig.config(1, 2, 2, Integer.MAX_VALUE));
        aggregator.setExecuting(true);
        add(1, 5);
        assertEquals(3, aggregator.counters().overflowBlocks());
        aggregator.setExecuting(false);
    }

    @Test
    void shouldFreeOverflowBlocksAfterUse() {
        rig(AggregatorRig.config(1, 2, 4, 100));
        for (int round = 0; round < 10; round++) {
            aggregator.setExecuting(true);
            add(1, 50);
            aggregator.setExecuting(false);
            assertTrue(aggregator.memoryInBytes() >= 50 * 256);
            rig.drain();
            assertTrue(aggregator.memoryInBytes() <= 4 * 256, "round " + round + ": " + rig);
        }
        assertEquals(500, rig.owners[1].executedCount());
    }

    @Test
    void shouldSendDeferredBlocksInOrderWhenCreditsReturn() {
        rig(AggregatorRig.config(1, 2, 4, 100));
        aggregator.setExecuting(true);
        for (int i = 0; i < 40; i++) {
            aggregator.update(1 + i % 2, Words.putValue(0), i, owner);
        }
        aggregator.setExecuting(false);
        int answered = 0;
        while (aggregator.inFlight().count() > 0) {
            assertEquals(Math.min(2, 20 - (answered + 1) / 2), rig.inFlight.get(1).size());
            rig.answerOldest();
            answered++;
        }
        for (int i = 0; i < 40; i++) {
            final int index = i;
            final long[] values = rig.all.stream().filter(sent -> sent.destination() == 1 + index % 2)
                .mapToLong(sent -> AggregatorRig.words(sent)[1]).toArray();
            assertEquals(i, values[i / 2]);
        }
    }

    @Test
    void shouldKeepOrderWhenDeferredBlocksAreOvertakenByCredits() {
        rig(AggregatorRig.config(1, 1, 4, 100));
        aggregator.setExecuting(true);
        aggregator.update(1, Words.putValue(0), 0, owner);
        aggregator.update(1, Words.putValue(0), 1, owner);
        aggregator.setExecuting(false);
        aggregator.update(1, Words.putValue(0), 2, owner);
        rig.drain();
        assertEquals(2, rig.owners[1].words()[0]);
        assertEquals("[0, 1, 2]", rig.all.stream().map(sent -> AggregatorRig.words(sent)[1]).toList().toString());
    }

    // --- re-entrancy ---

    @Test
    void shouldGoOnInABlockThatAVisitHasOpenedMeanwhile() {
        rig(AggregatorRig.config(100, 8, 8, 8));
        rig.onBlockClosed = () -> {
            rig.onBlockClosed = () -> { };
            executing(() -> aggregator.update(1, Words.putValue(7), 70, other));
        };
        add(1, 1);
        aggregator.update(1, Words.putValue(8), 80, owner);
        aggregator.flushAll(FlushReason.FORCED);
        assertEquals(1, rig.all.size());
        rig.drain();
        assertEquals(70, rig.owners[1].words()[7]);
        assertEquals(80, rig.owners[1].words()[8]);
        assertEquals(1, rig.owners[1].words()[0]);
        assertTrue(owner.isComplete() && other.isComplete());
    }

    @Test
    void shouldCloseABlockThatAVisitHasFilledMeanwhile() {
        rig(AggregatorRig.config(100, 8, 8, 8));
        rig.onBlockClosed = () -> {
            rig.onBlockClosed = () -> { };
            executing(() -> {
                for (int i = 0; i < 13; i++) {
                    aggregator.update(1, Words.add(1), i, other);
                }
            });
        };
        aggregator.claim(1, 224, owner);
        aggregator.flush(1, FlushReason.FORCED);
        assertEquals(2, rig.all.size());
        assertEquals(32 + 13 * 16, rig.all.get(0).length());
        assertEquals(256, rig.all.get(1).length());
    }

    @Test
    void shouldNotLetAVisitsBulkGetsAndItsOwnOverfillAReply() {
        rig(AggregatorRig.config(100, 8, 8, 8));
        final long[] target = new long[200];
        final int length = aggregator.maxGetLength();
        rig.onBlockClosed = () -> {
            rig.onBlockClosed = () -> { };
            executing(() -> aggregator.fetchBulk(1, Words.getBulk(0), Math.min(length, 512), other, target, LONGS));
        };
        aggregator.fetchBulk(1, Words.getBulk(0), Math.min(length, 512), owner, target, LONGS);
        aggregator.flushAll(FlushReason.FORCED);
        rig.drain();
        assertEquals(2, rig.all.size(), "the rig has checked that each reply fits a buffer");
    }

    @Test
    void shouldNotWaitForABlockThatAVisitHasTakenAndNotFilled() {
        rig(AggregatorRig.config(100, 8, 1, 8));
        add(1, 1);
        rig.onRelieve = () -> {
            if (rig.inFlightCount() > 0) {
                rig.answerOldest();
                // A visit of the same duty cycle takes the only block, which has just come back.
                if (rig.relieveCount < 5) {
                    executing(() -> aggregator.update(0, Words.add(0), 1, other));
                }
            }
        };
        add(2, 1);
        rig.drain();
        assertTrue(owner.isComplete() && other.isComplete());
        assertEquals(1, rig.owners[2].executedCount());
    }

    @Test
    void shouldSurviveVisitsThatBreedWhileALaneWaits() {
        rig(AggregatorRig.config(3, 1, 2, 10_000));
        for (int i = 0; i < 200; i++) {
            aggregator.update(i % 3, Words.visit(i), 5, owner);
        }
        rig.drain();
        final long executed = rig.owners[0].executedCount() + rig.owners[1].executedCount()
            + rig.owners[2].executedCount();
        assertEquals(200 * 6, executed);
        assertTrue(owner.isComplete() && other.isComplete());
    }

    private void executing(final Runnable commands) {
        aggregator.setExecuting(true);
        try {
            commands.run();
        } finally {
            aggregator.setExecuting(false);
        }
    }

    // --- failures ---

    @Test
    void shouldBlameTheOperationThatFailed() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        final CountingCompletion[] handles = new CountingCompletion[24];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new CountingCompletion();
        }
        // Valued and unvalued alternate; two of each kind are out of range, and their neighbours must not hear of it.
        for (int i = 0; i < handles.length; i++) {
            final boolean isBad = i == 2 || i == 3 || i == 8 || i == 11;
            if (i % 2 == 0) {
                aggregator.fetch(1, Words.get(isBad ? 1000 : i), handles[i], null, RequestBlock.TO_COMPLETION);
            } else {
                for (int k = 0; k < (isBad ? 1 : 2) && i < 13; k++) {
                    aggregator.update(1, Words.add(isBad ? 1000 : i), 1, handles[i]);
                }
            }
        }
        rig.drain();
        for (int i = 0; i < handles.length; i++) {
            final boolean isBad = i == 2 || i == 3 || i == 8 || i == 11;
            assertTrue(handles[i].isComplete());
            assertEquals(isBad, handles[i].hasFailed(), "operation " + i);
            if (isBad) {
                final RemoteCommandException failure =
                    assertInstanceOf(RemoteCommandException.class, handles[i].takeFailure());
                assertEquals(1, failure.nodeId());
                assertEquals(CommandFailure.OUT_OF_RANGE, failure.failure());
                assertNull(handles[i].takeFailure());
            }
        }
    }

    @Test
    void shouldBlameCommandsInTheMiddleOfARun() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        for (int position = 0; position < 12; position++) {
            final CountingCompletion first = new CountingCompletion();
            final CountingCompletion second = new CountingCompletion();
            final CountingCompletion third = new CountingCompletion();
            final CountingCompletion[] owners = {first, second, third};
            for (int i = 0; i < 12; i++) {
                aggregator.update(1, Words.add(i == position ? 1000 : 1), 1, owners[i / 4]);
            }
            rig.drain();
            for (int i = 0; i < 3; i++) {
                assertEquals(position / 4 == i, owners[i].hasFailed(), position + " in run " + i);
                assertEquals(1, owners[i].completionCount());
            }
        }
    }

    @Test
    void shouldFailEveryCommandOnItsWayToANodeThatIsGone() {
        rig(AggregatorRig.config(2, 2, 8, 8));
        final RuntimeException cause = new IllegalStateException("node 1 is gone");
        final CountingCompletion survivor = new CountingCompletion();
        executing(() -> add(1, 8));
        aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        aggregator.update(2, Words.add(0), 1, survivor);
        aggregator.failures().failNode(1, cause);
        assertTrue(owner.isComplete(), "in flight, deferred and open: " + owner.pendingCount());
        assertEquals(1, owner.completionCount());
        assertSame(cause, owner.takeFailure());
        assertFalse(survivor.isComplete());
        rig.inFlight.get(1).clear();
        rig.drainOnly(2);
        assertTrue(survivor.isComplete() && !survivor.hasFailed());
    }

    /** The node may come back: a task that was spawned by a block that has failed would end twice. */
    @Test
    void shouldExecuteNothingThatHasFailed() {
        rig(AggregatorRig.config(1, 2, 8, 8));
        final RuntimeException cause = new IllegalStateException("node 1 cannot be reached now");
        final CountingCompletion fence = new CountingCompletion();
        executing(() -> add(1, 6));
        aggregator.fence(1, fence);
        assertEquals(2, rig.inFlight.get(1).size(), "the others wait for credits");
        aggregator.failures().failPending(1, cause);
        assertEquals(2, owner.pendingCount(), "their replies tell what has become of them");
        assertTrue(fence.isComplete() && fence.hasFailed());
        rig.drain();
        assertEquals(2, rig.all.size(), "blocks sent");
        assertEquals(1, owner.completionCount());
        assertSame(cause, owner.takeFailure());
        assertEquals(0, aggregator.inFlight().count());
        add(1, 6);
        rig.drain();
        assertTrue(owner.isComplete() && !owner.hasFailed(), "and all goes on");
    }

    @Test
    void shouldRefuseCommandsToANodeThatIsGone() {
        rig(AggregatorRig.config(100, 2, 8, 8));
        final RuntimeException cause = new IllegalStateException("node 1 is gone");
        add(1, 1);
        aggregator.failures().failNode(1, cause);
        assertTrue(owner.isComplete());
        assertSame(cause, assertThrows(IllegalStateException.class, () -> add(1, 1)));
        assertTrue(owner.isComplete(), "what was refused is not pending");
        add(2, 1);
        assertEquals(1, owner.pendingCount());
    }

    @Test
    void shouldEndTheWaitForANodeThatIsGone() {
        rig(AggregatorRig.config(1, 1, 8, 8));
        final RuntimeException cause = new IllegalStateException("node 1 is gone");
        rig.onRelieve = () -> aggregator.failures().failNode(1, cause);
        add(1, 1);
        assertSame(cause, assertThrows(IllegalStateException.class, () -> add(1, 1)));
    }

    // --- stale and forged replies ---

    @Test
    void shouldIgnoreASecondReplyToTheSameBlock() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        add(1, 2);
        aggregator.flushAll(FlushReason.FORCED);
        final byte[] reply = rig.execute(rig.inFlight.get(1).remove());
        assertTrue(rig.deliver(reply));
        assertFalse(rig.deliver(reply));
        assertEquals(1, aggregator.counters().staleReplies());
        add(1, 2);
        assertFalse(rig.deliver(reply), "the block is open again");
        aggregator.flushAll(FlushReason.FORCED);
        assertFalse(rig.deliver(reply), "the block is on its way again");
        assertEquals(3, aggregator.counters().staleReplies());
        assertEquals(2, owner.pendingCount());
        rig.drain();
        assertEquals(2, owner.completionCount());
    }

    @Test
    void shouldIgnoreALateReplyToAnOverflowBlockWhoseSlotLivesAgain() {
        rig(AggregatorRig.config(1, 8, 1, 8));
        executing(() -> add(1, 2));
        rig.answer(1);
        final byte[] late = rig.execute(rig.inFlight.get(1).remove());
        assertTrue(rig.deliver(late));
        executing(() -> add(1, 2));
        assertEquals(2, rig.inFlight.get(1).size());
        assertFalse(rig.deliver(late));
        assertEquals(2, aggregator.inFlight().count());
        rig.drain();
        assertEquals(4, rig.owners[1].executedCount());
    }

    @Test
    void shouldIgnoreRepliesThatBelongToNoBlock() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        add(1, 2);
        aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        aggregator.flushAll(FlushReason.FORCED);
        final AggregatorRig.Sent sent = rig.inFlight.get(1).peek();
        int stale = 0;
        for (final int slot : new int[] {-1, 1, 15, 16, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertFalse(reply(40, slot, 0, sent.generation()));
            assertEquals(++stale, aggregator.counters().staleReplies());
        }
        for (final int generation : new int[] {0, sent.generation() - 1, sent.generation() + 1, -1,
            Integer.MAX_VALUE}) {
            assertFalse(reply(40, sent.slot(), 0, generation));
            assertEquals(++stale, aggregator.counters().staleReplies());
        }
        for (final int length : new int[] {32, 48, 0, -8, 39, 41, Integer.MAX_VALUE}) {
            assertFalse(reply(length, sent.slot(), 0, sent.generation()));
            assertEquals(++stale, aggregator.counters().staleReplies());
        }
        for (final int failures : new int[] {1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 29}) {
            assertFalse(reply(40, sent.slot(), failures, sent.generation()));
            assertEquals(++stale, aggregator.counters().staleReplies());
        }
        assertEquals(3, owner.pendingCount());
        assertEquals(1, aggregator.inFlight().count());
        assertTrue(reply(40, sent.slot(), 0, sent.generation()));
        assertEquals(1, owner.completionCount());
    }

    @Test
    void shouldIgnoreAReplyToABlockThatHasNotLeft() {
        rig(AggregatorRig.config(1, 1, 8, 8));
        executing(() -> add(1, 3));
        final AggregatorRig.Sent sent = rig.inFlight.get(1).peek();
        // The second block waits for a credit in the next slot; its generation is easily guessed.
        for (int generation = 0; generation < 10; generation++) {
            assertFalse(reply(32, sent.slot() + 1, 0, generation));
        }
        assertEquals(3, aggregator.inFlight().count());
        rig.drain();
        assertEquals(3, rig.owners[1].executedCount());
        assertEquals(1, owner.completionCount());
    }

    @Test
    void shouldIgnoreBlameForCommandsThatDoNotExist() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        add(1, 2);
        aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        aggregator.flushAll(FlushReason.FORCED);
        final AggregatorRig.Sent sent = rig.inFlight.get(1).remove();
        final int[] ordinals = {1, 2, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE | 2, -1};
        try (NativeBytes memory = new NativeBytes(40 + ordinals.length * 8)) {
            encode(memory, 40 + ordinals.length * 8, sent.slot(), ordinals.length, sent.generation());
            for (int i = 0; i < ordinals.length; i++) {
                UnsafeApi.putInt(memory.address() + 40 + i * 8L, ordinals[i]);
                UnsafeApi.putInt(memory.address() + 44 + i * 8L, 12345);
            }
            assertTrue(aggregator.inFlight().onReply(memory.address(), memory.length()));
        }
        assertTrue(owner.isComplete());
        assertFalse(owner.hasFailed());
    }

    @Test
    void shouldTranslateUnknownFailureCodes() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        add(1, 1);
        aggregator.flushAll(FlushReason.FORCED);
        final AggregatorRig.Sent sent = rig.inFlight.get(1).remove();
        try (NativeBytes memory = new NativeBytes(40)) {
            encode(memory, 40, sent.slot(), 1, sent.generation());
            UnsafeApi.putInt(memory.address() + 32, Integer.MIN_VALUE);
            UnsafeApi.putInt(memory.address() + 36, 12345);
            assertTrue(aggregator.inFlight().onReply(memory.address(), 40));
        }
        assertEquals(CommandFailure.OTHER, ((RemoteCommandException) owner.takeFailure()).failure());
    }

    @Test
    void shouldNotKeepAliveWhatCompletedCommandsHaveNamed() {
        rig(AggregatorRig.config(100, 8, 8, 0));
        final java.lang.ref.WeakReference<Object> target = fetchIntoGarbage();
        final java.lang.ref.WeakReference<Object> second = fetchIntoGarbage();
        aggregator.forgetCompleted();
        for (int i = 0; i < 500 && (target.get() != null || second.get() != null); i++) {
            System.gc();
            java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
        }
        assertNull(target.get());
        assertNull(second.get());
        // And the block still serves.
        final long[] values = new long[1];
        aggregator.fetch(1, Words.get(5), owner, values,
            RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), 0));
        rig.owners[1].words()[5] = 77;
        rig.drain();
        assertEquals(77, values[0]);
    }

    private java.lang.ref.WeakReference<Object> fetchIntoGarbage() {
        final long[] values = new long[40];
        for (int i = 0; i < values.length; i++) {
            aggregator.fetch(1, Words.get(5), owner, values,
                RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), i));
        }
        rig.drain();
        return new java.lang.ref.WeakReference<>(values);
    }

    private boolean reply(final int length, final int slot, final int failures, final int generation) {
        try (NativeBytes memory = new NativeBytes(64)) {
            encode(memory, length, slot, failures, generation);
            return aggregator.inFlight().onReply(memory.address(), length);
        }
    }

    private static void encode(final NativeBytes memory, final int length, final int slot, final int failures,
                               final int generation) {
        BlockHeader.encode(memory.address(), length, BlockHeader.REPLY, 0, failures);
        BlockHeader.route(memory.address(), 0, 0, 0);
        BlockHeader.home(memory.address(), AggregatorRig.LANE, slot, generation);
    }
}
