package org.gmt4j.engine.combining;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When updates of one lane travel, and when their issuers are told: node 1 answers when the test says so. */
class ArrayCombiningTest {
    private static final int WORDS = 16;
    private static final int ID = 5;
    /** An element whose commands fail at node 1. */
    private static final int OUTSIDE = 15;

    private final AnsweringNode node = new AnsweringNode(WORDS);
    private final Aggregator aggregator = node.aggregator;
    private final TinyOwner owner = node.owner;
    private final Deque<byte[]> blocks = node.blocks;
    private final DenseArrays arrays = new DenseArrays();
    private final LaneCombining lane = new LaneCombining(aggregator, arrays);
    private final SegmentTable segments = new SegmentTable(true, 1 << 20);
    private final CountingCompletion a = new CountingCompletion();
    private final CountingCompletion b = new CountingCompletion();

    private ArrayCombining array(final int operator, final int capacity) {
        return array(operator, new ArrayCombining.TablePlan(capacity, false, false, 0));
    }

    private ArrayCombining array(final int operator, final ArrayCombining.TablePlan plan) {
        assertEquals(-1, segments.tryReserve(WORDS * 8));
        final Segment segment = segments.create(ID, 8, WORDS, true);
        aggregator.hold(lane);
        return new ArrayCombining(segment, operator, 0, plan, 1, ArrayCombiningTest::place, null, 0, arrays);
    }

    /** An array with an entry for each element: the first half is node 1's, the second half this node's. */
    private ArrayCombining dense(final int operator) {
        assertEquals(-1, segments.tryReserve(WORDS * 8));
        final Segment segment = segments.create(ID, 8, WORDS, true);
        aggregator.hold(lane);
        return new ArrayCombining(segment, operator, 0, new ArrayCombining.TablePlan(2 * WORDS, true, false, 0), 1,
            index -> index < WORDS ? place(index == OUTSIDE ? WORDS : index) : index - WORDS, null, 0, arrays);
    }

    private void join(final CountingCompletion issuer) {
        assertTrue(issuer.takeHold());
        lane.join(issuer);
    }

    private static long place(final long offset) {
        return 1L << CommandWord.OFFSET_BITS | offset;
    }

    @AfterEach
    void close() {
        node.close();
        segments.close();
    }

    private void send() {
        aggregator.flushAll(FlushReason.FORCED);
    }

    private void answerAll() {
        send();
        while (!blocks.isEmpty()) {
            node.answer();
        }
    }

    private void requirePending(final int ofA, final int ofB) {
        assertEquals(ofA, a.pendingCount(), "pending of a");
        assertEquals(ofB, b.pendingCount(), "pending of b");
    }

    // --- updates ---

    @Test
    void shouldSendOneSumForAllWhoHaveAdded() {
        final ArrayCombining sums = array(CommandType.ADD, 16);
        sums.update(aggregator, a, place(3), 5);
        sums.update(aggregator, a, place(3), 6);
        sums.update(aggregator, b, place(3), 7);
        send();
        assertEquals(0, blocks.size(), "held back");
        assertFalse(lane.isEmpty());
        requirePending(1, 1);
        lane.issueAll();
        assertTrue(lane.isEmpty());
        requirePending(1, 1);
        answerAll();
        requirePending(0, 0);
        assertEquals(18, owner.words()[3]);
        assertEquals(1, owner.executedCount());
        assertEquals(2, lane.combinedCount());
    }

    @Test
    void shouldIssueWhatIsDueAndNothingBefore() {
        final ArrayCombining sums = array(CommandType.ADD, 16);
        lane.issueDue(0);
        sums.update(aggregator, a, place(3), 5);
        lane.issueDue(50_000_000);
        lane.issueDue(51_999_999);
        assertFalse(lane.isEmpty());
        lane.issueDue(52_000_000);
        assertTrue(lane.isEmpty());
        sums.update(aggregator, a, place(3), 5);
        lane.issueDue(60_000_000);
        assertFalse(lane.isEmpty(), "the time begins anew");
        lane.issueAll();
        answerAll();
        assertEquals(10, owner.words()[3]);
        requirePending(0, 0);
    }

    @Test
    void shouldMakeRoomByAnEarlierCommand() {
        final ArrayCombining sums = array(CommandType.ADD, 1);
        for (int i = 0; i < 4; i++) {
            sums.update(aggregator, i < 2 ? a : b, place(i), 1 + i);
        }
        assertEquals(3, lane.evictedCount());
        answerAll();
        requirePending(1, 1);
        lane.issueAll();
        answerAll();
        requirePending(0, 0);
        assertArrayEquals(new long[] {1, 2, 3, 4}, java.util.Arrays.copyOf(owner.words(), 4));
    }

