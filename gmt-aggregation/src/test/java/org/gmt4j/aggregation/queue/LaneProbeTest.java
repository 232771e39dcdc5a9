package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.TimesRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a lane tells of its blocks, and what a timed block and its reply look like. */
final class LaneProbeTest implements LaneProbe {
    private final CountingCompletion owner = new CountingCompletion();
    private final List<String> told = new ArrayList<>();
    private AggregatorRig rig;
    private boolean isTimed = true;

    private void rig(final int commands, final int credits, final int pool) {
        rig = new AggregatorRig(AggregatorRig.config(commands, credits, pool, 0), 3);
        rig.aggregator.probe(this);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Override
    public boolean blockClosed(final int destination, final int length, final int commands, final FlushReason reason) {
        told.add("closed " + destination + " " + length + " B " + commands + " " + reason);
        return isTimed;
    }

    @Override
    public long nowNs() {
        return rig.nowNs += 100;
    }

    @Override
    public void answered(final int destination, final long openedNs, final long closedNs, final long departedNs,
                         final long begunNs, final long endedNs) {
        told.add("answered " + destination + " " + (closedNs - openedNs) + " " + (departedNs - closedNs)
            + " " + begunNs + " " + endedNs + " pending " + owner.pendingCount());
    }

    @Override
    public void applied() {
        told.add("applied, pending " + owner.pendingCount());
    }

    @Override
    public void stalled(final int destination, final boolean isForCredit, final long sinceNs) {
        told.add("stalled " + destination + " " + isForCredit);
    }

    private void add(final int node, final int count) {
        for (int i = 0; i < count; i++) {
            rig.aggregator.update(node, Words.add(i), 1, owner);
        }
    }

    private static int flags(final byte[] bytes) {
        return bytes[17];
    }

    /** The reply as a node writes it that has been asked for times. */
    private static byte[] timed(final byte[] reply) {
        final byte[] longer = Arrays.copyOf(reply, reply.length + TimesRecord.LENGTH);
        try (NativeBytes memory = new NativeBytes(longer.length)) {
            memory.set(longer);
            UnsafeApi.putInt(memory.address(), longer.length);
            UnsafeApi.putByte(memory.address() + 17, (byte) BlockHeader.TIMED);
            TimesRecord.encode(memory.address() + reply.length, 70, 90);
            return NativeBytes.copy(memory.address(), longer.length);
        }
    }

    @Test
    void shouldTellOfEachClosedBlock() {
        isTimed = false;
        rig(5, 8, 8);
        add(1, 5);
        add(2, 1);
        rig.aggregator.flushAll(FlushReason.IDLE);
        assertEquals("[closed 1 112 B 5 COUNT, closed 2 48 B 1 IDLE]", told.toString());
        assertEquals(0, flags(rig.all.get(0).bytes()));
        rig.drain();
        assertEquals(2, told.size(), "blocks that are not timed come back quietly");
    }

    @Test
    void shouldTellTheTimesOfABlockOnceItsReplyHasBeenApplied() {
        rig(5, 8, 8);
        add(1, 5);
        assertEquals(BlockHeader.TIMED, flags(rig.all.get(0).bytes()));
        told.clear();
        assertTrue(rig.deliver(timed(rig.execute(rig.inFlight.get(1).remove()))));
        assertEquals("[answered 1 100 100 70 90 pending 5, applied, pending 0]", told.toString());
        assertEquals(0, rig.aggregator.inFlight().count());
    }

    @Test
    void shouldTakeValuesOfATimedReply() {
        rig(100, 8, 8);
        final long[] values = new long[3];
        final int base = UnsafeApi.arrayBaseOffset(long[].class);
        rig.owners[1].words()[4] = 5;
        rig.owners[1].words()[6] = 6;
        rig.aggregator.fetch(1, Words.get(4), owner, values, RequestBlock.toElement(3, base, 1));
        rig.aggregator.fetch(1, Words.get(AggregatorRig.WORDS), owner, values, RequestBlock.toElement(3, base, 0));
        rig.aggregator.fetch(1, Words.get(6), owner, values, RequestBlock.toElement(3, base, 2));
        rig.aggregator.flushAll(FlushReason.FORCED);
        assertTrue(rig.deliver(timed(rig.execute(rig.inFlight.get(1).remove()))),
            "with a failure between values and times");
        assertEquals("[0, 5, 6]", Arrays.toString(values));
        assertTrue(owner.hasFailed());
    }

    @Test
    void shouldTakeAReplyWithoutTimesFromThoseWhoStandInForANode() {
        rig(5, 8, 8);
        add(1, 5);
        told.clear();
        assertTrue(rig.deliver(rig.execute(rig.inFlight.get(1).remove())));
        assertEquals("[]", told.toString());
        assertEquals(0, owner.pendingCount());
    }

    @Test
    void shouldRefuseTimesThatNobodyHasAskedFor() {
        isTimed = false;
        rig(5, 8, 8);
        add(1, 5);
        final byte[] honest = rig.execute(rig.inFlight.get(1).remove());
        assertFalse(rig.deliver(timed(honest)));
        assertEquals(1, rig.aggregator.counters().staleReplies());
        assertEquals(5, owner.pendingCount());
        assertTrue(rig.deliver(honest));
    }

    @Test
    void shouldRefuseATimedReplyOfWrongLength() {
        rig(5, 8, 8);
        add(1, 5);
        final byte[] reply = timed(rig.execute(rig.inFlight.get(1).remove()));
        final byte[] shorter = Arrays.copyOf(reply, reply.length - 8);
        assertFalse(rig.deliver(shorter));
        assertTrue(rig.deliver(reply));
    }

    @Test
    void shouldHaveRoomForTimesBehindTheLongestReply() {
        rig(100, 8, 8);
        final long[] target = new long[128];
        final int base = UnsafeApi.arrayBaseOffset(long[].class);
        final int longest = rig.aggregator.maxGetLength();
        rig.aggregator.fetchBulk(1, Words.getBulk(0), longest, owner, target, base);
        while (rig.aggregator.room(1) >= 8) {
            rig.aggregator.fetch(1, Words.get(0), owner, null, RequestBlock.TO_COMPLETION);
        }
        rig.aggregator.flushAll(FlushReason.FORCED);
        final byte[] sent = rig.all.get(0).bytes();
        final int replyLength = (sent[24] & 0xff) | (sent[25] & 0xff) << 8;
        assertTrue(replyLength > longest && replyLength <= rig.config.maxReplyLength() - TimesRecord.LENGTH,
            () -> "reply of " + replyLength);
        assertEquals(BlockHeader.TIMED, flags(sent));
    }

    @Test
    void shouldTellOfStallsOnceTheyAreOver() {
        isTimed = false;
        rig(1, 1, 8);
        add(1, 2);
        assertEquals("[closed 1 48 B 1 COUNT, stalled 1 true, closed 1 48 B 1 COUNT]", told.toString());
        assertEquals(1, rig.aggregator.counters().creditStalls());
    }

    @Test
    void shouldTellFreeBlocksFromCredits() {
        isTimed = false;
        rig(1, 8, 1);
        add(1, 1);
        add(2, 1);
        assertTrue(told.contains("stalled 2 false"), told::toString);
        assertEquals(1, rig.aggregator.counters().poolStalls());
    }
}
