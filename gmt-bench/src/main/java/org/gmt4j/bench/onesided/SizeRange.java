package org.gmt4j.bench.onesided;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.gmt4j.cli.CliException;

/**
 * Sizes as users write them: {@code 1..4m}, from the one to the other in factors, or a list, {@code 8,4k,1m}. Powers of
 * two.
 */
public final class SizeRange {
    private static final int LARGEST = 1 << 26;

    private SizeRange() {
    }

    /** Ascending, without repetitions; the end of a range always is in it. */
    public static List<Integer> parse(final String text, final int factor) {
        if (factor < 2 || Integer.bitCount(factor) != 1) {
            throw CliException.usage("--step " + factor + ": expected 2, 4, 8 or another power of two.");
        }
        final TreeSet<Integer> sizes = new TreeSet<>();
        for (final String part : text.split(",", -1)) {
            final int dots = part.indexOf("..");
            if (dots < 0) {
                sizes.add(size(text, part));
                continue;
            }
            final int last = size(text, part.substring(dots + 2));
            final int first = size(text, part.substring(0, dots));
            if (first > last) {
                throw refused(text);
            }
            for (long size = first; size < last; size *= factor) {
                sizes.add((int) size);
            }
            sizes.add(last);
        }
        return new ArrayList<>(sizes);
    }

    private static int size(final String all, final String text) {
        final String lower = text.strip().toLowerCase(Locale.ROOT);
        final int shift = lower.endsWith("k") ? 10 : lower.endsWith("m") ? 20 : 0;
        try {
            final long size = Math.multiplyExact(Long.parseLong(shift == 0 ? lower
                : lower.substring(0, lower.length() - 1)), 1L << shift);
            if (size >= 1 && size <= LARGEST && Long.bitCount(size) == 1) {
                return (int) size;
            }
        } catch (final NumberFormatException | ArithmeticException e) {
            // refused below
        }
        throw refused(all);
    }

    private static CliException refused(final String text) {
        return CliException.usage("--bytes " + text + ": expected powers of two from 1 to 64m, "
            + "a range such as 1..4m or a list such as 8,4k,1m.");
    }
}
