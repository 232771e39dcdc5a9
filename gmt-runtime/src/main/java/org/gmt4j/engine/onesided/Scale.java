package org.gmt4j.engine.onesided;

import org.gmt4j.Transferable;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * The factor of an accumulate: target += scale x source. The caller applies it before values travel. A real factor
 * scales both parts of a complex value, and does not multiply with an imaginary part that is not there: infinite parts
 * stay apart. Immutable; any thread.
 */
final class Scale implements Transferable {
    /** Leaves values unchanged. */
    static final Scale ONE = new Scale(1, 1, 0, true, false);

    private final long whole;
    private final double real;
    private final double imaginary;
    private final boolean isWhole;
    private final boolean isPair;

    private Scale(final long whole, final double real, final double imaginary, final boolean isWhole,
                  final boolean isPair) {
        this.whole = whole;
        this.real = real;
        this.imaginary = imaginary;
        this.isWhole = isWhole;
        this.isPair = isPair;
    }

    /** Returns a factor for values of any type; for ints it must be an int. */
    static Scale of(final long factor) {
        return factor == 1 ? ONE : new Scale(factor, factor, 0, true, false);
    }

    /** Returns a factor for floating-point values, including complex ones. */
    static Scale of(final double factor) {
        return new Scale(0, factor, 0, false, false);
    }

    /** Returns a factor for complex values, with which they are multiplied in full. */
    static Scale of(final double real, final double imaginary) {
        return new Scale(0, real, imaginary, false, true);
    }

    void requireFits(final AccumulateOperator values) {
        final boolean fits;
        if (values.isXor()) {
            throw new IllegalArgumentException("GMT-278 an exclusive or has no scale, here " + this
                + ": only values that are added are multiplied");
        }
        switch (values.kind()) {
            case AccumulateKind.INT:
                fits = isWhole && (int) whole == whole;
                break;
            case AccumulateKind.LONG:
                fits = isWhole;
                break;
            case AccumulateKind.FLOAT:
                fits = (imaginary == 0 || values.isComplex()) && isFloat(real) && isFloat(imaginary);
                break;
            default:
                fits = imaginary == 0 || values.isComplex();
                break;
        }
        if (!fits) {
            throw new IllegalArgumentException("GMT-278 the scale " + this + " does not fit values of type " + values);
        }
    }

    /** Whether a part of a factor is not too large for a float, which would be infinite. */
    private static boolean isFloat(final double factor) {
        return Float.isFinite((float) factor) || !Double.isFinite(factor);
    }

    /** Returns the scaled bits of a single value of eight bytes. */
    long apply(final AccumulateOperator values, final long bits) {
        return values.kind() == AccumulateKind.LONG ? bits * whole
            : Double.doubleToRawLongBits(Double.longBitsToDouble(bits) * real);
    }

    /** Scales packed values in place. */
    void apply(final AccumulateOperator values, final Object base, final long at, final int length) {
        switch (values.kind()) {
            case AccumulateKind.INT:
                for (long p = at; p < at + length; p += 4) {
                    ArrayOrMemory.putInt(base, p, ArrayOrMemory.getInt(base, p) * (int) whole);
                }
                break;
            case AccumulateKind.LONG:
                for (long p = at; p < at + length; p += 8) {
                    ArrayOrMemory.putLong(base, p, ArrayOrMemory.getLong(base, p) * whole);
                }
                break;
            case AccumulateKind.FLOAT:
                if (isPair && values.isComplex()) {
                    applyToFloatPairs(base, at, length);
                } else {
                    applyToFloats(base, at, length);
                }
                break;
            default:
                if (isPair && values.isComplex()) {
                    applyToDoublePairs(base, at, length);
                } else {
                    applyToDoubles(base, at, length);
                }
                break;
        }
    }

    private void applyToFloats(final Object base, final long at, final int length) {
        for (long p = at; p < at + length; p += 4) {
            ArrayOrMemory.putFloat(base, p, ArrayOrMemory.getFloat(base, p) * (float) real);
        }
    }

    private void applyToDoubles(final Object base, final long at, final int length) {
        for (long p = at; p < at + length; p += 8) {
            ArrayOrMemory.putDouble(base, p, ArrayOrMemory.getDouble(base, p) * real);
        }
    }

    private void applyToFloatPairs(final Object base, final long at, final int length) {
        final float a = (float) real;
        final float b = (float) imaginary;
        for (long p = at; p < at + length; p += 8) {
            final float x = ArrayOrMemory.getFloat(base, p);
            final float y = ArrayOrMemory.getFloat(base, p + 4);
            ArrayOrMemory.putFloat(base, p, a * x - b * y);
            ArrayOrMemory.putFloat(base, p + 4, a * y + b * x);
        }
    }

    private void applyToDoublePairs(final Object base, final long at, final int length) {
        for (long p = at; p < at + length; p += 16) {
            final double x = ArrayOrMemory.getDouble(base, p);
            final double y = ArrayOrMemory.getDouble(base, p + 8);
            ArrayOrMemory.putDouble(base, p, real * x - imaginary * y);
            ArrayOrMemory.putDouble(base, p + 8, real * y + imaginary * x);
        }
    }

    @Override
    public String toString() {
        return isWhole ? Long.toString(whole) : imaginary == 0 ? Double.toString(real)
            : real + " + " + imaginary + " i";
    }
}
