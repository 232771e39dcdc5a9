package org.gmt4j.engine.waiting;

import static org.gmt4j.engine.waiting.WaitPolicy.SPIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.junit.jupiter.api.Test;

final class WaitPolicyTest {
    private static final WaitConfig CONFIG = WaitConfig.DEFAULT;
    private static final long LONGEST = CONFIG.longestParkNs();
    /** Of a thread that has never looked in vain. */
    private static final Patience PATIENCE = new Patience(1);

    static {
        PATIENCE.ended(Patience.TELLING_NS, false);
    }

    private static WaitPolicy policy(final WaitMode mode, final boolean hasCore, final boolean isWoken) {
        return WaitPolicy.of(mode, CONFIG, hasCore, isWoken);
    }

    /** The longest of parks in a row; none takes more than its share of the idle time before it. */
    private static long longest(final WaitPolicy policy, final Expecting expecting) {
        long park = 0;
        long idle = 1_000_000;
        for (int round = 1_000; round < 1_040; round++) {
            final long next = policy.parkNs(idle, round, expecting, PATIENCE);
            assertTrue(next >= park, "shorter than before");
            assertTrue(next <= idle / WaitPolicy.PARKS_PER_IDLE_TIME, "too long a share of " + idle);
            park = next;
            idle += idle;
        }
        return park;
    }

    @Test
    void shouldAlwaysSpinWhenPolling() {
        for (final Expecting expecting : Expecting.values()) {
            assertEquals(SPIN, policy(WaitMode.POLL, true, true).parkNs(Long.MAX_VALUE, Integer.MAX_VALUE,
                expecting, PATIENCE));
        }
    }

    @Test
    void shouldNeverSpinWhenBlocking() {
        for (final Expecting expecting : Expecting.values()) {
            assertTrue(policy(WaitMode.BLOCK, true, true).parkNs(0, 1, expecting, PATIENCE) > SPIN);
            assertEquals(WaitPolicy.SHORTEST_NS, policy(WaitMode.BLOCK, true, false).parkNs(0, 1, expecting, PATIENCE));
        }
    }

