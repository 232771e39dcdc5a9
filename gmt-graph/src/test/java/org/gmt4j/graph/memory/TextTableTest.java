package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final int TEXTS = 30_000;

    /** Some thousand at a time, with doubles in a group, growth in the middle of one, and the empty text. */
    @Test
    void shouldNumberManyAsOneAfterTheOther() {
        final SplittableRandom random = new SplittableRandom(1);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final int[] offsets = new int[TEXTS];
        final int[] lengths = new int[TEXTS];
        final int[] expected = new int[TEXTS];
        final Map<String, Integer> numbers = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS; i++) {
            final String text = i == 40 ? "" : "x".repeat(random.nextInt(20)) + random.nextInt(i % 3 == 0 ? 20 : 9000);
            numbers.putIfAbsent(text, numbers.size());
            expected[i] = numbers.get(text);
            offsets[i] = bytes.size();
            lengths[i] = text.length();
            bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        final int[] found = new int[TEXTS];
        try (TextTable table = new TextTable(Room.BOUNDLESS)) {
            for (int from = 0; from < TEXTS; ) {
                final int end = Math.min(TEXTS, from + random.nextInt(3000));
                table.numbers(bytes.toByteArray(), offsets, lengths, from, end, found);
                from = end;
            }
            assertArrayEquals(expected, found);
            assertEquals(numbers.size(), table.count());
            numbers.forEach((text, number) -> assertEquals(text, new String(table.texts().text(number),
                StandardCharsets.UTF_8)));
        }
    }

    /** Full slots would let look-ups of new texts go on without end. */
    @Test
    void shouldStayAsItIsWhenItsSlotsCannotGrow() {
        final int slots = Long.BYTES << 9;                      // room for 256 texts
        try (TextTable table = new TextTable(bytes -> {
            if (bytes == slots) {
                throw new IllegalStateException("no room");
            }
        })) {
            for (int i = 0; i < 127; i++) {
                assertEquals(i, table.number(digits(i), 0, 3));
            }
            for (int i = 127; i < 900; i++) {
                final byte[] next = digits(i);
                assertThrows(IllegalStateException.class, () -> table.number(next, 0, 3));
            }
            assertEquals(127, table.count());
            assertEquals(126, table.number(digits(126), 0, 3));
        }
    }

    private static byte[] digits(final int number) {
        return String.valueOf(100 + number).getBytes(StandardCharsets.UTF_8);
    }
}
