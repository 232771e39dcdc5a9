package org.gmt4j.armci;

import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * What the values of an accumulate are; numbers as Java has them, a complex number as real and imaginary part one
 * behind the other.
 */
public enum AccumulateType {
    /** {@code int}: 4 bytes. */
    INT(AccumulateKind.INT, 1),
    /** {@code long}: 8 bytes. */
    LONG(AccumulateKind.LONG, 1),
    /** {@code float}: 4 bytes. */
    FLOAT(AccumulateKind.FLOAT, 1),
    /** {@code double}: 8 bytes. */
    DOUBLE(AccumulateKind.DOUBLE, 1),
    /** Complex numbers of two {@code float}s: 8 bytes. */
    FLOAT_COMPLEX(AccumulateKind.FLOAT, 2),
    /** Complex numbers of two {@code double}s: 16 bytes. */
    DOUBLE_COMPLEX(AccumulateKind.DOUBLE, 2);

    private final int kind;
    private final int width;
    private final int length;

    AccumulateType(final int kind, final int parts) {
        this.kind = kind;
        width = AccumulateKind.width(kind);
        length = width * parts;
    }

    /** The wire's code for its parts. */
    int kind() {
        return kind;
    }

    /** Bytes of a part: what offsets and strides at the target are multiples of. */
    public int width() {
        return width;
    }

    /** Bytes of a value: what lengths are multiples of. */
    public int lengthInBytes() {
        return length;
    }

    boolean isComplex() {
        return length > width;
    }

    boolean isWhole() {
        return this == INT || this == LONG;
    }
}
