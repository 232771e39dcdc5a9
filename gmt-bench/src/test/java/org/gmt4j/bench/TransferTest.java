package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TransferTest {
    private static final long PER_NODE = 100;
    private static final int UNITS = 8;

    private static long ownerOf(final long index) {
        return index / PER_NODE;
    }

    @Test
    void shouldNeverGoHomeWhenRemote() {
        final Transfer transfer = new Transfer(5, 3, PER_NODE, UNITS, true, 64);
        for (int k = 0; k < 1000; k++) {
            assertNotEquals(1, ownerOf(transfer.index(1, k)));
        }
    }

    @Test
    void shouldReachEverySlotOfEveryNode() {
        final Transfer transfer = new Transfer(5, 3, PER_NODE, UNITS, false, 64);
        assertEquals(3 * 12, java.util.stream.LongStream.range(0, 5000).map(k -> transfer.index(1, k))
            .distinct().count());
    }

    @Test
    void shouldKeepSlotsWithinOneNode() {
        final Transfer transfer = new Transfer(5, 3, PER_NODE, UNITS, false, 64);
        for (int k = 0; k < 1000; k++) {
            final long index = transfer.index(1, k);
            assertEquals(ownerOf(index), ownerOf(index + UNITS - 1));
            assertTrue(index % PER_NODE % UNITS == 0);
        }
    }
}
