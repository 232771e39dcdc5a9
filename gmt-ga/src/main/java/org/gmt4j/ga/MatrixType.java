package org.gmt4j.ga;

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

    /** Returns the accumulate that adds elements, multiplied with a factor. */
    Accumulate sum(final double factor) {
        if (factor == 1) {
            return sum;
        }
        if (!isWhole()) {
            return sum.scaled(factor);
        }
        final long whole = (long) factor;
        if (whole != factor) {
            throw new MatrixException(MatrixException.NOT_DEFINED, "elements of type " + this + " times " + factor
                + ": expected a whole factor");
        }
        return sum.scaled(whole);
    }
}
