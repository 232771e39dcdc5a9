package org.gmt4j.graph.file;

import java.nio.charset.StandardCharsets;
import org.gmt4j.graph.source.WeightKind;

/**
 * Reads weights as they stand in a line. Numbers of up to 15 digits, with a point or without, are read without making
 * a string of them. Owned by one thread; per command.
 *
 * @see "Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990: such numbers need one division"
 */
final class ExactWeight {
    private static final int EXACT_DIGITS = 15;
    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15};
    private final boolean isReal;
    private long word;

    /** @param isReal numbers may have a fraction */
    ExactWeight(final boolean isReal) {
        this.isReal = isReal;
    }

    /** What should stand there, for messages. */
    String expected() {
        return isReal ? "expected a finite number as weight"
            : "expected a whole number of 64 bits as weight (without weights it may be anything)";
    }

    /** The weight read last, as a word. */
    long word() {
        return word;
    }

    /** Reads the word at {@code first}; returns its end, or -1 where it is no weight. */
    int parse(final byte[] b, final int first) {
        final long whole = Decimal.parse(b, first);
        final int digits = Decimal.length(whole);
        int p = first + digits;
        if (digits > 0 && digits <= EXACT_DIGITS) {
            if ((b[p] & 0xFF) <= ' ') {
                word = isReal ? WeightKind.wordOf(Decimal.value(whole)) : Decimal.value(whole);
                return p;
            }
            if (isReal && b[p] == '.') {
                final long fraction = Decimal.parse(b, p + 1);
                final int places = Decimal.length(fraction);
                p += 1 + places;
                if (digits + places <= EXACT_DIGITS && (b[p] & 0xFF) <= ' ') {
                    final double all = Decimal.value(whole) * POWERS[places] + Decimal.value(fraction);
                    word = WeightKind.wordOf(all / POWERS[places]);
                    return p;
                }
            }
        }
        return parseSlowly(b, first);
    }

    private int parseSlowly(final byte[] b, final int first) {
        final int end = TextEdgeCursor.wordEnd(b, first);
        final String text = new String(b, first, end - first, StandardCharsets.UTF_8);
        if (!Decimal.isPlain(text)) {
            return -1;
        }
        try {
            if (!isReal) {
                word = Long.parseLong(text);
                return end;
            }
            final double value = Double.parseDouble(text);
            word = WeightKind.wordOf(value);
            return Double.isFinite(value) ? end : -1;
        } catch (final NumberFormatException e) {
            return -1;                      // the caller finds the words for it
        }
    }
}
