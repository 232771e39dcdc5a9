package org.gmt4j.aggregation.transport.connect;

import static org.gmt4j.aggregation.transport.connect.ConnectionRig.MS;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.aggregation.transport.Links;
import org.junit.jupiter.api.Test;

final class IdleTimeTest {
    private static final ConnectConfig CONFIG = ConnectConfig.DEFAULT.withIdle(500 * MS, 100 * MS);
    private static final long START_NS = 1_000 * MS;

    private final ConnectionRig.Side links = new ConnectionRig(CONFIG).sides[0];
    private final IdleTime idle = new IdleTime(CONFIG, links);

    @Test
    void shouldBeOverWhenNobodyUsesIt() {
        idle.opened(START_NS);
        assertFalse(idle.isOver(START_NS + 499 * MS));
        assertFalse(idle.isHalfOver(START_NS + 249 * MS));
        assertTrue(idle.isHalfOver(START_NS + 250 * MS));
        assertTrue(idle.isOver(START_NS + 500 * MS));
    }

    @Test
    void shouldBeginAgainWithUseOfEitherSide() {
        idle.opened(START_NS);
        idle.look(true, 0, START_NS + 400 * MS);
        assertFalse(idle.isOver(START_NS + 899 * MS));
        idle.look(false, 64, START_NS + 800 * MS);
        assertFalse(idle.isOver(START_NS + 1_299 * MS));
        idle.look(false, 64, START_NS + 1_200 * MS);
        assertTrue(idle.isOver(START_NS + 1_300 * MS));
    }

    @Test
    void shouldLastTwiceAsLongWhenItWasClosedTooEarly() {
        idle.opened(START_NS);
        idle.closed(START_NS + 500 * MS);
        idle.opened(START_NS + 501 * MS);
        assertFalse(idle.isOver(START_NS + 1_500 * MS));
        assertTrue(idle.isOver(START_NS + 1_501 * MS));
        idle.closed(START_NS + 1_501 * MS);
        idle.opened(START_NS + 9_000 * MS);
        assertTrue(idle.isOver(START_NS + 9_500 * MS));
    }

    @Test
    void shouldNotReleaseMoreThanTheTransportCanTellApart() {
        links.lingerNs = 10_000 * MS;
        assertTrue(idle.mayRelease(START_NS + 10_000 * MS));
        for (int i = 0; i < Links.MOST_RELEASES; i++) {
            assertTrue(idle.mayRelease(START_NS + 10_001 * MS));
            idle.closed(START_NS + 10_001 * MS);
        }
        assertFalse(idle.mayRelease(START_NS + 19_999 * MS));
        assertTrue(idle.mayRelease(START_NS + 20_000 * MS));
    }
}
