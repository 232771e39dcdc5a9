package org.gmt4j.aggregation.wire;

/**
 * The operation of a store on its values at the target; wire codes. Complex numbers travel as pairs of their parts, and
 * a scale has been applied before they travel, so that four kinds of addition are enough; beside them exclusive or,
 * which has no scale.
 */
public final class AccumulateKind {
    /** Bytes replace bytes. */
    public static final int PUT = 0;
    public static final int INT = 1;
    public static final int LONG = 2;
    public static final int FLOAT = 3;
    public static final int DOUBLE = 4;
    public static final int INT_XOR = 5;
    public static final int LONG_XOR = 6;

    private static final String[] NAMES = {"bytes", "int", "long", "float", "double", "int xor", "long xor"};

    private AccumulateKind() {
    }

    public static boolean isValid(final int kind) {
        return kind >= PUT && kind <= LONG_XOR;
    }

    /** Bytes of a value that is combined as one; 1 for plain bytes. */
    public static int width(final int kind) {
        return kind == PUT ? 1 : kind == INT || kind == FLOAT || kind == INT_XOR ? 4 : 8;
    }

    /** For people. */
    public static String name(final int kind) {
        return NAMES[kind];
    }
}
