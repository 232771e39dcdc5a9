package org.gmt4j;

/**
 * Operators that combine the values of all nodes. With floating point the result is NaN when any value is, whichever
 * node has it.
 */
public enum ReduceOperator {
    /** The sum, with wrapping for {@code long}s. */
    SUM,
    /** The smallest value. */
    MIN,
    /** The largest value. */
    MAX,
    /** The bits set in all values. */
    AND,
    /** The bits set in any value. */
    OR,
    /** The bits set in an odd number of values. */
    XOR,
    /** The product, with wrapping for {@code long}s. */
    PRODUCT,
    /** The value nearest to zero; any of two at the same distance, the same one on all nodes. */
    ABS_MIN,
    /** The value farthest from zero; as with {@link #ABS_MIN}, any of two at the same distance. */
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

    /** Compares absolute values as negative numbers, whose range is larger by one. */
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
                return Math.abs(b) < Math.abs(a) || Double.isNaN(b) ? b : a;
            case ABS_MAX:
                return Math.abs(b) > Math.abs(a) || Double.isNaN(b) ? b : a;
            default:
                throw new IllegalArgumentException(this + " is not defined for floating point");
        }
    }
}
