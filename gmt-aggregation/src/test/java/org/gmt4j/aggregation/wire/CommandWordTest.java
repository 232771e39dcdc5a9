package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class CommandWordTest {
    @Test
    void shouldHaveGoldenBytes() {
        try (NativeBytes memory = new NativeBytes(8)) {
            UnsafeApi.putLong(memory.address(), CommandWord.base(0x21, 0x2BCDE) | 0x0102030405L);
            // type 100001, id 10 1011 1100 1101 1110
            assertEquals("05040302 01debc86", memory.hex(8));
        }
    }

    @Test
    void shouldKeepTheLargestFieldsApart() {
        final long word = CommandWord.base(63, CommandWord.MAX_ID);
        assertEquals(63, CommandWord.type(word));
        assertEquals(CommandWord.MAX_ID, CommandWord.id(word));
        assertEquals(0, CommandWord.offset(word));
        assertEquals(-1L, word | CommandWord.MAX_OFFSET);
        assertEquals(CommandWord.MAX_OFFSET, CommandWord.offset(word | CommandWord.MAX_OFFSET));
        assertEquals(0, CommandWord.type(CommandWord.MAX_OFFSET));
        assertEquals(0, CommandWord.id(CommandWord.MAX_OFFSET));
    }

    @Test
    void shouldGiveBackWhatWasPacked() {
        final Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            final int type = random.nextInt(64);
            final int id = random.nextInt(CommandWord.MAX_ID + 1);
            final long offset = random.nextLong() & CommandWord.MAX_OFFSET;
            final long word = CommandWord.base(type, id) | offset;
            assertEquals(type, CommandWord.type(word));
            assertEquals(id, CommandWord.id(word));
            assertEquals(offset, CommandWord.offset(word));
        }
    }
}
