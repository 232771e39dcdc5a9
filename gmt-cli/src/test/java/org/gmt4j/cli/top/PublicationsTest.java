package org.gmt4j.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.gmt4j.engine.publish.TopIdentity;
import org.gmt4j.engine.publish.TopReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rounds shorter than the time between two publications. */
@Timeout(60)
class PublicationsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private final Publications publications = new Publications();

    private static TopReading reading(final long pid, final long intervalNs, final long seconds, final long commands) {
        return new TopReading(new TopIdentity(pid, 1, 0, 1), false, intervalNs, seconds, seconds * SECOND_NS,
            seconds * 1000, Map.of(), Map.of("commands", commands));
    }

    /** One round. */
    private NodeRates look(final long seconds, final long commands) {
        publications.begin();
        return publications.add("job", reading(7, SECOND_NS, seconds, commands), seconds * 1000);
    }

    @Test
    void shouldKeepRatesUntilTheNextPublication() {
        assertEquals(0, look(1, 100).rate("commands"));
        assertEquals(0, look(1, 100).rate("commands"), "there is only one");
        assertEquals(200, look(2, 300).rate("commands"));
        for (int round = 0; round < 3; round++) {
            assertEquals(200, look(2, 300).rate("commands"), "the same publication");
            assertEquals(NodeRates.State.BUSY, look(2, 300).state());
        }
        assertEquals(100, look(4, 500).rate("commands"));
        assertEquals(NodeRates.State.IDLE, look(5, 500).state());
    }

    @Test
    void shouldForgetNodesThatAreNotRead() {
        look(1, 100);
        publications.begin();
        assertEquals(0, look(2, 300).rate("commands"), "a round without it was between");
    }

    @Test
    void shouldKnowWhenAllNodesHaveRates() {
        assertTrue(publications.haveRates(), "there are none");
        look(1, 100);
        assertFalse(publications.haveRates());
        look(1, 100);
        assertFalse(publications.haveRates());
        look(2, 100);
        assertTrue(publications.haveRates());
        publications.add("other", reading(8, 60 * SECOND_NS, 1, 0), 0);
        assertTrue(publications.haveRates(), "a minute is not waited for");
        publications.add("third", reading(9, SECOND_NS, 1, 0), 0);
        assertFalse(publications.haveRates());
    }
}
