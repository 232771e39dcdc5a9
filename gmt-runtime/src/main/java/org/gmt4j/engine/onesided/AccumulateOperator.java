package org.gmt4j.engine.onesided;

import org.gmt4j.ElementType;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.armci.Accumulate;

/**
 * The engine's side of an {@link Accumulate}: the wire's kind of its values, their lengths, and the factor. Immutable;
 * any thread; per command.
 */
public final class AccumulateOperator implements Accumulate {
    private final int kind;
    private final int width;
    private final int length;
    private final Scale scale;
    private final boolean isScaled;

    private AccumulateOperator(final int kind, final int parts, final Scale scale) {
        this.kind = kind;
        this.scale = scale;
        isScaled = scale != Scale.ONE;
        width = AccumulateKind.width(kind);
        length = width * parts;
    }

    /**
     * The target gets the sum.
     *
     * @param type  INT, LONG, FLOAT or DOUBLE
     * @param parts of a value: 2 where it is complex
     */
    public static AccumulateOperator sum(final ElementType type, final int parts) {
        return new AccumulateOperator(sumKind(type), parts, Scale.ONE);
    }

    /** The target gets the exclusive or. @param type INT or LONG */
    public static AccumulateOperator xor(final ElementType type) {
        return new AccumulateOperator(type == ElementType.INT ? AccumulateKind.INT_XOR : AccumulateKind.LONG_XOR, 1,
            Scale.ONE);
    }

    private static int sumKind(final ElementType type) {
        switch (type) {
            case INT:
                return AccumulateKind.INT;
            case LONG:
                return AccumulateKind.LONG;
            case FLOAT:
                return AccumulateKind.FLOAT;
            default:
                return AccumulateKind.DOUBLE;
        }
    }

    /** The engine's side of what a program hands to an accumulate. */
    public static AccumulateOperator of(final Accumulate op) {
        return (AccumulateOperator) op;
    }

    @Override
    public Accumulate scaled(final long factor) {
        return scaled(Scale.of(factor));
    }

    @Override
    public Accumulate scaled(final double factor) {
        return scaled(Scale.of(factor));
    }

    @Override
    public Accumulate scaled(final double real, final double imaginary) {
        return scaled(Scale.of(real, imaginary));
    }

    private Accumulate scaled(final Scale factor) {
        factor.requireFits(this);
        return new AccumulateOperator(kind, length / width, factor);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int lengthInBytes() {
        return length;
    }

    @Override
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
    public int kind() {
        return kind;
    }

    boolean isScaled() {
        return isScaled;
    }

    /** Returns the bits of a single value of eight bytes, times the factor. */
    long scale(final long bits) {
        return isScaled ? scale.apply(this, bits) : bits;
    }

    public boolean isXor() {
        return kind >= AccumulateKind.INT_XOR;
    }

    /** True when a value is two parts. */
    public boolean isComplex() {
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
