package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When blocks close, and what comes back from them. */
final class AggregatorTest {
    private final CountingCompletion owner = new CountingCompletion();
    private AggregatorRig rig;
    private Aggregator aggregator;

    private void rig(final int commands, final int credits, final int pool) {
        rig = new AggregatorRig(AggregatorRig.config(commands, credits, pool, 0), 3);
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

    private long flushed(final FlushReason reason) {
        return aggregator.counters().flushes().get(reason);
    }

    @Test
    void shouldCloseWhenTheNextCommandDoesNotFit() {
        rig(100, 8, 8);
        add(1, 14);
        assertEquals(0, rig.all.size(), "(256 - 32) / 16 commands fit");
        add(1, 1);
        assertEquals(1, rig.all.size());
        assertEquals(32 + 16 + 8 + 56, rig.all.get(0).length(), "13 of them travel as 4 bytes each");
        assertEquals(1, flushed(FlushReason.FULL));
        assertTrue(aggregator.hasOpenBlocks());
    }

    @Test
    void shouldCloseByBytesForEachLength() {
        rig(100, 8, 8);
        for (int i = 0; i < 28; i++) {
            aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        }
        for (int i = 0; i < 9; i++) {
            aggregator.fetch(2, Words.compareAndSet(0), 1, 2, owner, null, RequestBlock.TO_COMPLETION);
        }
        assertEquals(0, rig.all.size());
        aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        assertEquals(1, rig.all.size());
        aggregator.fetch(2, Words.compareAndSet(0), 1, 2, owner, null, RequestBlock.TO_COMPLETION);
        assertEquals(2, rig.all.size());
        rig.drain();
        assertEquals(0, owner.pendingCount());
    }

    @Test
    void shouldCloseByCount() {
        rig(5, 8, 8);
        add(1, 4);
        assertEquals(0, rig.all.size());
        add(1, 1);
        assertEquals(1, rig.all.size());
        assertEquals(1, flushed(FlushReason.COUNT));
        assertFalse(aggregator.hasOpenBlocks());
        assertEquals(5, aggregator.counters().commands());
    }

    @Test
    void shouldSendEachCommandAloneWhenLevelOneIsOff() {
        rig(1, 100, 100);
        add(1, 3);
        aggregator.fetch(1, Words.get(1), owner, null, RequestBlock.TO_COMPLETION);
        aggregator.fetchBulk(1, Words.getBulk(0), 16, owner, new long[2], UnsafeApi.arrayBaseOffset(long[].class));
        UnsafeApi.putLong(aggregator.claim(1, 16, owner), Words.add(1));
        aggregator.commit(1);
        assertEquals(6, rig.all.size());
        assertEquals(6, flushed(FlushReason.COUNT));
        assertFalse(aggregator.hasOpenBlocks());
    }

    @Test
    void shouldCloseWhatIsOlderThanTheCallersAge() {
        rig(100, 8, 8);
        add(1, 1);
        rig.nowNs += 10;
        add(2, 1);
        aggregator.flushExpired(rig.nowNs, 11);
        assertEquals(0, rig.all.size());
        aggregator.flushExpired(rig.nowNs, 10);
        assertEquals(1, rig.all.size());
        assertEquals(1, rig.all.get(0).destination());
        aggregator.flushExpired(rig.nowNs, 0);
        assertEquals(2, rig.all.size());
        assertEquals(2, flushed(FlushReason.EXPIRED));
    }

    @Test
    void shouldMeasureAgeFromTheFirstCommand() {
        rig(100, 8, 8);
        add(1, 1);
        rig.nowNs += 90;
        add(1, 1);
        aggregator.flushExpired(rig.nowNs + 10, 100);
        assertEquals(1, rig.all.size());
        add(1, 1);
        aggregator.flushExpired(rig.nowNs + 50, 100);
        assertEquals(1, rig.all.size(), "a new block is young again");
    }

    @Test
    void shouldCloseExpiredBlocksAlthoughTheClockIsNegativeOrWraps() {
        rig(100, 8, 8);
        rig.nowNs = Long.MAX_VALUE - 5;
        add(1, 1);
        aggregator.flushExpired(rig.nowNs + 9, 10);
        assertEquals(0, rig.all.size());
        aggregator.flushExpired(rig.nowNs + 10, 10);
        assertEquals(1, rig.all.size());
    }

    @Test
    void shouldFlushOneDestinationOrAll() {
        rig(100, 8, 8);
        add(0, 1);
        add(1, 1);
        add(2, 1);
        aggregator.flush(1, FlushReason.FORCED);
        assertEquals(1, rig.all.size());
        aggregator.flush(1, FlushReason.FORCED);
        aggregator.flushAll(FlushReason.IDLE);
        assertEquals(3, rig.all.size());
        assertEquals(1, flushed(FlushReason.FORCED));
        assertEquals(2, flushed(FlushReason.IDLE));
        aggregator.flushAll(FlushReason.IDLE);
        assertEquals(3, rig.all.size());
    }

    @Test
    void shouldTellTheLaneEachTimeABlockHasFilled() {
        rig(100, 8, 8);
        add(1, 14 * 3 + 1);
        assertEquals(4, rig.blockClosedCount, "also for the first");
    }

    /** An open block without room counts as one on its way; with room it takes what fits, whatever is on its way. */
    @Test
    void shouldTellSaturationByWhatTheOpenBlockHolds() {
        rig(100, 2, 8);
        final int perBlock = (256 - 64) / 16;
        assertFalse(aggregator.isSaturated(1, 16));
        int sent = 0;
        while (!aggregator.isSaturated(1, 16)) {
            add(1, 1);
            assertEquals(0, rig.relieveCount, "what is not refused does not wait");
            sent++;
            assertTrue(sent < 1000);
        }
        assertTrue(sent >= 2 * perBlock - 2, sent + " commands");
        assertFalse(aggregator.isSaturated(2, 16));
        rig.answer(1);
        assertFalse(aggregator.isSaturated(1, 16));
    }

    @Test
    void shouldNotSendMoreBlocksThanCredits() {
        rig(1, 3, 100);
        rig.onRelieve = () -> {
            assertEquals(3, rig.inFlight.get(1).size());
            assertTrue(aggregator.isSaturated(1, 8));
            assertFalse(aggregator.isSaturated(2, 8));
            rig.answer(1);
        };
        add(1, 20);
        assertEquals(17, rig.relieveCount);
        assertEquals(17, aggregator.counters().creditStalls());
        assertEquals(0, aggregator.counters().poolStalls());
        rig.drain();
        assertEquals(20, rig.owners[1].executedCount());
        assertEquals(0, owner.pendingCount());
    }

    @Test
    void shouldKeepCreditsPerDestination() {
        rig(1, 1, 100);
        add(0, 1);
        add(1, 1);
        add(2, 1);
        assertEquals(0, rig.relieveCount);
        assertEquals(3, aggregator.inFlight().count());
    }

    @Test
    void shouldMakeProgressWithAPoolOfOne() {
        rig(100, 8, 1);
        for (int i = 0; i < 100; i++) {
            add(i % 3, 1);
        }
        rig.drain();
        assertEquals(256, aggregator.memoryInBytes());
        assertEquals(100, owner.completionCount() > 0 ? rig.owners[0].executedCount() + rig.owners[1].executedCount()
            + rig.owners[2].executedCount() : -1);
        assertTrue(aggregator.counters().poolStalls() > 90, "each change of destination needs the block");
        assertEquals(aggregator.counters().poolStalls(), flushed(FlushReason.POOL_EMPTY));
    }

    @Test
    void shouldShareAPoolSmallerThanTheDestinations() {
        rig(100, 8, 2);
        for (int i = 0; i < 300; i++) {
            add(i * 7 % 3, 1);
        }
        rig.drain();
        for (int node = 0; node < 3; node++) {
            assertEquals(100, rig.owners[node].executedCount());
        }
        assertEquals(2 * 256, aggregator.memoryInBytes());
        assertEquals(0, owner.pendingCount());
    }

    @Test
    void shouldKeepTheOrderOfOneDestination() {
        rig(3, 2, 3);
        for (int i = 0; i < 1000; i++) {
            aggregator.update(1 + i % 2, Words.putValue(0), i, owner);
        }
        rig.drain();
        for (int node = 1; node <= 2; node++) {
            long expected = node - 1L;
            for (final AggregatorRig.Sent sent : rig.all) {
                final long[] words = AggregatorRig.words(sent);
                for (int i = 1; sent.destination() == node && i < words.length; i += 2, expected += 2) {
                    assertEquals(expected, words[i]);
                }
            }
            assertEquals(1000 + node - 1, expected);
        }
    }

    @Test
    void shouldStoreValuesOfAllWidths() {
        rig(100, 8, 8);
        rig.owners[1].words()[5] = 0x8182838485868788L;
        final long[] longs = new long[3];
        final int[] ints = new int[3];
        final short[] shorts = new short[3];
        final byte[] bytes = new byte[3];
        final double[] doubles = new double[3];
        get(longs, RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), 1));
        get(ints, RequestBlock.toElement(2, UnsafeApi.arrayBaseOffset(int[].class), 1));
        get(shorts, RequestBlock.toElement(1, UnsafeApi.arrayBaseOffset(short[].class), 1));
        get(bytes, RequestBlock.toElement(0, UnsafeApi.arrayBaseOffset(byte[].class), 1));
        get(doubles, RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(double[].class), 2));
        aggregator.fetch(1, Words.get(5), owner, null, RequestBlock.TO_COMPLETION);
        assertEquals(6, owner.pendingCount());
        rig.drain();
        assertEquals("[0, -9114578090645354616, 0]", java.util.Arrays.toString(longs));
        assertEquals("[0, " + 0x85868788 + ", 0]", java.util.Arrays.toString(ints));
        assertEquals("[0, " + (short) 0x8788 + ", 0]", java.util.Arrays.toString(shorts));
        assertEquals("[0, " + (byte) 0x88 + ", 0]", java.util.Arrays.toString(bytes));
        assertEquals(0x8182838485868788L, Double.doubleToRawLongBits(doubles[2]));
        assertEquals(0x8182838485868788L, owner.value());
        assertEquals(1, owner.completionCount());
    }

    private void get(final Object target, final long place) {
        aggregator.fetch(1, Words.get(5), owner, target, place);
    }

    @Test
    void shouldStoreTheLastElementOfALongArray() {
        rig(100, 8, 8);
        final long place = RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), Integer.MAX_VALUE);
        assertEquals(UnsafeApi.arrayBaseOffset(long[].class) + ((long) Integer.MAX_VALUE << 3), place & (1L << 40) - 1);
    }

    @Test
    void shouldReturnValuesInTheOrderOfCommands() {
        rig(7, 4, 4);
        final long[] values = new long[200];
        for (int i = 0; i < values.length; i++) {
            aggregator.fetch(1, Words.fetchAdd(3), 1, owner, values,
                RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), i));
            aggregator.update(1, Words.add(4), 1, owner);
        }
        rig.drain();
        for (int i = 0; i < values.length; i++) {
            assertEquals(i, values[i]);
        }
    }

    @Test
    void shouldFetchBulkOfAnyLength() {
        rig(100, 8, 8);
        final long[] words = rig.owners[1].words();
        for (int i = 0; i < words.length; i++) {
            words[i] = 0x0101010101010101L * i + 0x0706050403020100L;
        }
        final int base = UnsafeApi.arrayBaseOffset(byte[].class);
        for (int length = 0; length < 100; length++) {
            final byte[] target = new byte[length + 2];
            final long[] before = new long[1];
            aggregator.fetchBulk(1, Words.getBulk(1), length, owner, target, base + 1L);
            aggregator.fetch(1, Words.get(2), owner, before,
                RequestBlock.toElement(3, UnsafeApi.arrayBaseOffset(long[].class), 0));
            rig.drain();
            assertEquals(words[2], before[0]);
            assertEquals(0, target[0]);
            assertEquals(0, target[length + 1]);
            for (int i = 0; i < length; i++) {
                assertEquals((byte) (words[1 + i / 8] >>> i % 8 * 8), target[i + 1], "byte " + i + " of " + length);
            }
        }
    }

    @Test
    void shouldCloseABlockWhoseReplyWouldNotFitABuffer() {
        rig(100, 100, 100);
        final int length = aggregator.maxGetLength();
        final long[] target = new long[length / 8];
        for (int i = 0; i < 20; i++) {
            aggregator.fetchBulk(1, Words.getBulk(0), i % 3 == 0 ? 8 : length / 2, owner, target,
                UnsafeApi.arrayBaseOffset(long[].class));
            aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        }
        rig.drain();
        assertTrue(rig.all.size() >= 5, "the rig has checked each reply length");
        assertEquals(0, owner.pendingCount());
    }

    /** The other node would take the block for malformed, and nobody would answer it. */
    @Test
    void shouldRefuseAReplyThatMightNotFitABuffer() {
        rig(100, 100, 100);
        final int length = aggregator.maxGetLength();
        final long[] target = new long[length / 8 + 1];
        final long base = UnsafeApi.arrayBaseOffset(long[].class);
        aggregator.fetchBulk(1, Words.getBulk(0), 8, owner, target, base);
        assertThrows(IllegalArgumentException.class,
            () -> aggregator.fetchBulk(1, Words.getBulk(0), length + 1, owner, target, base));
        assertThrows(IllegalArgumentException.class,
            () -> aggregator.claimPacked(1, 16, length + 8, owner, (position, at, bytes) -> { }, 0));
        rig.drain();
        assertEquals(1, owner.completionCount(), "what was refused has left nothing");
        assertEquals(0, owner.pendingCount());
    }

    @Test
    void shouldSayHowLongCommandsMayBe() {
        rig(100, 8, 8);
        assertEquals(224, aggregator.maxCommandLength());
        assertEquals(224, aggregator.room(1));
        add(1, 2);
        assertEquals(192, aggregator.room(1));
        aggregator.claim(1, 192, owner);
        aggregator.commit(1);
        assertEquals(0, aggregator.room(1));
        assertEquals(0, rig.all.size());
        assertThrows(IllegalArgumentException.class, () -> aggregator.claim(1, 232, owner));
        assertEquals(3, owner.pendingCount());
        aggregator.claim(1, 224, owner);
        assertEquals(1, rig.all.size());
    }

    @Test
    void shouldCountOperationsOfEachHandle() {
        rig(100, 8, 8);
        final CountingCompletion[] handles = new CountingCompletion[40];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new CountingCompletion();
        }
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < handles.length; i++) {
                for (int k = 0; k <= i % 4; k++) {
                    aggregator.update(1, Words.add(i), 1, handles[i]);
                }
                aggregator.fetch(1, Words.get(i), handles[i], null, RequestBlock.TO_COMPLETION);
            }
        }
        for (int i = 0; i < handles.length; i++) {
            assertTrue(handles[i].pendingCount() > 0 || handles[i].completionCount() > 0);
        }
        rig.drain();
        for (int i = 0; i < handles.length; i++) {
            assertTrue(handles[i].isComplete());
            assertEquals(5L * (i % 4 + 1), rig.owners[1].words()[i]);
            assertEquals(5L * (i % 4 + 1), handles[i].value());
        }
        assertEquals(0, owner.completionCount());
    }

    @Test
    void shouldCompleteOnceWhenValuedAndUnvaluedCommandsOfOneOwnerShareABlock() {
        rig(100, 8, 8);
        add(1, 3);
        aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        add(1, 3);
        aggregator.flushAll(FlushReason.FORCED);
        assertEquals(7, owner.pendingCount());
        rig.answer(1);
        assertEquals(1, owner.completionCount());
        assertEquals(0, aggregator.inFlight().count());
    }
}