    @Test
    void shouldBlockLongAtOnceWhereEverythingWakes() {
        final WaitPolicy policy = policy(WaitMode.BLOCK, false, true);
        assertEquals(WaitPolicy.WOKEN_NS, policy.parkNs(0, 1, Expecting.NOTHING, PATIENCE));
        assertEquals(WaitPolicy.COARSE_NS, policy.parkNs(0, 1, Expecting.REPLIES, PATIENCE));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(policy, Expecting.ROOM), "nobody tells of room");
    }

    @Test
    void shouldSpinTenTimesAsLongWhenSomethingIsExpected() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, true, false);
        final long spin = CONFIG.spinNs();
        assertEquals(SPIN, policy.parkNs(spin - 1, 9_999, Expecting.NOTHING, PATIENCE));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(spin, 9_999, Expecting.NOTHING, PATIENCE));
        for (final Expecting expecting : List.of(Expecting.REPLIES, Expecting.PARTNERS, Expecting.DEADLINE)) {
            assertEquals(SPIN, policy.parkNs(10 * spin - 1, 9_999, expecting, PATIENCE));
            assertEquals(10 * spin / WaitPolicy.PARKS_PER_IDLE_TIME, policy.parkNs(10 * spin, 9_999, expecting,
                PATIENCE));
        }
    }

    @Test
    void shouldLookShorterAfterLookingInVain() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, true, false);
        final Patience patience = new Patience(1);
        for (int i = 0; i < 10; i++) {
            patience.ended(300_000, true);
        }
        assertEquals(SPIN, policy.parkNs(Patience.LEAST_NS - 1, 9_999, Expecting.REPLIES, patience));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(Patience.LEAST_NS, 9_999, Expecting.REPLIES, patience));
        patience.ended(6_000, false);
        assertEquals(SPIN, policy.parkNs(4 * 6_000 - 1, 9_999, Expecting.PARTNERS, patience));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(4 * 6_000, 9_999, Expecting.PARTNERS, patience));
    }

    @Test
    void shouldLearnNothingFromLongWaits() {
        final Patience patience = new Patience(1);
        final long before = patience.limitNs(Long.MAX_VALUE);
        for (int i = 0; i < 10; i++) {
            patience.ended(Patience.TELLING_NS, true);
        }
        assertEquals(before, patience.limitNs(Long.MAX_VALUE));
    }

    @Test
    void shouldParkAtOnceForLongTransfers() {
        for (final boolean hasCore : new boolean[] {true, false}) {
            assertEquals(WaitPolicy.SHORTEST_NS, policy(WaitMode.ADAPTIVE, hasCore, !hasCore)
                .parkNs(0, 1, Expecting.BULK, PATIENCE));
        }
    }

    @Test
    void shouldOnlyLookSomeTimesWithoutACore() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, false, false);
        assertEquals(SPIN, policy.parkNs(Long.MAX_VALUE, 1, Expecting.REPLIES, PATIENCE));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(0, 100, Expecting.REPLIES, PATIENCE));
    }

    @Test
    void shouldYieldToOthersThatWaitAsWell() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, false, false);
        final Patience patience = new Patience(1);
        assertEquals(SPIN, policy.parkNs(0, 2, Expecting.PARTNERS, patience));
        for (final Expecting expecting : Expecting.values()) {
            final boolean isForTasks = expecting == Expecting.PARTNERS || expecting == Expecting.DEADLINE;
            assertEquals(isForTasks, policy.parkNs(0, 3, expecting, patience) == WaitPolicy.YIELD, expecting::name);
        }
        assertEquals(WaitPolicy.YIELD, policy.parkNs(Patience.TELLING_NS - 1, 999, Expecting.PARTNERS, patience));
        assertEquals(Patience.TELLING_NS / WaitPolicy.PARKS_PER_IDLE_TIME,
            policy.parkNs(Patience.TELLING_NS, 999, Expecting.PARTNERS, patience), "they compute");
        for (final WaitPolicy other : List.of(policy(WaitMode.ADAPTIVE, true, false),
            policy(WaitMode.ADAPTIVE, false, true), policy(WaitMode.BLOCK, false, false))) {
            assertTrue(other.parkNs(500_000, 999, Expecting.PARTNERS, patience) > SPIN, other::toString);
        }
    }

    /** A thread that computes has had the core meanwhile. */
    @Test
    void shouldParkInMoreAndMoreWaitsAfterLongYields() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, false, false);
        final Patience patience = new Patience(1);
        patience.yielded(100_000);                   // many threads on a core
        assertEquals(WaitPolicy.YIELD, policy.parkNs(0, 999, Expecting.PARTNERS, patience));
        for (final int without : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 256}) {
            assertEquals(without, waitsWithoutYield(policy, patience));
        }
        for (int i = 0; i < 64; i++) {
            patience.ended(20_000, false);
        }
        assertEquals(1, waitsWithoutYield(policy, patience), "an exception again");
    }

    @Test
    void shouldHaveMorePatienceWithYieldsWhereMoreThreadsShareACore() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, false, false);
        final Patience ofFour = new Patience(4);
        ofFour.yielded(7 * 350_000);                 // twice three times as long, and once
        assertEquals(WaitPolicy.YIELD, policy.parkNs(7 * Patience.TELLING_NS - 1, 999, Expecting.PARTNERS, ofFour));
        assertTrue(policy.parkNs(7 * Patience.TELLING_NS, 999, Expecting.PARTNERS, ofFour) > SPIN);
        ofFour.yielded(7 * 350_000 + 1);
        assertTrue(policy.parkNs(0, 999, Expecting.PARTNERS, ofFour) > SPIN);
    }

    @Test
    void shouldLookLessOftenWhereALookKeepsAnotherProcessFromItsWork() {
        assertEquals(SPIN, policy(WaitMode.ADAPTIVE, false, false).parkNs(0, 3, Expecting.REPLIES, PATIENCE));
        assertEquals(WaitPolicy.SHORTEST_NS,
            policy(WaitMode.ADAPTIVE, false, false).parkNs(0, 4, Expecting.REPLIES, PATIENCE));
        assertEquals(SPIN, policy(WaitMode.ADAPTIVE, false, true).parkNs(0, 19, Expecting.REPLIES, PATIENCE));
    }

    private static int waitsWithoutYield(final WaitPolicy policy, final Patience patience) {
        patience.yielded(3_000_000);
        int waits = 0;
        while (policy.parkNs(0, 999, Expecting.PARTNERS, patience) != WaitPolicy.YIELD) {
            patience.ended(200_000, true);
            waits++;
        }
        return waits;
    }

    @Test
    void shouldParkLongerAndLongerWithinLimits() {
        final WaitPolicy looking = policy(WaitMode.ADAPTIVE, true, false);
        assertEquals(LONGEST, longest(looking, Expecting.NOTHING));
        assertEquals(LONGEST, longest(looking, Expecting.PARTNERS));
        assertEquals(Math.min(LONGEST, WaitPolicy.COARSE_NS), longest(looking, Expecting.DEADLINE));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(looking, Expecting.REPLIES));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(looking, Expecting.ROOM));
        assertEquals(WaitPolicy.WOKEN_NS, longest(policy(WaitMode.ADAPTIVE, true, true), Expecting.NOTHING));
    }

    /** Seconds, not milliseconds, make a thread sleep long that has a core to itself. */
    @Test
    void shouldParkShortForSomeSecondsOnACoreOfItsOwn() {
        final long lively = AdaptivePolicy.LIVELY_FOR_NS - 1;
        for (final Expecting expecting : List.of(Expecting.NOTHING, Expecting.PARTNERS)) {
            final WaitPolicy policy = policy(WaitMode.ADAPTIVE, true, false);
            assertEquals(AdaptivePolicy.LIVELY_NS, policy.parkNs(lively, 9_999, expecting, PATIENCE));
            assertEquals(LONGEST, policy.parkNs(lively + 1, 9_999, expecting, PATIENCE));
            assertEquals(LONGEST, policy(WaitMode.ADAPTIVE, false, false).parkNs(lively, 9_999, expecting, PATIENCE),
                "others need the core");
            assertEquals(WaitPolicy.WOKEN_NS, policy(WaitMode.ADAPTIVE, true, true).parkNs(lively, 9_999, expecting,
                PATIENCE), "somebody wakes it");
        }
    }

    @Test
    void shouldKnowLongTransfersByTheirKind() {
        final LongTransfers transfers = CONFIG.longTransfers();
        transfers.issued(LongTransfers.Kind.STRIDED, CONFIG.longStrided() - 1);
        transfers.issued(LongTransfers.Kind.GET, CONFIG.longGet() - 1);
        transfers.issued(LongTransfers.Kind.ACCUMULATE, CONFIG.longAccumulate() - 1);
        transfers.issued(LongTransfers.Kind.PUT, CONFIG.longPut() - 1);
        assertTrue(!transfers.areExpected());
        transfers.issued(LongTransfers.Kind.PUT, CONFIG.longPut());
        assertTrue(transfers.areExpected());
        transfers.settle();
        assertTrue(!transfers.areExpected());
    }
}
