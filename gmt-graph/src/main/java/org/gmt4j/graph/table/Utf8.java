package org.gmt4j.graph.table;

/**
 * Finds bytes that are no text in UTF-8: Java would read different ones as one and the same mark. No state. Per cell:
 * allocates nothing.
 *
 * @see "The Unicode Standard, table 3-7: well-formed UTF-8 byte sequences"
 */
final class Utf8 {
    private Utf8() {
    }

    /** Position of the first byte that begins no character, {@code end} where there is none. */
    static int firstWrong(final byte[] bytes, final int start, final int end) {
        int at = start;
        while (at < end) {
            if (bytes[at] >= 0) {
                at++;
                continue;
            }
            final int length = length(bytes[at] & 0xFF);
            if (length == 0 || at + length > end || !isSecond(bytes[at] & 0xFF, bytes[at + 1] & 0xFF)) {
                return at;
            }
            for (int i = 2; i < length; i++) {
                if ((bytes[at + i] & 0xC0) != 0x80) {
                    return at;
                }
            }
            at += length;
        }
        return end;
    }

    /** Bytes of a character of several by its first one, 0 where none begins so. */
    private static int length(final int first) {
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }

    /** Leaves out what a shorter form has, halves of surrogate pairs, and what is beyond Unicode. */
    private static boolean isSecond(final int first, final int second) {
        switch (first) {
            case 0xE0: return second >= 0xA0 && second <= 0xBF;
            case 0xED: return second >= 0x80 && second <= 0x9F;
            case 0xF0: return second >= 0x90 && second <= 0xBF;
            case 0xF4: return second >= 0x80 && second <= 0x8F;
            default: return second >= 0x80 && second <= 0xBF;
        }
    }
}
