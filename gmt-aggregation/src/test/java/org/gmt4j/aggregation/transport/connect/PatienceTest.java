package org.gmt4j.aggregation.transport.connect;

import static org.gmt4j.aggregation.transport.connect.ConnectionRig.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PatienceTest {
    private static final long START_NS = 1_000 * MS;
    private final Patience patience = new Patience(ConnectConfig.DEFAULT.withTimeouts(2_000 * MS, 20 * MS, 100 * MS));

    @Test
    void shouldRepeatAtDoublingDistances() {
        patience.reset(START_NS);
        long atNs = START_NS;
        for (final long distance : new long[] {20, 40, 80, 160, 320, 500, 500}) {
            assertFalse(patience.isTimeToRepeat(atNs + distance * MS - 1));
            atNs += distance * MS;
            assertTrue(patience.isTimeToRepeat(atNs));
        }
        patience.reset(atNs);
        assertTrue(patience.isTimeToRepeat(atNs + 20 * MS));
    }

    @Test
    void shouldEndAfterTheTimeOut() {
        patience.reset(START_NS);
        for (long atNs = START_NS; atNs < START_NS + 2_000 * MS; atNs += 10 * MS) {
            assertTrue(patience.spend(atNs));
        }
        assertFalse(patience.spend(START_NS + 2_000 * MS));
    }

    @Test
    void shouldWaitLongerInACrowdUnlessATimeWasChosen() {
        final Patience inCrowd = new Patience(ConnectConfig.DEFAULT.withCrowd(4));
        inCrowd.reset(START_NS);
        for (long atNs = START_NS; atNs < START_NS + 120_000 * MS; atNs += 1_000 * MS) {
            assertTrue(inCrowd.spend(atNs));
        }
        assertFalse(inCrowd.spend(START_NS + 120_000 * MS));
        final ConnectConfig chosen = ConnectConfig.DEFAULT.withTimeouts(2_000 * MS, 20 * MS, 100 * MS);
        assertEquals(chosen, chosen.withCrowd(4));
        assertEquals(ConnectConfig.DEFAULT, ConnectConfig.DEFAULT.withCrowd(1));
    }

    @Test
    void shouldNotTakeAPauseOfItsOwnForSilenceOfThePeer() {
        patience.reset(START_NS);
        assertTrue(patience.spend(START_NS));
        assertTrue(patience.spend(START_NS + 3_600_000 * MS));
    }
}
