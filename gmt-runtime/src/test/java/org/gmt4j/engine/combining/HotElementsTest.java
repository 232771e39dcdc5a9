package org.gmt4j.engine.combining;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Deque;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.TinyOwner;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When additions of one lane travel together, and what their issuers get: node 1 answers when the test says so. */
class HotElementsTest {
    /** More than there are places. */
    private static final int WORDS = 200;
    private static final int TAIL = 3;
    /** An element whose commands fail at node 1. */
    private static final int OUTSIDE = WORDS;

    private final AnsweringNode node = new AnsweringNode(WORDS);
    private final Aggregator aggregator = node.aggregator;
    private final TinyOwner owner = node.owner;
    private final Deque<byte[]> blocks = node.blocks;
    private final LaneCombining lane = new LaneCombining(aggregator, new DenseArrays());
    private final SegmentTable segments = new SegmentTable(true, 1 << 20);
    private final Segment longs = segment(1, 8);

    private Segment segment(final int id, final int width) {
        assertEquals(-1, segments.tryReserve(WORDS * (long) width));
        return segments.create(id, width, WORDS, true);
    }

    @AfterEach
    void close() {
        node.close();
        segments.close();
    }

    private static long word(final long offset) {
        return CommandWord.base(CommandType.FETCH + CommandType.ADD, 1) | offset;
    }

    /** The nodes' way of an addition: alone where the place is another's, with others, or as the first. */
    private HotElement add(final CountingCompletion task, final long offset, final long operand) {
        return add(task, offset, operand, longs);
    }

    private HotElement add(final CountingCompletion task, final long offset, final long operand,
                           final Segment segment) {
        final HotElement element = lane.hot(word(offset), 1);
        if (element.isOf(word(offset), 1)) {
            element.join(word(offset), 1, segment, task, operand);
            return null;
        }
        aggregator.fetch(1, word(offset), operand, task, null, RequestBlock.TO_COMPLETION);
        return element.lead(word(offset), 1) ? element : null;
    }

    private static CountingCompletion[] tasks(final int count) {
        final CountingCompletion[] tasks = new CountingCompletion[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = new CountingCompletion();
        }
        return tasks;
    }

    /** A turn of the lane with nothing to run. */
    private void idle() {
        lane.issueAwaited();
        aggregator.flushAll(FlushReason.IDLE);
    }

    /** A turn of the lane with tasks to run. */
    private void busy() {
        lane.issueDue(0);
        aggregator.flushAll(FlushReason.EXPIRED);
    }

    @Test
    void shouldHandOutRangesInTheOrderOfTheTasks() {
        owner.words()[TAIL] = 100;
        final CountingCompletion[] tasks = tasks(20);
        final HotElement led = add(tasks[0], TAIL, 7);
        for (int i = 1; i < tasks.length; i++) {
            assertNull(add(tasks[i], TAIL, i));
        }
        idle();
        node.answer();
        assertEquals(2, owner.executedCount(), "commands");
        long expected = 100;
        for (int i = 0; i < tasks.length; i++) {
            assertTrue(tasks[i].isComplete());
            assertEquals(1, tasks[i].completionCount());
            assertEquals(expected, tasks[i].value(), "of task " + i);
            expected += i == 0 ? 7 : i;
        }
        assertEquals(expected, owner.words()[TAIL]);
        assertFalse(led.isFree(), "the first has not gone on");
        led.ended();
        assertTrue(led.isFree());
        assertEquals(19, lane.hotAddCount());
        assertEquals(1, lane.hotCommandCount());
    }

    @Test
    void shouldWaitForTheOneUnderWayWhileTasksRun() {
        final CountingCompletion[] tasks = tasks(4);
        final HotElement led = add(tasks[0], TAIL, 1);
        add(tasks[1], TAIL, 1);
        busy();
        add(tasks[2], TAIL, 1);
        busy();
        assertEquals(1, blocks.size());
        node.answer();
        assertTrue(tasks[0].isComplete());
        led.ended();
        assertFalse(led.isFree());
        busy();
        add(tasks[3], TAIL, 1);
        busy();
        assertEquals(1, blocks.size(), "one for two, and one gathers");
        node.answer();
        assertEquals(1, tasks[1].value());
        assertEquals(2, tasks[2].value());
        assertFalse(tasks[3].isComplete());
        busy();
        node.answer();
        assertEquals(3, tasks[3].value());
        assertTrue(led.isFree());
    }

