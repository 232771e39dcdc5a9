package org.gmt4j;

import java.math.BigInteger;

/**
 * A sum of doubles without rounding. Keeps a number in fixed point that is wide enough for all doubles and rounds once
 * at the end, so the result does not depend on the order. One thread; per element.
 *
 * <pre>
 * digits 0 .. 67   digit i counts 2^(32 i - 1074), signed; one is allowed to grow beyond 32 bits between carries
 * digit  68        flags: an infinity or a NaN has come
 * </pre>
 *
 * @see "Kulisch and Miranker, The Arithmetic of the Digital Computer: A New Approach, SIAM Review 28, 1986"
 */
final class ExactSum {
    static final int LENGTH = 69;
    private static final int FLAGS = 68;
    private static final int LEAST_EXPONENT = -1074;
    private static final long DIGIT = 0xFFFF_FFFFL;
    private static final int ADDS_PER_CARRY = 1 << 29;
    private static final int PLUS_INFINITY = 1;
    private static final int MINUS_INFINITY = 2;
    private static final int NAN = 4;

    private final long[] digits = new long[LENGTH];
    private int adds;

    void add(final double value) {
        final long bits = Double.doubleToRawLongBits(value);
        final int exponent = (int) (bits >>> 52) & 0x7ff;
        if (exponent == 0x7ff) {
            digits[FLAGS] |= Double.isNaN(value) ? NAN : value > 0 ? PLUS_INFINITY : MINUS_INFINITY;
            return;
        }
        final long fraction = bits & (1L << 52) - 1;
        final long mantissa = exponent == 0 ? fraction : fraction | 1L << 52;
        final int shift = Math.max(exponent, 1) - 1;
        final int first = shift >>> 5;
        final int within = shift & 31;
        final long low = mantissa << within;
        final long high = within == 0 ? 0 : mantissa >>> 64 - within;
        final long sign = bits >> 63;                       // 0 or -1: (x ^ sign) - sign negates
        digits[first] += (low & DIGIT ^ sign) - sign;
        digits[first + 1] += (low >>> 32 ^ sign) - sign;
        digits[first + 2] += (high ^ sign) - sign;
        if (++adds == ADDS_PER_CARRY) {
            carry(digits);
            adds = 0;
        }
    }

    /** Returns the digits, for {@link #combine} and {@link #value}. */
    long[] digits() {
        carry(digits);
        return digits;
    }

    /** Adds {@code b} to {@code a}. */
    static long[] combine(final long[] a, final long[] b) {
        for (int i = 0; i < FLAGS; i++) {
            a[i] += b[i];
        }
        a[FLAGS] |= b[FLAGS];
        carry(a);
        return a;
    }

    private static void carry(final long[] digits) {
        for (int i = 0; i < FLAGS - 1; i++) {
            digits[i + 1] += digits[i] >> 32;
            digits[i] &= DIGIT;
        }
    }

    /** Returns the sum, rounded to the nearest double, ties to even. */
    static double value(final long[] digits) {
        final int flags = (int) digits[FLAGS];
        if (flags != 0) {
            return flags == PLUS_INFINITY ? Double.POSITIVE_INFINITY
                : flags == MINUS_INFINITY ? Double.NEGATIVE_INFINITY : Double.NaN;
        }
        BigInteger sum = BigInteger.ZERO;
        for (int i = FLAGS - 1; i >= 0; i--) {
            sum = sum.shiftLeft(32).add(BigInteger.valueOf(digits[i]));
        }
        final double magnitude = round(sum.abs());
        return sum.signum() < 0 ? -magnitude : magnitude;
    }

    private static double round(final BigInteger sum) {
        final int shift = sum.bitLength() - 53;
        if (shift <= 0) {
            return Math.scalb((double) sum.longValue(), LEAST_EXPONENT);
        }
        long mantissa = sum.shiftRight(shift).longValue();
        final boolean isHalf = sum.testBit(shift - 1);
        if (isHalf && (sum.getLowestSetBit() < shift - 1 || (mantissa & 1) != 0)) {
            mantissa++;
        }
        return Math.scalb((double) mantissa, shift + LEAST_EXPONENT);
    }
}
