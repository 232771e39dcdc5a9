package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReplyBuffersTest {
    private static final int NODES = 4;
    private final ArrayDeque<NetworkBuffer> sealed = new ArrayDeque<>();
    private ReplyBuffers replies = replies(2);

    private ReplyBuffers replies(final int count) {
        return new ReplyBuffers(new AggregationConfig(128, 10, 0, 512, 64, 0, 1, 1, 1, 0, count), NODES, sealed::add);
    }

    @AfterEach
    void close() {
        replies.close();
    }

    @Test
    void shouldPutRepliesToOneNodeBehindEachOther() {
        final long first = replies.claim(1, 40);
        assertEquals(first + 40, replies.claim(1, 32));
        assertEquals(first + 72, replies.extend(1, 8));
        replies.trim(1, 8);
        assertEquals(first + 72, replies.claim(1, 32));
        replies.flushAll();
        final NetworkBuffer buffer = sealed.remove();
        assertEquals(BufferHeader.LENGTH + 104, buffer.length());
        assertEquals(first, buffer.address() + BufferHeader.LENGTH);
        assertEquals(1, buffer.node());
        assertTrue(replies.isEmpty());
    }

    @Test
    void shouldFillABufferToTheLastByte() {
        assertNotEquals(0, replies.claim(1, 472));
        assertNotEquals(0, replies.extend(1, 8));
        assertEquals(0, replies.extend(1, 8));
        assertNotEquals(0, replies.claim(1, 8));
        assertEquals(1, sealed.size());
        assertEquals(512, sealed.peek().length());
    }

    @Test
    void shouldRefuseWhenAllBuffersAreUnderWay() {
        assertNotEquals(0, replies.claim(1, 400));
        assertNotEquals(0, replies.claim(2, 400));
        assertEquals(0, replies.claim(3, 32));
        assertEquals(1, replies.refusedCount());
        assertEquals(2, sealed.size(), "what is filling goes, so that it comes back");
        assertEquals(0, replies.claim(1, 32));
        sealed.remove().release();
        assertNotEquals(0, replies.claim(3, 32));
        assertEquals(2 * 512, replies.memoryInBytes());
    }

    @Test
    void shouldServeManyNodesWithOneBuffer() {
        replies.close();
        replies = replies(1);
        for (int round = 0; round < 100; round++) {
            assertNotEquals(0, replies.claim(round % NODES, 32));
            assertEquals(0, replies.claim((round + 1) % NODES, 32));
            final NetworkBuffer buffer = sealed.remove();
            assertEquals(round % NODES, buffer.node());
            buffer.release();
        }
        assertEquals(100, replies.refusedCount());
    }

    @Test
    void shouldRefuseForGoodWhatNoBufferCanHold() {
        for (final int length : new int[] {488, 4096, Integer.MAX_VALUE - 7, Integer.MIN_VALUE, -8}) {
            assertThrows(IllegalArgumentException.class, () -> replies.claim(1, length), "length " + length);
            assertTrue(replies.isEmpty());
        }
        assertNotEquals(0, replies.claim(1, 480));
    }

    @Test
    void shouldNotLoseOrMixReplies() {
        final Random random = new Random(6);
        final long[] next = new long[NODES];
        final long[] expected = new long[NODES];
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            final int node = random.nextInt(NODES);
            final int length = 8 * (1 + random.nextInt(20));
            final long at = replies.claim(node, length);
            if (at == 0) {
                refused++;
            } else {
                for (int i = 0; i < length; i += 8) {
                    UnsafeApi.putLong(at + i, next[node]++);
                }
            }
            if (random.nextInt(10) == 0) {
                replies.flushAll();
            }
            if (random.nextInt(3) == 0) {
                take(expected);
            }
        }
        replies.flushAll();
        while (!sealed.isEmpty()) {
            take(expected);
        }
        assertEquals(java.util.Arrays.toString(next), java.util.Arrays.toString(expected));
        assertTrue(refused > 100);
        assertFalse(next[0] == 0);
    }

    private void take(final long[] expected) {
        final NetworkBuffer buffer = sealed.poll();
        if (buffer != null) {
            for (int i = BufferHeader.LENGTH; i < buffer.length(); i += 8) {
                assertEquals(expected[buffer.node()]++, UnsafeApi.getLong(buffer.address() + i));
            }
            buffer.release();
        }
    }
}
