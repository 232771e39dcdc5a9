package org.gmt4j.cli;

import java.util.Locale;

/**
 * Arithmetic with numbers of bytes that may be far beyond any machine: a number that does not fit a long becomes the
 * largest long. Any thread.
 */
public final class ByteCount {

    private static final double MB = 1 << 20;

    private ByteCount() {
    }

    /** @return the product of two numbers, neither negative */
    public static long times(final long a, final long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    /** @return the product of three numbers, none negative */
    public static long times(final long a, final long b, final long c) {
        return times(times(a, b), c);
    }

    /** @return the sum of numbers, none negative */
    public static long plus(final long... summands) {
        long sum = 0;
        for (final long summand : summands) {
            sum = sum + summand < 0 ? Long.MAX_VALUE : sum + summand;
        }
        return sum;
    }

    /** @return units of a whole, rounded up: {@code ceil(whole / unit)} */
    public static long parts(final long whole, final long unit) {
        return whole / unit + (whole % unit == 0 ? 0 : 1);
    }

    /** @return such as {@code 1,234 MB}, rounded up */
    public static String megabytes(final long bytes) {
        return number(bytes) + " MB";
    }

    /** @return whole megabytes without the unit, rounded up */
    public static String number(final long bytes) {
        return String.format(Locale.ROOT, "%,d", (long) Math.ceil(bytes / MB));
    }
}
