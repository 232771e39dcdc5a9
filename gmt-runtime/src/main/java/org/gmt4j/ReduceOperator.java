package org.gmt4j;

/** How values of all nodes are combined. */
public enum ReduceOperator {
    /** The sum; of {@code long}s it wraps. */
    SUM,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX,
    /** The bits that all have. */
    AND,
    /** The bits that any has. */
    OR,
    /** The bits that an odd number of values has. */
    XOR,
    /** The product; of {@code long}s it wraps. */
    PRODUCT,
    /** The value nearest to zero; of two as near, the first. */
    ABS_MIN,
    /** The value farthest from zero; of two as far, the first. */
    ABS_MAX;

    /** Combines two values. */
    public long apply(final long a, final long b) {
        switch (this) {
            case SUM:
                return a + b;
            case MIN:
                return Math.min(a, b);
            case MAX:
                return Math.max(a, b);
            case AND:
                return a & b;
            case OR:
                return a | b;
            case XOR:
                return a ^ b;
            case ABS_MIN:
                return isFarther(a, b) ? b : a;
            case ABS_MAX:
                return isFarther(b, a) ? b : a;
            default:
                return a * b;
        }
    }

    /** Compared as negatives, which reach one farther. */
    private static boolean isFarther(final long a, final long b) {
        return (a < 0 ? a : -a) < (b < 0 ? b : -b);
    }

    /**
     * Combines two values.
     *
     * @throws IllegalArgumentException when the operator is not defined for floating point
     */
    public double apply(final double a, final double b) {
        switch (this) {
            case SUM:
                return a + b;
            case MIN:
                return Math.min(a, b);
            case MAX:
                return Math.max(a, b);
            case PRODUCT:
                return a * b;
            case ABS_MIN:
                return Math.abs(b) < Math.abs(a) ? b : a;
            case ABS_MAX:
                return Math.abs(b) > Math.abs(a) ? b : a;
            default:
                throw new IllegalArgumentException(this + " is not defined for floating point");
        }
    }
}
