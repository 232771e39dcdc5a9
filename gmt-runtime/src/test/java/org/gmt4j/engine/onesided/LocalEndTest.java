package org.gmt4j.engine.onesided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Completion;
import org.junit.jupiter.api.Test;

/** The local side of a rendezvous. */
class LocalEndTest {
    /** Counts. */
    private static final class Reading extends Completion {
        @Override
        protected void onComplete() {
        }
    }

    @Test
    void shouldBeReadWithItsLastByteOrWhenItEnds() {
        final LocalSide side = new LocalSide();
        final Reading reading = new Reading();
        final long packed = UnsafeApi.allocateMemory(64);
        side.reading = reading;
        final LocalSpan source = LocalSpan.of(new long[8], 8, Long.BYTES);
        final LocalEnd read = new LocalEnd(side.range(source, 0, 64), 0, 64, true);
        final LocalEnd refused = new LocalEnd(side.range(source, 0, 64), 0, 64, true);
        side.reading = null;
        final LocalEnd other = new LocalEnd(side.range(source, 0, 64), 0, 64, true);
        assertEquals(2, reading.pendingCount());
        read.move(packed, 48, 0);
        assertEquals(2, reading.pendingCount());
        read.move(packed + 48, 16, 48);
        assertEquals(1, reading.pendingCount());
        assertFalse(reading.isComplete());
        read.released();
        other.released();
        assertEquals(1, reading.pendingCount());
        refused.released();
        assertTrue(reading.isComplete());
        UnsafeApi.freeMemory(packed);
    }
}
