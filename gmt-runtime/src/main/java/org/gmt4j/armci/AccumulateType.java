package org.gmt4j.armci;

import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * What the values of an accumulate are; numbers as Java has them, a complex number as real and imaginary part one
 * behind the other.
 */
public enum AccumulateType {
    INT(AccumulateKind.INT, 1), LONG(AccumulateKind.LONG, 1), FLOAT(AccumulateKind.FLOAT, 1),
        DOUBLE(AccumulateKind.DOUBLE, 1),
    FLOAT_COMPLEX(AccumulateKind.FLOAT, 2), DOUBLE_COMPLEX(AccumulateKind.DOUBLE, 2);

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
