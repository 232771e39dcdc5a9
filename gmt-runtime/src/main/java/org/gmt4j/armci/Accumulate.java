package org.gmt4j.armci;

import org.gmt4j.ElementType;
import org.gmt4j.Transferable;
import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * Defines an accumulate: the type of its values, a factor applied to the source, and whether the target gets the sum or
 * the exclusive or. Numbers have Java's formats; a complex number is its real part followed by its imaginary part.
 * Immutable; any thread, and bodies may capture it.
 *
 * <pre>{@code
 * armci.accumulate(Accumulate.DOUBLE.scaled(0.5), source, 0, memory, node, 0, bytes)      // target += 0.5 x source
 * }</pre>
 */
public final class Accumulate implements Transferable {
    /** target += source, {@code int}s of 4 bytes. */
    public static final Accumulate INT = new Accumulate(AccumulateKind.INT, 1, Scale.ONE);
    /** target += source, {@code long}s of 8 bytes. */
    public static final Accumulate LONG = new Accumulate(AccumulateKind.LONG, 1, Scale.ONE);
    /** target += source, {@code float}s of 4 bytes. */
    public static final Accumulate FLOAT = new Accumulate(AccumulateKind.FLOAT, 1, Scale.ONE);
    /** target += source, {@code double}s of 8 bytes. */
    public static final Accumulate DOUBLE = new Accumulate(AccumulateKind.DOUBLE, 1, Scale.ONE);
    /** target += source, complex numbers of two {@code float}s, 8 bytes. */
    public static final Accumulate FLOAT_COMPLEX = new Accumulate(AccumulateKind.FLOAT, 2, Scale.ONE);
    /** target += source, complex numbers of two {@code double}s, 16 bytes. */
    public static final Accumulate DOUBLE_COMPLEX = new Accumulate(AccumulateKind.DOUBLE, 2, Scale.ONE);

    /** target ^= source, {@code int}s of 4 bytes. Takes no factor. */
    public static final Accumulate INT_XOR = new Accumulate(AccumulateKind.INT_XOR, 1, Scale.ONE);
    /** target ^= source, {@code long}s of 8 bytes. Takes no factor. */
    public static final Accumulate LONG_XOR = new Accumulate(AccumulateKind.LONG_XOR, 1, Scale.ONE);

    private final int kind;
    private final int width;
    private final int length;
    private final Scale scale;
    private final boolean isScaled;

    private Accumulate(final int kind, final int parts, final Scale scale) {
        this.kind = kind;
        this.scale = scale;
        isScaled = scale != Scale.ONE;
        width = AccumulateKind.width(kind);
        length = width * parts;
    }

    /**
     * Returns the same accumulate with an integer factor, for sums of any type.
     *
     * @throws IllegalArgumentException GMT-278 when the values are ints and the factor does not fit, or for an
     *                                  exclusive or
     */
    public Accumulate scaled(final long factor) {
        return scaled(Scale.of(factor));
    }

    /**
     * Returns the same accumulate with a factor, for floating-point and complex values.
     *
     * @throws IllegalArgumentException GMT-278 when the values are integers
     */
    public Accumulate scaled(final double factor) {
        return scaled(Scale.of(factor));
    }

    /**
     * Returns the same accumulate with a complex factor.
     *
     * @throws IllegalArgumentException GMT-278 when the values are not complex
     */
    public Accumulate scaled(final double real, final double imaginary) {
        return scaled(Scale.of(real, imaginary));
    }

    private Accumulate scaled(final Scale factor) {
        factor.requireFits(this);
        return new Accumulate(kind, length / width, factor);
    }

    /** Returns the bytes of one part of a value. Offsets and distances at the target are multiples of it. */
    public int width() {
        return width;
    }

    /** Returns the bytes of a value. Lengths are multiples of it. */
    public int lengthInBytes() {
        return length;
    }

    /** Returns whether a value is an element of the type; false for complex values. */
    public boolean fits(final ElementType type) {
        switch (type) {
            case INT:
                return kind == AccumulateKind.INT || kind == AccumulateKind.INT_XOR;
            case LONG:
                return kind == AccumulateKind.LONG || kind == AccumulateKind.LONG_XOR;
            case FLOAT:
                return kind == AccumulateKind.FLOAT && !isComplex();
            case DOUBLE:
                return kind == AccumulateKind.DOUBLE && !isComplex();
            default:
                return false;
        }
    }

    /** Returns the code of its parts on the wire. */
    int kind() {
        return kind;
    }

    boolean isScaled() {
        return isScaled;
    }

    /** Returns the bits of a single value of eight bytes, times the factor. */
    long scale(final long bits) {
        return isScaled ? scale.apply(this, bits) : bits;
    }

    boolean isXor() {
        return kind >= AccumulateKind.INT_XOR;
    }

    boolean isComplex() {
        return length > width;
    }

    /** Multiplies packed values by the factor, in place. */
    void scale(final Object base, final long at, final int length) {
        if (isScaled) {
            scale.apply(this, base, at, length);
        }
    }

    @Override
    public String toString() {
        return (isComplex() ? "complex " : "") + AccumulateKind.name(kind) + (isScaled() ? " times " + scale : "");
    }
}