    @Test
    void shouldHaveTwoUnderWayWhenNothingCanRunAndNoMore() {
        final CountingCompletion[] tasks = tasks(4);
        final HotElement led = add(tasks[0], TAIL, 1);
        idle();
        add(tasks[1], TAIL, 1);
        idle();
        add(tasks[2], TAIL, 1);
        idle();
        add(tasks[3], TAIL, 1);
        idle();
        assertEquals(2, blocks.size());
        node.answer();
        led.ended();
        idle();
        assertEquals(2, blocks.size());
        node.answer();
        node.answer();
        assertEquals(3, owner.executedCount());
        for (int i = 0; i < tasks.length; i++) {
            assertEquals(i, tasks[i].value());
        }
        assertTrue(led.isFree());
    }

    /** The first task has its answer, and cannot go on. */
    @Test
    void shouldNotWaitForABodyThatComputes() {
        final CountingCompletion[] tasks = tasks(3);
        final HotElement led = add(tasks[0], TAIL, 1);
        add(tasks[1], TAIL, 1);
        busy();
        node.answer();
        busy();
        assertEquals(0, blocks.size());
        for (int i = 1; i < tasks.length; i++) {
            lane.issueGathered();
            busy();
            node.answer();
            assertEquals(i, tasks[i].value());
            if (i + 1 < tasks.length) {
                add(tasks[i + 1], TAIL, 1);
            }
        }
        led.ended();
        assertTrue(led.isFree());
    }

    /** What the task has issued before is executed before, though the addition was held back. */
    @Test
    void shouldTravelBehindWhatItsTaskHasIssued() {
        final CountingCompletion[] tasks = tasks(2);
        add(tasks[0], TAIL, 1);
        aggregator.update(1, CommandWord.base(CommandType.UPDATE + CommandType.ADD, 1) | TAIL, 1000, tasks[1]);
        add(tasks[1], TAIL, 1);
        idle();
        node.answer();
        assertEquals(0, tasks[0].value());
        assertEquals(1001, tasks[1].value());
    }

    @Test
    void shouldBeginAGatheringWithoutALeader() {
        final CountingCompletion[] tasks = tasks(2);
        final HotElement element = lane.hot(word(TAIL), 1);
        element.join(word(TAIL), 1, longs, tasks[0], 5);
        element.join(word(TAIL), 1, longs, tasks[1], 6);
        busy();
        node.answer();
        assertEquals(0, tasks[0].value());
        assertEquals(5, tasks[1].value());
        assertEquals(1, owner.executedCount());
        assertTrue(element.isFree());
    }

    @Test
    void shouldLeaveElementsAloneWhosePlaceAnotherHas() {
        final long[] offsets = colliding();
        final CountingCompletion[] tasks = tasks(5);
        final HotElement led = add(tasks[0], offsets[0], 1);
        assertSame(led, lane.hot(word(offsets[1]), 1));
        assertNull(add(tasks[1], offsets[1], 1), "another has the place");
        add(tasks[2], offsets[0], 1);
        assertNull(add(tasks[3], offsets[1], 1));
        busy();
        node.answer();
        assertEquals(3, owner.executedCount());
        assertEquals(0, tasks[0].value());
        assertEquals(0, tasks[1].value());
        assertEquals(1, tasks[3].value());
        led.ended();
        busy();
        node.answer();
        assertEquals(1, tasks[2].value());
        assertTrue(led.isFree());
        assertSame(led, add(tasks[4], offsets[1], 1), "the place is free");
        busy();
        node.answer();
        assertEquals(2, tasks[4].value());
    }

