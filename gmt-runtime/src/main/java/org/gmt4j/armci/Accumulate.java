package org.gmt4j.armci;

import org.gmt4j.ElementType;
import org.gmt4j.Transferable;
import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * What an accumulate does with the values of its source: their type, the factor that they are multiplied with on their
 * way, and whether the target gets the sum or the exclusive or. Numbers are as Java has them; a complex number is its
 * real and its imaginary part, one behind the other. Immutable; any thread, and bodies may capture it.
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

    /** target ^= source, {@code int}s; without a factor: for whole numbers only. */
    public static final Accumulate INT_XOR = new Accumulate(AccumulateKind.INT_XOR, 1, Scale.ONE);
    /** The same for {@code long}s. */
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
     * The same with a whole factor, for values of any type that are added.
     *
     * @throws IllegalArgumentException GMT-278 when the values are ints and the factor is none, or for an exclusive or
     */
    public Accumulate scaled(final long factor) {
        return scaled(Scale.of(factor));
    }

    /**
     * The same with a factor, for floating values, complex ones included.
     *
     * @throws IllegalArgumentException GMT-278 when the values are whole numbers
     */
    public Accumulate scaled(final double factor) {
        return scaled(Scale.of(factor));
    }

    /**
     * The same with a complex factor.
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

    /** Bytes of a part of a value: what offsets and distances at the target are multiples of. */
    public int width() {
        return width;
    }

    /** Bytes of a value: what lengths are multiples of. */
    public int lengthInBytes() {
        return length;
    }

    /** True when a value is an element of the type; a complex number is none. */
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

    /** The wire's code for its parts. */
    int kind() {
        return kind;
    }

    boolean isScaled() {
        return isScaled;
    }

    /** The bits of a single value of eight bytes, after the factor. */
    long scale(final long bits) {
        return isScaled ? scale.apply(this, bits) : bits;
    }

    boolean isXor() {
        return kind >= AccumulateKind.INT_XOR;
    }

    boolean isComplex() {
        return length > width;
    }

    /** Applies the factor to packed values, in place. */
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
