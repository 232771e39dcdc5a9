package org.gmt4j.graph.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads decimal digits eight at a time, without a branch per digit: graph files are mostly numbers of varying length,
 * whose ends a processor cannot predict. Any thread; grade: per command.
 *
 * @see "Lemire: Number Parsing at a Gigabyte per Second, Software: Practice and Experience, 2021"
 */
final class Decimal {
    /** Bytes that must be readable after the last byte of text. */
    static final int PADDING = 2 * Long.BYTES;
    /** Of a number with a value. */
    static final int MOST_DIGITS = 2 * Long.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LENGTH_BITS = 5;
    private static final int STEP = Long.BYTES;
    /** The value is larger than what any reader takes. */
    private static final long TOO_LONG = -1L << LENGTH_BITS | MOST_DIGITS + 1;

    private Decimal() {
    }

    /**
     * The number that begins at {@code p}, and its length, for {@link #value} and {@link #length}. More than 16
     * digits have the length 17, and a value above 2^58; no digits have length 0.
     */
    static long parse(final byte[] text, final int p) {
        final long digits = (long) LONGS.get(text, p) ^ 0x3030303030303030L;
        final int length = countDigits(digits);
        final boolean isShort = length < STEP && length > 0;
        return isShort ? valueOf(digits, length) << LENGTH_BITS | length : parseLong(text, p, length);
    }

    private static long parseLong(final byte[] text, final int p, final int length) {
        if (length == 0) {
            return 0;
        }
        final long upper = valueOf((long) LONGS.get(text, p) ^ 0x3030303030303030L, STEP);
        final long digits = (long) LONGS.get(text, p + STEP) ^ 0x3030303030303030L;
        final int more = countDigits(digits);
        if (more == 0) {
            return upper << LENGTH_BITS | STEP;
        }
        if (more == STEP && (char) (text[p + 2 * STEP] - '0') <= 9) {
            return TOO_LONG;
        }
        long scale = 1;
        for (int i = 0; i < more; i++) {
            scale *= 10;
        }
        return upper * scale + valueOf(digits, more) << LENGTH_BITS | STEP + more;
    }

    static long value(final long parsed) {
        return parsed >>> LENGTH_BITS;
    }

    static int length(final long parsed) {
        return (int) parsed & (1 << LENGTH_BITS) - 1;
    }

    /** Whether {@link #parse} met so many digits that the value is unknown. */
    static boolean isTooLong(final long parsed) {
        return length(parsed) > MOST_DIGITS;
    }

    /**
     * Whether a word has nothing but digits, signs, points and exponents. Java takes more for numbers: {@code 1f},
     * {@code 0x1p3}, digits of other scripts, and control characters around them.
     */
    static boolean isPlain(final String word) {
        for (int i = 0; i < word.length(); i++) {
            final char c = word.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return true;
    }

    /** Digits before the first other byte; carries only disturb bytes after it. */
    private static int countDigits(final long digits) {
        return Long.numberOfTrailingZeros((digits + 0x7676767676767676L | digits) & 0x8080808080808080L) >>> 3;
    }

    /** First digit in the lowest byte; {@code length} in 1..8. */
    private static long valueOf(final long digits, final int length) {
        final long aligned = digits << 8 * (STEP - length);
        final long pairs = aligned * 10 + (aligned >>> 8);
        return ((pairs & 0x000000FF000000FFL) * 0x000F424000000064L
            + (pairs >>> 16 & 0x000000FF000000FFL) * 0x0000271000000001L) >>> 32;
    }
}
