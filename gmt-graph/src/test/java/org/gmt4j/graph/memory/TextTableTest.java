package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
