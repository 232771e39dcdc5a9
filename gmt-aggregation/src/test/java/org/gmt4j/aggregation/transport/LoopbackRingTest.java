package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

final class LoopbackRingTest {
    private static final int CAPACITY = 1024;

    private final LoopbackRing ring = new LoopbackRing(0, CAPACITY);

    @Test
    void shouldHideAClaimUntilItIsPublished() {
        assertNotEquals(0, ring.claim(8));
        assertEquals(0, ring.next());
        ring.publish();
        assertNotEquals(0, ring.next());
        assertEquals(8, ring.length(ring.next()));
    }

    @Test
    void shouldForgetAClaimThatIsNotPublished() {
        final long first = ring.claim(64);
        assertEquals(first, ring.claim(16));
        ring.publish();
        assertEquals(16, ring.length(ring.next()));
    }

    @Test
    void shouldFillToTheLastByte() {
        final int records = CAPACITY / 64;
        for (int i = 0; i < records; i++) {
            assertNotEquals(0, ring.claim(56));
            ring.publish();
        }
        assertEquals(0, ring.claim(8));
        ring.next();
        ring.release(56);
        assertNotEquals(0, ring.claim(56));
    }

    @Test
    void shouldTakeTheLargestPayloadAtAnyPlaceWhenEmpty() {
        final int max = LoopbackRing.maxPayloadLength(CAPACITY);
        for (int i = 0; i < 10_000; i++) {
            final int length = i % 2 == 0 ? max : 8 + i % 7 * 8;
            assertNotEquals(0, ring.claim(length), "round " + i);
            ring.publish();
            assertEquals(length, ring.length(ring.next()));
            ring.release(length);
        }
    }

    @Test
    void shouldKeepOrderAndBytesAroundTheEnd() {
        final Random random = new Random(42);
        final ArrayDeque<Long> expected = new ArrayDeque<>();
        long sequence = 0;
        int refused = 0;
        for (int round = 0; round < 100_000; round++) {
            if (random.nextBoolean()) {
                final int length = 8 * (1 + random.nextInt(LoopbackRing.maxPayloadLength(CAPACITY) / 8));
                final long address = ring.claim(length);
                if (address != 0) {
                    fill(address, length, sequence);
                    ring.publish();
                    expected.add(sequence++);
                } else {
                    refused++;
                }
            } else if (!expected.isEmpty()) {
                final long address = ring.next();
                final int length = ring.length(address);
                check(address, length, expected.remove());
                ring.release(length);
            } else {
                assertEquals(0, ring.next());
                assertTrue(ring.isEmpty());
            }
        }
        assertTrue(refused > 1000, "the ring was hardly ever full");
    }

    @Test
    void shouldAskForAPowerOfTwo() {
        assertThrows(TransportException.class, () -> new LoopbackRing(0, 3000));
        assertThrows(TransportException.class, () -> new LoopbackRing(0, 512));
    }

    private static void fill(final long address, final int length, final long sequence) {
        for (int i = 0; i < length; i += 8) {
            UnsafeApi.putLong(address + i, sequence * 1000 + i);
        }
    }

    private static void check(final long address, final int length, final long sequence) {
        for (int i = 0; i < length; i += 8) {
            assertEquals(sequence * 1000 + i, UnsafeApi.getLong(address + i));
        }
    }
}
