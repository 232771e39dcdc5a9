package org.gmt4j.runtime.task;

/** How values of all nodes are combined. */
public enum ReduceOperator {
    SUM, MIN, MAX, AND, OR, XOR, PRODUCT;

    private static final ReduceOperator[] ALL = values();

    static ReduceOperator of(final int ordinal) {
        return ALL[ordinal];
    }

    long apply(final long a, final long b) {
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
            default:
                return a * b;
        }
    }

    double apply(final double a, final double b) {
        switch (this) {
            case SUM:
                return a + b;
            case MIN:
                return Math.min(a, b);
            case MAX:
                return Math.max(a, b);
            case PRODUCT:
                return a * b;
            default:
                throw new IllegalArgumentException(this + " is not defined for floating point");
        }
    }
}
