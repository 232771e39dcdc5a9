package org.gmt4j.bench.simulate.output;

import java.util.Locale;
import org.gmt4j.cli.CliException;

/** Lengths of buffers as users write them: {@code 16k}, {@code 65536}, {@code 1m}. */
public final class ByteSizes {
    /** Larger ones are not buffers. */
    private static final long MOST = 1 << 30;

    private ByteSizes() {
    }

    /**
     * Bytes of an option's text, 1 to 2^30.
     *
     * @param option for the refusal, which has exit code 2
     */
    public static int parse(final String option, final String text) {
        final String lower = text.strip().toLowerCase(Locale.ROOT);
        final int shift = lower.endsWith("k") ? 10 : lower.endsWith("m") ? 20 : 0;
        try {
            final long bytes = Math.multiplyExact(Long.parseLong(shift == 0 ? lower
                : lower.substring(0, lower.length() - 1)), 1L << shift);
            if (bytes >= 1 && bytes <= MOST) {
                return (int) bytes;
            }
        } catch (final NumberFormatException | ArithmeticException e) {
            // refused below
        }
        throw CliException.usage(option + " " + text + ": expected bytes from 1 to " + MOST
            + ", such as 16k, 65536 or 1m.");
    }
}
