package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class BlockHeaderTest {
    @Test
    void shouldHaveGoldenBytesAsRequest() {
        try (NativeBytes memory = new NativeBytes(BlockHeader.LENGTH)) {
            BlockHeader.encode(memory.address(), 0x01020304, BlockHeader.REQUEST, 0, 0x61626364);
            BlockHeader.route(memory.address(), 0x11121314, 0x21222324, 0x31323334);
            BlockHeader.home(memory.address(), 0x4142, 0x51525354, 0x71727374);
            assertEquals("04030201 14131211 24232221 34333231 01004241 54535251 64636261 74737271",
                memory.hex(BlockHeader.LENGTH));
        }
    }

    @Test
    void shouldHaveGoldenBytesAsReply() {
        try (NativeBytes memory = new NativeBytes(2 * BlockHeader.LENGTH)) {
            final long reply = memory.address();
            final long request = reply + BlockHeader.LENGTH;
            BlockHeader.encode(request, 256, BlockHeader.REQUEST, BlockHeader.TIMED, 6);
            BlockHeader.route(request, 1, 2, 3);
            BlockHeader.home(request, 0xFFFE, 5, 7);
            BlockHeader.encodeReply(reply, request, 48, BlockHeader.TIMED, 9);
            assertEquals("30000000 01000000 01000000 01000000 0204feff 05000000 09000000 07000000",
                memory.hex(BlockHeader.LENGTH));
        }
    }

    @Test
    void shouldHaveGoldenBytesAsNotice() {
        try (NativeBytes memory = new NativeBytes(BlockHeader.LENGTH)) {
            BlockHeader.encode(memory.address(), 64, BlockHeader.REPLY, BlockHeader.NOTICE, 3);
            BlockHeader.route(memory.address(), 2, 5, 5);
            BlockHeader.home(memory.address(), 0xFFFF, -1, 0);
            assertEquals("40000000 02000000 05000000 05000000 0201ffff ffffffff 03000000 00000000",
                memory.hex(BlockHeader.LENGTH));
        }
    }

    @Test
    void shouldHaveGoldenBytesAsRequestThatIsTimed() {
        try (NativeBytes memory = new NativeBytes(BlockHeader.LENGTH)) {
            BlockHeader.encode(memory.address(), 256, BlockHeader.REQUEST, BlockHeader.TIMED, 6);
            BlockHeader.route(memory.address(), 1, 2, 3);
            BlockHeader.home(memory.address(), 4, 5, 7);
            assertEquals("00010000 01000000 02000000 03000000 01040400 05000000 06000000 07000000",
                memory.hex(BlockHeader.LENGTH));
        }
    }

    @Test
    void shouldGiveBackWhatWasWritten() {
        final Random random = new Random(2);
        try (NativeBytes memory = new NativeBytes(BlockHeader.LENGTH)) {
            final long at = memory.address();
            for (int i = 0; i < 1000; i++) {
                final int[] ints = random.ints(7).toArray();
                final int kind = random.nextInt(256);
                final int flags = random.nextInt(256);
                final int lane = random.nextInt(1 << 16);
                BlockHeader.encode(at, ints[0], kind, flags, ints[5]);
                BlockHeader.route(at, ints[1], ints[2], ints[3]);
                BlockHeader.home(at, lane, ints[4], ints[6]);
                assertEquals(ints[0], BlockHeader.length(at));
                assertEquals(ints[1], BlockHeader.origin(at));
                assertEquals(ints[2], BlockHeader.destination(at));
                assertEquals(ints[3], BlockHeader.nextHop(at));
                assertEquals(kind, BlockHeader.kind(at));
                assertEquals(flags, BlockHeader.flags(at));
                assertEquals(lane, BlockHeader.lane(at));
                assertEquals(ints[4], BlockHeader.slot(at));
                assertEquals(ints[5], BlockHeader.replyLength(at));
                assertEquals(ints[5], BlockHeader.failureCount(at));
                assertEquals(ints[6], BlockHeader.generation(at));
            }
        }
    }
}
