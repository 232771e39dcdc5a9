package org.gmt4j.graph.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void shouldFindTheFirstWrongByte() {
        final byte[] bytes = {'a', (byte) 0xC3, (byte) 0xA9, 'b', (byte) 0xE9, 'c'};
        assertEquals(4, Utf8.firstWrong(bytes, 0, bytes.length));
        assertEquals(4, Utf8.firstWrong(bytes, 0, 4));
        assertEquals(1, Utf8.firstWrong(bytes, 0, 2), "the character does not end within");
    }

    /** Java's decoder says which bytes are UTF-8. */
    @Test
    void shouldAgreeWithTheDecoder() {
        for (int value = 0; value < 1 << 16; value++) {
            check(new byte[] {(byte) (value >> 8), (byte) value});
            check(new byte[] {(byte) (value >> 8), (byte) value, (byte) 0x80});
            check(new byte[] {(byte) (value >> 8), (byte) value, (byte) 0xBF, (byte) 0x80});
        }
        final Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            final byte[] bytes = new byte[6];
            random.nextBytes(bytes);
            check(bytes);
        }
    }

    private static void check(final byte[] bytes) {
        boolean isText = true;
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (final CharacterCodingException e) {
            isText = false;
        }
        assertEquals(isText, Utf8.firstWrong(bytes, 0, bytes.length) == bytes.length,
            () -> HexFormat.of().formatHex(bytes));
    }
}
