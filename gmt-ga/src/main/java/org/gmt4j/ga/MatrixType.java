package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.armci.Accumulate;

/** What the elements of a matrix are. */
public enum MatrixType {
    /** {@code int}s. */
    INT(4, 1, int[].class, Accumulate.INT),
    /** {@code long}s. */
    LONG(8, 1, long[].class, Accumulate.LONG),
    /** {@code float}s. */
    FLOAT(4, 1, float[].class, Accumulate.FLOAT),
    /** {@code double}s. */
    DOUBLE(8, 1, double[].class, Accumulate.DOUBLE),
    /** Complex numbers: a real and an imaginary {@code double}, one behind the other. */
    COMPLEX(16, 2, double[].class, Accumulate.DOUBLE_COMPLEX);

    /** Doubles below are exact, wherever they come from. */
    private static final double EXACT = 1L << 53;

    private final int length;
    private final int parts;
    private final Class<?> arrays;
    private final Accumulate sum;

    MatrixType(final int length, final int parts, final Class<?> arrays, final Accumulate sum) {
        this.length = length;
        this.parts = parts;
        this.arrays = arrays;
        this.sum = sum;
    }

    /** Returns the length of an element in bytes. */
    public int length() {
        return length;
    }

    /** Returns how many elements of a Java array make one element: 2 of complex numbers, else 1. */
    public int parts() {
        return parts;
    }

    /** Returns whether elements are whole numbers. */
    public boolean isWhole() {
        return this == INT || this == LONG;
    }

    /** Returns the class of Java arrays that hold elements. */
    Class<?> arrays() {
        return arrays;
    }

    /**
     * Returns the accumulate that adds elements, multiplied with a factor.
     *
     * @param factor one number; of complex numbers two are its real and imaginary part; none is 1
     * @throws MatrixException GMT-386
     */
    Accumulate sum(final double... factor) {
        final double imaginary = imaginary(factor);
        final double real = real(factor);
        if (imaginary != 0) {
            return sum.scaled(real, imaginary);
        }
        if (real == 1) {
            return sum;
        }
        return isWhole() ? sum.scaled((long) real) : sum.scaled(real);
    }

    /** Returns the real part of a factor as of {@link #sum}: of real elements all of it. */
    double real(final double... factor) {
        return factor.length == 0 ? 1 : factor(factor[0]);
    }

    /** Returns the imaginary part of a factor as of {@link #sum}. */
    double imaginary(final double... factor) {
        if (factor.length > 2 || factor.length == 2 && this != COMPLEX && factor[1] != 0) {
            throw new MatrixException(MatrixException.NOT_DEFINED, "the factor " + Arrays.toString(factor)
                + " for elements of type " + this + ": expected one number, or of complex numbers two");
        }
        return factor.length == 2 ? factor[1] : 0;
    }

    /**
     * Returns a number that is a factor, see {@link #whole}: of floats none that would become 0, and lose what it
     * multiplies.
     *
     * @throws MatrixException GMT-386
     */
    double factor(final double number) {
        if (this == FLOAT && (float) number == 0 && number != 0) {
            throw new MatrixException(MatrixException.NOT_DEFINED, "the factor " + number + " for elements of type "
                + this + ": it would become 0 as a float");
        }
        return whole(number);
    }

    /**
     * Returns a number that is an element or a factor. Of whole numbers it must be one that the type holds and that a
     * double holds without rounding: otherwise another number would be meant than is seen here. Of floats it may be
     * rounded, but not to infinity.
     *
     * @throws MatrixException GMT-386
     */
    double whole(final double number) {
        if (isWhole()) {
            final boolean fits = this == INT ? (int) number == number
                : (long) number == number && Math.abs(number) < EXACT;
            if (!fits) {
                throw new MatrixException(MatrixException.NOT_DEFINED, "the number " + number + " for elements of type "
                    + this + ": expected a whole one that fits, below 2^53");
            }
        } else if (this == FLOAT && Float.isInfinite((float) number) && !Double.isInfinite(number)) {
            throw new MatrixException(MatrixException.NOT_DEFINED, "the number " + number + " for elements of type "
                + this + ": expected one that is not larger than a float");
        }
        return number;
    }
}
