package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DecimalTest {
    @Test
    void shouldReadNumbersOfUpToSixteenDigitsBeforeAnyOtherByte() {
        for (int length = 1; length <= 16; length++) {
            for (final String digits : new String[] {"1234567890123456", "9999999999999999", "0000000000000000",
                "1000000000000001"}) {
                for (final int follower : new int[] {' ', '\n', '/', ':', 'a', 0, 0xFF, 0x80, '0' | 0x80}) {
                    final String number = digits.substring(0, length);
                    final long parsed = Decimal.parse(bytes(number, follower), 1);
                    assertEquals(length, Decimal.length(parsed), number + " before " + follower);
                    assertEquals(Long.parseLong(number), Decimal.value(parsed));
                }
            }
        }
    }

    @Test
    void shouldReportNoDigits() {
        assertEquals(0, Decimal.length(Decimal.parse(bytes("", '-'), 1)));
    }

    @Test
    void shouldReportTooManyDigits() {
        assertTrue(Decimal.isTooLong(Decimal.parse(bytes("12345678901234567", ' '), 1)));
        assertTrue(Decimal.value(Decimal.parse(bytes("12345678901234567", ' '), 1)) > 1L << 58, "no reader's number");
        assertTrue(Decimal.isTooLong(Decimal.parse(bytes("1".repeat(100), ' '), 1)));
    }

    private static byte[] bytes(final String number, final int follower) {
        final byte[] text = ("x" + number).getBytes(StandardCharsets.US_ASCII);
        final byte[] padded = Arrays.copyOf(text, text.length + 1 + Decimal.PADDING);
        Arrays.fill(padded, text.length, padded.length, (byte) follower);
        return padded;
    }
}
