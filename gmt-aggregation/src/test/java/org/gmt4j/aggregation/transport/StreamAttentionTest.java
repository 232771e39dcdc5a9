package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class StreamAttentionTest {
    @Test
    void shouldLookAtQuietStreamsWheneverThePollBeforeFoundNothing() {
        final StreamAttention attention = new StreamAttention();
        for (int poll = 1; poll <= 10 * StreamAttention.WHOLE_EVERY; poll++) {
            assertEquals(poll % StreamAttention.WHOLE_EVERY == 0 ? StreamAttention.WHOLE : StreamAttention.THOROUGH,
                attention.begin());
            attention.end(0);
        }
    }

    @Test
    void shouldLookAtQuietStreamsAtEverySixteenthPollThatFindsSomething() {
        final StreamAttention attention = new StreamAttention();
        attention.begin();
        attention.end(3);
        int thorough = 0;
        int whole = 0;
        int since = 0;
        for (int poll = 1; poll <= StreamAttention.THOROUGH_EVERY * StreamAttention.WHOLE_EVERY * 3; poll++) {
            final int depth = attention.begin();
            since = depth == StreamAttention.BUSY ? since + 1 : 0;
            thorough += depth == StreamAttention.BUSY ? 0 : 1;
            whole += depth == StreamAttention.WHOLE ? 1 : 0;
            assertTrue(since < StreamAttention.THOROUGH_EVERY);
            attention.end(1);
        }
        assertEquals(StreamAttention.WHOLE_EVERY * 3, thorough);
        assertEquals(3, whole);
    }

    /**
     * The streams of answers of a node that only answers: a thorough look at one poll in sixteen, not at each because
     * none come.
     */
    @Test
    void shouldCountWhatTheOtherClassFoundOnceAndOnlyOnce() {
        final StreamAttention replies = new StreamAttention();
        final StreamAttention requests = new StreamAttention();
        replies.pairWith(requests);
        int thorough = 0;
        for (int turn = 0; turn < 10 * StreamAttention.THOROUGH_EVERY - 5; turn++) {
            thorough += turn > 0 && replies.begin() != StreamAttention.BUSY ? 1 : 0;
            replies.end(0);
            requests.begin();
            requests.end(1);
        }
        assertEquals(9, thorough);
        assertEquals(StreamAttention.BUSY, replies.begin());
        replies.end(0);
        assertEquals(StreamAttention.THOROUGH, replies.begin(), "nobody has polled requests since");
        replies.end(2);
        assertEquals(StreamAttention.BUSY, requests.begin());
        requests.end(0);
        assertEquals(StreamAttention.THOROUGH, requests.begin());
    }

    @Test
    void shouldBecomeQuietAfterLooksInVainAndBusyByTheFirstFind() {
        final WatchedStream stream = new WatchedStream(true);
        for (int round = 0; round < 2; round++) {
            assertFalse(stream.isQuiet());
            for (int look = 1; look < WatchedStream.QUIET_AFTER; look++) {
                assertFalse(stream.looked(false));
            }
            assertFalse(stream.looked(true), "a find begins the count anew");
            for (int look = 1; look < WatchedStream.QUIET_AFTER; look++) {
                assertFalse(stream.looked(false));
                assertFalse(stream.isQuiet());
            }
            assertTrue(stream.looked(false));
            assertTrue(stream.isQuiet());
            assertFalse(stream.looked(false));
            assertTrue(stream.looked(true));
        }
    }

    @Test
    void shouldLookAtEachStreamAsDeepAsItNeeds() {
        final WatchedStream expected = new WatchedStream(true);
        final WatchedStream stranger = new WatchedStream(false);
        assertTrue(expected.isLookedAt(StreamAttention.BUSY));
        assertFalse(stranger.isLookedAt(StreamAttention.BUSY));
        assertFalse(stranger.isLookedAt(StreamAttention.THOROUGH));
        assertTrue(stranger.isLookedAt(StreamAttention.WHOLE));
        for (int look = 0; look < WatchedStream.QUIET_AFTER; look++) {
            expected.looked(false);
        }
        assertFalse(expected.isLookedAt(StreamAttention.BUSY));
        assertTrue(expected.isLookedAt(StreamAttention.THOROUGH));
        assertTrue(expected.isLookedAt(StreamAttention.WHOLE));
        assertTrue(stranger.looked(true));
        assertTrue(stranger.isLookedAt(StreamAttention.BUSY));
    }
}