    @Test
    void shouldIssueOneElementAheadOfAnotherOperation() {
        final ArrayCombining sums = array(CommandType.ADD, 16);
        sums.update(aggregator, a, place(3), 5);
        sums.update(aggregator, a, place(4), 6);
        sums.issue(aggregator, 3, place(3));
        sums.issue(aggregator, 5, place(5));
        answerAll();
        assertEquals(5, owner.words()[3]);
        assertEquals(0, owner.words()[4]);
        sums.update(aggregator, a, place(3), 7);
        sums.issueAll(aggregator);
        answerAll();
        assertEquals(12, owner.words()[3]);
        assertEquals(6, owner.words()[4]);
        requirePending(0, 0);
    }

    /** The value that makes another needless is on its way: who issued the other waits as long. */
    @Test
    void shouldLetTheIssuerOfADroppedMinimumWaitForTheBetterOne() {
        final ArrayCombining least = array(CommandType.MIN, 16);
        owner.words()[3] = 100;
        least.update(aggregator, a, place(3), 5);
        lane.issueAll();
        send();
        least.update(aggregator, b, place(3), 9);
        lane.issueAll();
        send();
        assertEquals(1, blocks.size());
        requirePending(1, 1);
        node.answer();
        requirePending(0, 0);
        least.update(aggregator, b, place(3), 9);
        requirePending(0, 0);
        assertEquals(2, lane.droppedCount());
        least.update(aggregator, b, place(3), 4);
        requirePending(0, 1);
        lane.issueAll();
        answerAll();
        requirePending(0, 0);
        assertEquals(4, owner.words()[3]);
    }

    /** A later generation, though executed, is not over before an earlier one. */
    @Test
    void shouldEndGenerationsInTheirOrder() {
        final ArrayCombining least = array(CommandType.MIN, 16);
        least.update(aggregator, a, place(3), -5);
        lane.issueAll();
        send();
        least.update(aggregator, b, place(4), -6);
        lane.issueAll();
        send();
        assertEquals(2, blocks.size());
        blocks.add(blocks.remove());                  // answers in another order
        node.answer();
        requirePending(1, 1);
        node.answer();
        requirePending(0, 0);
    }

    @Test
    void shouldForgetWhatItKnowsWhenElementsAreSetAnew() {
        final ArrayCombining least = array(CommandType.MIN, 16);
        least.update(aggregator, a, place(3), -5);
        lane.issueAll();
        answerAll();
        owner.words()[3] = 0;
        least.forget();
        least.update(aggregator, a, place(3), -4);
        lane.issueAll();
        answerAll();
        assertEquals(-4, owner.words()[3]);
        assertEquals(0, lane.droppedCount());
    }

    @Test
    void shouldLearnFromUpdatesWithAResult() {
        final ArrayCombining most = array(CommandType.MAX, 16);
        most.update(aggregator, a, place(2), 1);
        lane.issueAll();
        answerAll();
        most.executed(aggregator, 3, place(3), 5, 8);
        most.update(aggregator, a, place(3), 8);
        assertEquals(1, lane.droppedCount());
        requirePending(0, 0);
        most.update(aggregator, a, place(3), 9);
        requirePending(1, 0);
        lane.issueAll();
        answerAll();
        assertEquals(9, owner.words()[3]);
    }

    /** Where no update meets its element, they are commands at once, until the table is tried again. */
    @Test
    void shouldLeaveATableAloneThatIsOfNoUse() {
        final ArrayCombining sums = array(CommandType.ADD, 1);
        final long[] evictions = new long[20];
        for (int trial = 0; trial < evictions.length; trial++) {
            final long before = lane.evictedCount();
            for (int i = 0; i < 1024; i++) {
                sums.update(aggregator, a, place(i % WORDS), 1);
                if (i % 128 == 0) {
                    answerAll();
                }
            }
            evictions[trial] = lane.evictedCount() - before;
        }
        lane.issueAll();
        answerAll();
        requirePending(0, 0);
        assertEquals(20 * 1024 / WORDS, owner.words()[3]);
        assertEquals(20 * 1024, java.util.Arrays.stream(owner.words()).sum());
        assertEquals(1023, evictions[0]);
        assertEquals(0, java.util.Arrays.stream(evictions, 2, 15).sum());
        assertTrue(evictions[17] > 0, "tried again");
    }

