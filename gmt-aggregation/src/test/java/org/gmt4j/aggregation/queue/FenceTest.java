package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fences count acknowledgements, in whatever order they come. */
final class FenceTest {
    private final CountingCompletion owner = new CountingCompletion();
    private final AggregatorRig rig = new AggregatorRig(AggregatorRig.config(2, 8, 32, 0), 3);
    private final Aggregator aggregator = rig.aggregator;

    @AfterEach
    void close() {
        rig.close();
    }

    private void add(final int node, final int count) {
        for (int i = 0; i < count; i++) {
            aggregator.update(node, Words.add(i), 1, owner);
        }
    }

    private void answer(final AggregatorRig.Sent sent) {
        rig.inFlight.get(sent.destination()).remove(sent);
        assertTrue(rig.deliver(rig.execute(sent)));
    }

    @Test
    void shouldWaitForNothingWhereNothingIsOnItsWay() {
        final CountingCompletion fence = new CountingCompletion();
        aggregator.fence(1, fence);
        aggregator.fence(0, fence);
        assertEquals(0, fence.pendingCount());
        assertTrue(aggregator.isSettled(1));
    }

    @Test
    void shouldSendTheOpenBlockAndWaitForItsAnswer() {
        final CountingCompletion fence = new CountingCompletion();
        add(1, 1);
        assertFalse(aggregator.isSettled(1));
        aggregator.fence(1, fence);
        assertEquals(1, rig.all.size());
        assertEquals(1, fence.pendingCount());
        add(2, 2);
        answer(rig.all.get(1));
        assertEquals(1, fence.pendingCount(), "the answer of another node");
        answer(rig.all.get(0));
        assertEquals(0, fence.pendingCount());
        assertTrue(aggregator.isSettled(1));
    }

    /** Answers in any order; blocks that were sent after a fence do not count for it. */
    @Test
    void shouldHoldUnderEveryOrderOfAnswers() {
        final Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            final int before = rig.all.size();
            final int first = 1 + random.nextInt(3);
            final int second = random.nextInt(4);
            final CountingCompletion early = new CountingCompletion();
            final CountingCompletion late = new CountingCompletion();
            add(1, 2 * first);
            aggregator.fence(1, early);
            add(1, 2 * second);
            aggregator.fence(1, late);
            final List<AggregatorRig.Sent> blocks = new ArrayList<>(rig.all.subList(before, rig.all.size()));
            final List<AggregatorRig.Sent> covered = new ArrayList<>(blocks.subList(0, first));
            assertEquals(first + second, blocks.size());
            while (!blocks.isEmpty()) {
                assertEquals(covered.isEmpty() ? 0 : 1, early.pendingCount());
                assertEquals(1, late.pendingCount());
                final AggregatorRig.Sent next = blocks.remove(random.nextInt(blocks.size()));
                covered.remove(next);
                answer(next);
            }
            assertEquals(0, early.pendingCount() + late.pendingCount());
        }
    }

    @Test
    void shouldFailWithItsNode() {
        final CountingCompletion fence = new CountingCompletion();
        add(1, 2);
        aggregator.fence(1, fence);
        aggregator.failures().failNode(1, new IllegalStateException("gone"));
        assertEquals(0, fence.pendingCount());
        assertEquals("gone", fence.takeFailure().getMessage());
        assertThrows(IllegalStateException.class, () -> aggregator.fence(1, fence));
    }

    @Test
    void shouldWriteSignals() {
        try (NativeBytes memory = new NativeBytes(SignalRecord.LENGTH)) {
            SignalRecord.encode(memory.address(), 0x0102030405060708L, 0x1112131415161718L);
            assertEquals("18000000 000000c0 08070605 04030201 18171615 14131211", memory.hex(SignalRecord.LENGTH));
        }
    }
}