    /** Two elements with one place. */
    private static long[] colliding() {
        final int[] first = new int[64];
        for (int offset = 0; offset < WORDS; offset++) {
            final int slot = HotElements.slot(word(offset), 1);
            if (first[slot] > 0) {
                return new long[] {first[slot] - 1, offset};
            }
            first[slot] = offset + 1;
        }
        throw new AssertionError("none of the elements meet");
    }

    @Test
    void shouldTellElementsOfOtherNodesApart() {
        final HotElement element = lane.hot(word(TAIL), 1);
        assertTrue(element.lead(word(TAIL), 1));
        assertTrue(element.isOf(word(TAIL), 1));
        assertFalse(element.isOf(word(TAIL), 0));
        assertFalse(element.isOf(word(TAIL + 1), 1));
        assertFalse(element.lead(word(TAIL), 0));
    }

    @Test
    void shouldWrapAtTheWidthOfTheElements() {
        final Segment bytes = segment(2, 1);
        owner.words()[TAIL] = 120;
        final CountingCompletion[] tasks = tasks(4);
        add(tasks[0], TAIL, 5, bytes);
        for (int i = 1; i < 4; i++) {
            add(tasks[i], TAIL, 5, bytes);
        }
        idle();
        node.answer();
        assertEquals((byte) 125, tasks[1].value());
        assertEquals((byte) 130, tasks[2].value());
        assertEquals((byte) 135, tasks[3].value());

        owner.words()[TAIL + 1] = Long.MAX_VALUE - 1;
        final CountingCompletion[] others = tasks(4);
        for (final CountingCompletion task : others) {
            add(task, TAIL + 1, Long.MAX_VALUE);
        }
        idle();
        node.answer();
        long expected = Long.MAX_VALUE - 1;
        for (final CountingCompletion task : others) {
            assertEquals(expected, task.value());
            expected += Long.MAX_VALUE;
        }
        assertEquals(expected, owner.words()[TAIL + 1]);
    }

    @Test
    void shouldTellAllThatACommandHasFailed() {
        final CountingCompletion[] tasks = tasks(3);
        final HotElement led = add(tasks[0], OUTSIDE, 1);
        add(tasks[1], OUTSIDE, 1);
        add(tasks[2], OUTSIDE, 1);
        idle();
        node.answer();
        for (final CountingCompletion task : tasks) {
            assertTrue(task.isComplete());
            assertTrue(task.hasFailed());
        }
        led.ended();
        assertTrue(led.isFree());
        final CountingCompletion later = new CountingCompletion();
        assertSame(led, add(later, OUTSIDE, 1));
    }

    @Test
    void shouldTellAllThatTheNodeIsGone() {
        final RuntimeException gone = new IllegalStateException("gone");
        final CountingCompletion[] tasks = tasks(4);
        final HotElement led = add(tasks[0], TAIL, 1);
        add(tasks[1], TAIL, 1);
        idle();
        add(tasks[2], TAIL, 1);
        add(tasks[3], TAIL, 1);
        aggregator.failures().failNode(1, gone);
        assertTrue(tasks[0].hasFailed());
        assertTrue(tasks[1].hasFailed());
        led.ended();
        busy();
        for (final CountingCompletion task : tasks) {
            assertTrue(task.isComplete());
            assertSame(gone, task.takeFailure());
        }
        assertTrue(led.isFree());
    }

    /** Places, lists and gatherings are used again, whatever their number. */
    @Test
    void shouldServeManyElementsForLong() {
        final int elements = 16;
        for (int round = 0; round < 50; round++) {
            final CountingCompletion[] tasks = tasks(elements * 30);
            final HotElement[] led = new HotElement[tasks.length];
            for (int i = 0; i < tasks.length; i++) {
                led[i] = add(tasks[i], i % elements, 1);
            }
            idle();
            while (!blocks.isEmpty()) {
                node.answer();
            }
            for (int i = 0; i < tasks.length; i++) {
                assertTrue(tasks[i].isComplete());
                assertEquals(round * 30L + i / elements, tasks[i].value(), "round " + round + " of task " + i);
                if (led[i] != null) {
                    led[i].ended();
                }
            }
        }
        assertTrue(owner.executedCount() < 50L * elements * 30 / 2, "commands: " + owner.executedCount());
    }
}