    @Test
    void shouldKeepATableThatMostUpdatesMeetTheirElementsIn() {
        final ArrayCombining sums = array(CommandType.ADD, 16);
        for (int i = 0; i < 20_000; i++) {
            sums.update(aggregator, a, place(i % 8), 1);
        }
        assertEquals(20_000 - 8, lane.combinedCount());
        lane.issueAll();
        answerAll();
        assertEquals(8, owner.executedCount());
        assertEquals(2500, owner.words()[7]);
    }

    @Test
    void shouldAskOwnersWhereElementsSeldomHaveChanged() {
        final ArrayCombining once = array(ArrayCombining.ONCE, 1);
        for (int i = 0; i < 1024; i++) {
            assertFalse(once.find(aggregator, i % WORDS, place(i % WORDS)));
        }
        assertTrue(once.isTaught(aggregator));
        once.find(aggregator, 0, place(0));
        assertFalse(once.isTaught(aggregator));
        for (int i = 0; i < 3 * 1024; i++) {
            once.find(aggregator, 0, place(0));
        }
        assertFalse(once.isTaught(aggregator));
        once.find(aggregator, 0, place(0));
        assertTrue(once.isTaught(aggregator));
    }

    // --- an entry for each element ---

    @Test
    void shouldAddHereAtOnceAndElsewhereByOneCommand() {
        final ArrayCombining sums = dense(CommandType.ADD);
        final Segment own = segments.get(ID);
        for (int i = 0; i < 10; i++) {
            sums.add(aggregator, i < 5 ? a : b, 3, 5);
            sums.add(aggregator, a, WORDS + 4, 7);
        }
        assertEquals(0, own.load(4), "held back");
        requirePending(1, 1);
        assertFalse(a.isComplete());
        assertTrue(a.isAnswered(), "accesses need not wait");
        join(a);
        join(b);
        requirePending(1, 1);
        lane.issueAwaited();
        assertEquals(70, own.load(4));
        requirePending(1, 1);
        answerAll();
        requirePending(0, 0);
        assertEquals(50, owner.words()[3]);
        assertEquals(1, owner.executedCount());
        assertEquals(2, lane.sumCount());
        assertEquals(1, lane.flushCount());
    }

    /** Who joins after its updates were issued waits for the generation in which they were. */
    @Test
    void shouldWaitForUpdatesIssuedBeforeItJoined() {
        final ArrayCombining sums = dense(CommandType.ADD);
        sums.add(aggregator, a, 3, 5);
        lane.issueAll();
        send();
        join(a);
        lane.issueAwaited();
        requirePending(1, 0);
        answerAll();
        requirePending(0, 0);
        assertEquals(5, owner.words()[3]);
    }

    @Test
    void shouldIssueWhatNobodyAwaitsAfterAWhile() {
        final ArrayCombining sums = dense(CommandType.ADD);
        sums.add(aggregator, a, WORDS, 5);
        lane.issueAwaited();
        lane.issueDue(1_000_000);
        lane.issueDue(2_999_999);
        assertEquals(0, segments.get(ID).load(0));
        assertFalse(lane.isEmpty());
        lane.issueDue(3_000_000);
        assertEquals(5, segments.get(ID).load(0));
        assertTrue(lane.isEmpty());
    }

    @Test
    void shouldIssueOneElementOrOneArrayAheadOfOthers() {
        final ArrayCombining sums = dense(CommandType.ADD);
        final long half = 5;
        sums.add(aggregator, a, WORDS, half);
        sums.add(aggregator, a, WORDS + 1, half);
        sums.add(aggregator, a, 3, half);
        sums.issue(aggregator, WORDS, 0);
        assertEquals(half, segments.get(ID).load(0));
        assertEquals(0, segments.get(ID).load(1));
        sums.issueAll(aggregator);
        assertEquals(half, segments.get(ID).load(1));
        join(a);
        lane.issueAwaited();
        assertEquals(1, a.pendingCount(), "the command of the other array comes before");
        answerAll();
        requirePending(0, 0);
    }

