package org.gmt4j.armci;

import org.gmt4j.ElementType;
import org.gmt4j.Transferable;
import org.gmt4j.engine.onesided.AccumulateOperator;

/**
 * What an accumulate does with the values of its source: their type, the factor that they are multiplied with on their
 * way, and whether the target gets the sum or the exclusive or. Numbers are as Java has them; a complex number is its
 * real and its imaginary part, one behind the other. Immutable; any thread, and bodies may capture it. Implemented by
 * the runtime alone.
 *
 * <pre>{@code
 * armci.accumulate(Accumulate.DOUBLE.scaled(0.5), source, 0, memory, node, 0, bytes)      // target += 0.5 x source
 * }</pre>
 */
public interface Accumulate extends Transferable {
    /** target += source, {@code int}s of 4 bytes. */
    Accumulate INT = AccumulateOperator.sum(ElementType.INT, 1);
    /** target += source, {@code long}s of 8 bytes. */
    Accumulate LONG = AccumulateOperator.sum(ElementType.LONG, 1);
    /** target += source, {@code float}s of 4 bytes. */
    Accumulate FLOAT = AccumulateOperator.sum(ElementType.FLOAT, 1);
    /** target += source, {@code double}s of 8 bytes. */
    Accumulate DOUBLE = AccumulateOperator.sum(ElementType.DOUBLE, 1);
    /** target += source, complex numbers of two {@code float}s, 8 bytes. */
    Accumulate FLOAT_COMPLEX = AccumulateOperator.sum(ElementType.FLOAT, 2);
    /** target += source, complex numbers of two {@code double}s, 16 bytes. */
    Accumulate DOUBLE_COMPLEX = AccumulateOperator.sum(ElementType.DOUBLE, 2);

    /** target ^= source, {@code int}s of 4 bytes. Takes no factor. */
    Accumulate INT_XOR = AccumulateOperator.xor(ElementType.INT);
    /** target ^= source, {@code long}s of 8 bytes. Takes no factor. */
    Accumulate LONG_XOR = AccumulateOperator.xor(ElementType.LONG);

    /**
     * Returns the same accumulate with an integer factor, for sums of any type: of complex values both parts are
     * scaled.
     *
     * @throws IllegalArgumentException GMT-278 when the values are ints and the factor does not fit, or for an
     *                                  exclusive or
     */
    Accumulate scaled(long factor);

    /**
     * Returns the same accumulate with a factor, for floating-point and complex values: of these both parts are scaled.
     *
     * @throws IllegalArgumentException GMT-278 when the values are integers
     */
    Accumulate scaled(double factor);

    /**
     * Returns the same accumulate with a complex factor, with which values are multiplied in full, also by parts of
     * 0: an infinite part makes the other not-a-number.
     *
     * @throws IllegalArgumentException GMT-278 when the values are not complex
     */
    Accumulate scaled(double real, double imaginary);

    /** Returns the bytes of one part of a value. Offsets and distances at the target are multiples of it. */
    int width();

    /** Returns the bytes of a value. Lengths are multiples of it. */
    int lengthInBytes();

    /** Returns whether a value is an element of the type; false for complex values. */
    boolean fits(ElementType type);
}
