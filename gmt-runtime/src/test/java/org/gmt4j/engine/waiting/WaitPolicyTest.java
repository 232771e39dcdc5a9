package org.gmt4j.engine.waiting;

import static org.gmt4j.engine.waiting.WaitPolicy.SPIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.aggregation.queue.LongTransfers;
import org.junit.jupiter.api.Test;

final class WaitPolicyTest {
    private static final WaitConfig CONFIG = WaitConfig.DEFAULT;
    private static final long LONGEST = CONFIG.longestParkNs();

    private static WaitPolicy policy(final WaitMode mode, final boolean hasCore, final boolean isWoken) {
        return WaitPolicy.of(mode, CONFIG, hasCore, isWoken);
    }

    /** The longest of parks in a row. */
    private static long longest(final WaitPolicy policy, final Expecting expecting) {
        long park = 0;
        for (int round = 1_000; round < 1_100; round++) {
            final long next = policy.parkNs(Long.MAX_VALUE / 2, round, park, expecting);
            assertTrue(next >= park, "shorter than before");
            park = next;
        }
        return park;
    }

    @Test
    void shouldAlwaysSpinWhenPolling() {
        for (final Expecting expecting : Expecting.values()) {
            assertEquals(SPIN, policy(WaitMode.POLL, true, true).parkNs(Long.MAX_VALUE, Integer.MAX_VALUE,
                0, expecting));
        }
    }

    @Test
    void shouldNeverSpinWhenBlocking() {
        for (final Expecting expecting : Expecting.values()) {
            assertTrue(policy(WaitMode.BLOCK, true, true).parkNs(0, 1, 0, expecting) > SPIN);
            assertEquals(WaitPolicy.SHORTEST_NS, policy(WaitMode.BLOCK, true, false).parkNs(0, 1, 0, expecting));
        }
    }

    @Test
    void shouldBlockLongAtOnceWhereEverythingWakes() {
        final WaitPolicy policy = policy(WaitMode.BLOCK, false, true);
        assertEquals(WaitPolicy.WOKEN_NS, policy.parkNs(0, 1, 0, Expecting.NOTHING));
        assertEquals(WaitPolicy.COARSE_NS, policy.parkNs(0, 1, 0, Expecting.REPLIES));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(policy, Expecting.ROOM), "nobody tells of room");
    }

    @Test
    void shouldSpinTenTimesAsLongForReplies() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, true, false);
        final long spin = CONFIG.spinNs();
        assertEquals(SPIN, policy.parkNs(spin - 1, 9_999, 0, Expecting.NOTHING));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(spin, 9_999, 0, Expecting.NOTHING));
        assertEquals(SPIN, policy.parkNs(10 * spin - 1, 9_999, 0, Expecting.REPLIES));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(10 * spin, 9_999, 0, Expecting.REPLIES));
    }

    @Test
    void shouldParkAtOnceForLongTransfers() {
        assertEquals(WaitPolicy.SHORTEST_NS, policy(WaitMode.ADAPTIVE, true, false).parkNs(0, 1, 0, Expecting.BULK));
        assertEquals(WaitPolicy.SHORTEST_NS, policy(WaitMode.ADAPTIVE, false, true).parkNs(0, 1, 0, Expecting.BULK));
    }

    @Test
    void shouldOnlyLookSomeTimesWithoutACore() {
        final WaitPolicy policy = policy(WaitMode.ADAPTIVE, false, false);
        assertEquals(SPIN, policy.parkNs(Long.MAX_VALUE, 1, 0, Expecting.REPLIES));
        assertEquals(WaitPolicy.SHORTEST_NS, policy.parkNs(0, 100, 0, Expecting.REPLIES));
    }

    @Test
    void shouldParkLongerAndLongerWithinLimits() {
        final WaitPolicy looking = policy(WaitMode.ADAPTIVE, true, false);
        assertEquals(LONGEST, longest(looking, Expecting.NOTHING));
        assertEquals(Math.min(LONGEST, WaitPolicy.COARSE_NS), longest(looking, Expecting.DEADLINE));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(looking, Expecting.REPLIES));
        assertEquals(WaitPolicy.EXPECTING_NS, longest(looking, Expecting.ROOM));
        assertEquals(WaitPolicy.WOKEN_NS, longest(policy(WaitMode.ADAPTIVE, true, true), Expecting.NOTHING));
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
