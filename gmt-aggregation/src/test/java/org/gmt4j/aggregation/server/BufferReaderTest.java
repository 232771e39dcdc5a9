package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BufferReaderTest {
    private static final int MAX_REPLY = 800;
    private final BufferBuilder buffer = new BufferBuilder();
    private final List<Integer> slots = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private BlockConsumer consumer = (address, length) -> {
        slots.add(BlockHeader.slot(address));
        return true;
    };
    private final BufferReader reader = reader(TrafficClass.REQUEST);

    private BufferReader reader(final TrafficClass cls) {
        return new BufferReader(BufferBuilder.NODE, BufferBuilder.NODES, BufferBuilder.JOB, cls, MAX_REPLY,
            (address, length) -> consumer.onBlock(address, length),
            (source, expected, found) -> losses.add(source + ":" + expected + "->" + found));
    }

    @AfterEach
    void close() {
        buffer.close();
    }

    private boolean read(final int length) {
        return reader.onFragment(buffer.address(), length);
    }

    @Test
    void shouldDeliverEachBlockOnce() {
        assertTrue(read(buffer.begin().request(40, 10).request(32, 11).request(128, 12).end(0, 0)));
        assertEquals("[10, 11, 12]", slots.toString());
        assertEquals(1, reader.bufferCount());
        assertEquals(32 + 200, reader.byteCount());
        assertEquals(0, reader.droppedCount());
    }

    @Test
    void shouldAcceptABufferWithoutBlocks() {
        assertTrue(read(buffer.begin().end(0, 0)));
        assertEquals(1, reader.bufferCount());
        assertEquals(0, slots.size());
    }

    @Test
    void shouldResumeAtTheBlockThatWasRefused() {
        for (int refused = 0; refused < 4; refused++) {
            slots.clear();
            final int at = refused;
            final int[] refusals = {3};
            consumer = (address, length) -> {
                if (BlockHeader.slot(address) == at && refusals[0]-- > 0) {
                    return false;
                }
                return slots.add(BlockHeader.slot(address));
            };
            final int length = buffer.begin().request(40, 0).request(48, 1).request(32, 2).request(64, 3)
                .end(0, refused);
            for (int i = 0; i < 3; i++) {
                assertFalse(read(length));
                assertEquals(refused, slots.size());
            }
            assertTrue(read(length));
            assertEquals("[0, 1, 2, 3]", slots.toString());
        }
        assertEquals(4, reader.bufferCount());
        assertEquals("[]", losses.toString());
    }

    @Test
    void shouldResumeEachSourceWhereItWasRefused() {
        final boolean[] refuses = {true};
        consumer = (address, length) -> !(refuses[0] && BlockHeader.slot(address) == 1)
            && slots.add(BlockHeader.slot(address));
        assertFalse(read(buffer.begin().request(40, 0).request(40, 1).end(0, 0)));
        assertFalse(read(buffer.begin().request(64, 5).request(40, 6).request(40, 1).end(2, 0)));
        refuses[0] = false;
        assertTrue(read(buffer.begin().request(40, 0).request(40, 1).end(0, 0)));
        assertTrue(read(buffer.begin().request(64, 5).request(40, 6).request(40, 1).end(2, 0)));
        assertEquals("[0, 5, 6, 1, 1]", slots.toString());
    }

    @Test
    void shouldBeginTheNextBufferAtItsStartAfterAnExceptionInAResumedOne() {
        final int[] calls = {0};
        consumer = (address, length) -> {
            switch (calls[0]++) {
                case 1:
                    return false;
                case 2:
                    throw new IllegalStateException("by the test");
                default:
                    return slots.add(BlockHeader.slot(address));
            }
        };
        final int length = buffer.begin().request(40, 0).request(40, 1).end(0, 0);
        assertFalse(read(length));
        assertThrows(IllegalStateException.class, () -> read(length));
        read(buffer.begin().request(64, 2).request(40, 3).end(0, 1));
        assertEquals("[0, 2, 3]", slots.toString());
    }

    @Test
    void shouldReportGapsInTheSequence() {
        read(buffer.begin().request(40, 0).end(0, 0));
        read(buffer.begin().request(40, 1).end(2, 0));
        assertEquals("[]", losses.toString());
        read(buffer.begin().request(40, 2).end(0, 3));
        read(buffer.begin().request(40, 3).end(0, 4));
        read(buffer.begin().request(40, 4).end(2, 1));
        read(buffer.begin().request(40, 5).end(2, 1));
        assertEquals("[0:1->3, 2:2->1]", losses.toString());
        assertEquals(6, slots.size());
    }

    @Test
    void shouldReportAGapOnceWhenTheBufferIsRefused() {
        consumer = (address, length) -> false;
        for (int i = 0; i < 5; i++) {
            assertFalse(read(buffer.begin().request(40, 0).end(0, 7)));
        }
        assertEquals("[0:0->7]", losses.toString());
    }

    @Test
    void shouldDropBuffersThatAreNotOurs() {
        int dropped = 0;
        for (int what = 0; what < 8; what++) {
            final int length = buffer.begin().request(40, 0)
                .end(what == 5 ? -1 : what == 6 ? 3 : what == 7 ? Integer.MAX_VALUE : 0, 0);
            switch (what) {
                case 0 -> UnsafeApi.putInt(buffer.address(), BufferHeader.MAGIC + 1);
                case 1 -> UnsafeApi.putInt(buffer.address(), 0);
                case 2 -> UnsafeApi.putInt(buffer.address() + 4, length + 8);
                case 3 -> UnsafeApi.putLong(buffer.address() + 8, BufferBuilder.JOB + 1);
                case 4 -> UnsafeApi.putInt(buffer.address() + 20, TrafficClass.REPLY.ordinal());
                default -> { }
            }
            assertTrue(read(length), "dropped buffers are not delivered again");
            assertEquals(++dropped, reader.droppedCount(), "case " + what);
        }
        assertEquals(0, slots.size());
        assertEquals(0, reader.bufferCount());
        assertTrue(read(buffer.begin().request(40, 9).end(0, 0)));
        assertEquals("[9]", slots.toString());
        assertEquals("[]", losses.toString(), "strangers do not disturb the sequence");
    }

    @Test
    void shouldDropBuffersShorterThanAHeader() {
        buffer.begin().end(0, 0);
        for (int length = 0; length < BufferHeader.LENGTH; length += 8) {
            assertTrue(read(length));
        }
        assertEquals(4, reader.droppedCount());
    }

    @Test
    void shouldDropTheRestOfABufferFromAMalformedBlockOn() {
        final int[] lengths = {0, -1, -8, 8, 24, 31, 36, 41, 2000, Integer.MAX_VALUE, Integer.MIN_VALUE};
        int dropped = 0;
        for (final int length : lengths) {
            slots.clear();
            assertTrue(read(buffer.begin().request(40, 1).request(length, 2).request(40, 3).end(0, dropped)));
            assertEquals("[1]", slots.toString(), "length " + length);
            assertEquals(++dropped, reader.droppedCount());
        }
        assertEquals("[]", losses.toString(), "a malformed buffer has still arrived");
    }

    @Test
    void shouldDropBlocksThatAreNotForThisNodeOrClass() {
        int sequence = 0;
        assertDropped(buffer.begin().block(40, 0, 0, BlockHeader.REQUEST, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, 0, 99, BlockHeader.REQUEST, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, 0, 1, BlockHeader.REPLY, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, 0, 1, 0, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, -1, 1, BlockHeader.REQUEST, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, 3, 1, BlockHeader.REQUEST, 1, 0).end(0, sequence++));
        assertDropped(buffer.begin().block(40, Integer.MAX_VALUE, 1, BlockHeader.REQUEST, 1, 0).end(0, sequence++));
    }

    @Test
    void shouldDropRequestsWhoseReplyWouldFitNoBuffer() {
        int sequence = 0;
        for (final int replyLength : new int[] {-8, -1, 4, MAX_REPLY + 8, 0x7FFFFFF8, Integer.MIN_VALUE}) {
            assertDropped(buffer.begin().block(40, 0, 1, BlockHeader.REQUEST, 1, replyLength).end(0, sequence++));
        }
        read(buffer.begin().block(40, 0, 1, BlockHeader.REQUEST, 1, MAX_REPLY).end(0, sequence));
        assertEquals(1, slots.size());
    }

    @Test
    void shouldNotTakeTheFailureCountOfARepliesForALength() {
        final BufferReader replies = reader(TrafficClass.REPLY);
        final int length = buffer.begin().block(72, 1, 1, BlockHeader.REPLY, 4, 5).end(0, 0, TrafficClass.REPLY);
        assertTrue(replies.onFragment(buffer.address(), length));
        assertEquals("[4]", slots.toString());
    }

    private void assertDropped(final int length) {
        final long before = reader.droppedCount();
        assertTrue(read(length));
        assertEquals(before + 1, reader.droppedCount());
        assertEquals(0, slots.size());
    }

    /** Random bytes, and good buffers with some bytes changed: nothing outside of the buffer is ever handed out. */
    @Test
    void shouldSurviveNoise() {
        final Random random = new Random(7);
        final long[] delivered = {0};
        final int[] bounds = new int[1];
        consumer = (address, length) -> {
            delivered[0]++;
            final long offset = address - buffer.address();
            assertTrue(offset >= BufferHeader.LENGTH && length >= BlockHeader.LENGTH && offset + length <= bounds[0]
                && (length & 7) == 0,
                () -> "block of " + length + " B at " + offset + " in a buffer of " + bounds[0]);
            final int replyLength = BlockHeader.replyLength(address);
            assertTrue(replyLength >= 0 && replyLength <= MAX_REPLY);
            return random.nextInt(8) != 0;
        };
        final int rounds = 100_000;
        for (int round = 0; round < rounds; round++) {
            int length;
            if (random.nextInt(4) == 0) {
                length = 8 * random.nextInt(40);
                for (int i = 0; i < length; i += 4) {
                    UnsafeApi.putInt(buffer.address() + i, random.nextInt(3) == 0 ? random.nextInt(64)
                        : random.nextInt());
                }
            } else {
                buffer.begin();
                for (int i = random.nextInt(5); i >= 0; i--) {
                    buffer.request(32 + 8 * random.nextInt(10), i);
                }
                length = buffer.end(random.nextInt(3), random.nextInt(3) == 0 ? random.nextLong() : round);
                for (int changes = random.nextInt(4); changes > 0; changes--) {
                    UnsafeApi.putByte(buffer.address() + random.nextInt(length), (byte) random.nextInt());
                }
                if (random.nextInt(10) == 0) {
                    length = 8 * random.nextInt(length / 8 + 1);
                }
            }
            bounds[0] = length;
            // A refused buffer comes again, as the transport would do it.
            for (int again = 0; !read(length); again++) {
                assertTrue(again < 1000);
            }
        }
        assertTrue(reader.droppedCount() > rounds / 4, "dropped " + reader.droppedCount());
        assertTrue(delivered[0] > rounds / 4, "delivered " + delivered[0]);
    }
}