    @Test
    void shouldDropWhatIsNotBetterAndSendEachImprovementOnce() {
        final ArrayCombining least = dense(CommandType.MIN);
        owner.words()[3] = 100;
        least.improve(aggregator, a, 3, 50);
        least.improve(aggregator, a, 3, 40);
        least.improve(aggregator, b, 3, 60);
        join(a);
        join(b);
        lane.issueAwaited();
        answerAll();
        requirePending(0, 0);
        assertEquals(40, owner.words()[3]);
        assertEquals(1, owner.executedCount());
        assertEquals(1, lane.droppedCount());
        assertEquals(1, lane.combinedCount());
        least.improve(aggregator, b, 3, 40);
        join(b);
        lane.issueAwaited();
        requirePending(0, 0);
        assertEquals(1, owner.executedCount());
        least.forget();
        owner.words()[3] = 100;
        least.improve(aggregator, b, 3, 40);
        join(b);
        lane.issueAwaited();
        answerAll();
        assertEquals(40, owner.words()[3]);
        requirePending(0, 0);
    }

    @Test
    void shouldForgetValuesThatDidNotArrive() {
        final ArrayCombining most = dense(CommandType.MAX);
        most.improve(aggregator, b, 3, 50);
        join(b);
        lane.issueAwaited();
        answerAll();
        assertEquals(50, owner.words()[3]);
        most.improve(aggregator, a, OUTSIDE, 50);
        join(a);
        lane.issueAwaited();
        answerAll();
        assertTrue(a.hasFailed());
        final long executed = owner.executedCount();
        most.improve(aggregator, b, 3, 20);
        join(b);
        lane.issueAwaited();
        answerAll();
        assertEquals(executed + 1, owner.executedCount(), "nothing stands for others");
        assertFalse(b.hasFailed());
        requirePending(0, 0);
    }

    @Test
    void shouldForgetTablesOfFreedArrays() {
        final ArrayCombining sums = dense(CommandType.ADD);
        assertEquals(1, arrays.all().length);
        sums.close();
        assertEquals(0, arrays.all().length);
        assertTrue(lane.isEmpty());
    }

    // --- failures ---

    /** The command fails at the owner: all who have joined are told, and nobody relies on the value. */
    @Test
    void shouldTellAllIssuersOfAFailureAndForgetTheValue() {
        final ArrayCombining least = array(CommandType.MIN, 16);
        least.update(aggregator, a, place(WORDS + 3), -5);
        least.update(aggregator, b, place(WORDS + 3), -4);
        lane.issueAll();
        answerAll();
        requirePending(0, 0);
        assertTrue(a.hasFailed());
        assertTrue(b.hasFailed());
        b.takeFailure();
        least.update(aggregator, b, place(WORDS + 3), -4);
        requirePending(0, 1);
        lane.issueAll();
        answerAll();
        assertTrue(b.hasFailed());
        requirePending(0, 0);
    }

    /** Sums travel ahead of an operation on the array, and fail, before its issuer begins to wait. */
    @Test
    void shouldTellWhoJoinsBehindTheFailure() {
        final ArrayCombining sums = dense(CommandType.ADD);
        sums.add(aggregator, a, 3, 1);
        aggregator.failures().failNode(1, new IllegalStateException("gone"));
        sums.issueAll(aggregator);
        assertTrue(a.takeHold());
        lane.join(a);
        lane.issueAwaited();
        requirePending(0, 0);
        assertEquals("gone", a.takeFailure().getMessage());
    }

    @Test
    void shouldTellIssuersThatTheNodeIsGone() {
        final ArrayCombining sums = array(CommandType.ADD, 16);
        sums.update(aggregator, a, place(1), 1);
        sums.update(aggregator, a, place(2), 1);
        aggregator.failures().failNode(1, new IllegalStateException("gone"));
        lane.issueAll();
        requirePending(0, 0);
        assertEquals("gone", a.takeFailure().getMessage());
        assertTrue(lane.isEmpty());
    }

    // --- elements that change once ---

    private void compareAndSet(final ArrayCombining once, final long offset, final long replacement,
                               final long[] before, final int position) {
        if (once.find(aggregator, offset, place(offset))) {
            before[position] = once.answer(aggregator, offset, place(offset));
        } else {
            aggregator.fetch(1, CommandWord.base(CommandType.COMPARE_AND_SET, ID) | offset, 0, replacement, a,
                once.taker(aggregator), once.expect(aggregator, offset, place(offset), replacement, before,
                    RequestBlock.toLong(position)));
        }
    }

    /** An array of elements that change once, whose lanes have a code for each element or a table of entries. */
    private ArrayCombining once(final boolean isCoded) {
        return array(ArrayCombining.ONCE, new ArrayCombining.TablePlan(isCoded ? 2 * WORDS : WORDS, isCoded, false, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerForElementsThatHaveChanged(final boolean isCoded) {
        final ArrayCombining once = once(isCoded);
        final long[] before = new long[200];
        for (int i = 0; i < 100; i++) {
            compareAndSet(once, i % WORDS, 1 + i, before, i);
        }
        answerAll();
        assertEquals(0, a.pendingCount());
        for (int i = 0; i < 100; i++) {
            compareAndSet(once, i % WORDS, 1000, before, 100 + i);
        }
        assertEquals(100, lane.answeredCount());
        for (int i = 0; i < 100; i++) {
            assertEquals(i < WORDS ? 0 : i % WORDS + 1, before[i]);
            assertEquals(i % WORDS + 1, before[100 + i]);
        }
        once.forget();
        assertFalse(once.find(aggregator, 0, place(0)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerWithTheValueWhateverItIs(final boolean isCoded) {
        final ArrayCombining once = once(isCoded);
        final long[] values = {7, 263, 7, 254, 255, -1, 511, Long.MIN_VALUE, Long.MAX_VALUE, 256, 1, 1, 7 - 256};
        final long[] before = new long[2 * values.length];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < values.length; i++) {
                compareAndSet(once, i, values[i], before, i);
            }
            answerAll();
            for (int i = 0; i < values.length; i++) {
                compareAndSet(once, i, 99, before, values.length + i);
            }
            assertArrayEquals(new long[values.length], java.util.Arrays.copyOf(before, values.length));
            assertArrayEquals(values, java.util.Arrays.copyOfRange(before, values.length, before.length));
            assertEquals((round + 1) * values.length, lane.answeredCount());
            // all are set anew, with the same values in another order
            once.forget();
            java.util.Arrays.fill(owner.words(), 0);
            values[0] = 263;
            values[1] = 7;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLearnFromABlockInWhichACommandFailed(final boolean isCoded) {
        final ArrayCombining once = once(isCoded);
        final long[] before = new long[2];
        compareAndSet(once, 1, 7, before, 0);
        compareAndSet(once, WORDS + 1, 7, before, 1);
        answerAll();
        assertTrue(a.hasFailed());
        assertFalse(once.find(aggregator, 1, place(1)));
        assertFalse(once.find(aggregator, WORDS + 1, place(WORDS + 1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLearnWhatWasExecutedBeforeElementsWereSetAnew(final boolean isCoded) {
        final ArrayCombining once = once(isCoded);
        final long[] before = new long[1];
        compareAndSet(once, 1, 7, before, 0);
        once.forget();
        answerAll();
        assertFalse(once.find(aggregator, 1, place(1)));
    }

    @Test
    void shouldGiveTicketsBackWhenNoValueComes() {
        final ArrayCombining once = array(ArrayCombining.ONCE, 16);
        final long[] before = new long[1];
        compareAndSet(once, 1, 7, before, 0);
        send();
        aggregator.failures().failNode(1, new IllegalStateException("unreachable"));
        assertTrue(a.hasFailed());
        assertEquals(0, a.pendingCount());
        assertEquals(RequestBlock.toTaker(0), once.expect(aggregator, 1, place(1), 7, before, RequestBlock.toLong(0)));
    }

    @Test
    void shouldHaveTablesWithinTheirLimits() {
        assertEquals(0, ArrayCombining.TablePlan.of(CommandType.ADD, 100, 23).capacity());
        assertEquals(1, ArrayCombining.TablePlan.of(CommandType.ADD, 100, 24).capacity());
        assertEquals(32_768, ArrayCombining.TablePlan.of(CommandType.ADD, 1 << 17, 1 << 20).capacity());
        assertEquals(64, ArrayCombining.TablePlan.of(CommandType.MIN, 1000, 64 * 24 + 60).capacity());
        assertEquals(0, ArrayCombining.TablePlan.of(ArrayCombining.ONCE, 0, 1 << 20).capacity());
        assertEquals(1, ArrayCombining.TablePlan.of(ArrayCombining.ONCE, 1, 1 << 20).capacity());
        assertEquals(new ArrayCombining.TablePlan(1000, true, false, 9000),
            ArrayCombining.TablePlan.of(ArrayCombining.ONCE, 1000, 9000));
        assertEquals(new ArrayCombining.TablePlan(512, false, false, 8192),
            ArrayCombining.TablePlan.of(ArrayCombining.ONCE, 1000, 8999));
        assertFalse(ArrayCombining.TablePlan.of(ArrayCombining.ONCE, 1L << 60, Long.MAX_VALUE >> 8).isDense());
    }
}
