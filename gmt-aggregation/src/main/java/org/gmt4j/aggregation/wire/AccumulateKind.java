package org.gmt4j.aggregation.wire;

/**
 * The operation of a store on its values at the target; wire codes. Complex numbers travel as pairs of their parts, and
 * a scale has been applied before they travel, so that four kinds of addition are enough.
 */
public final class AccumulateKind {
    /** Bytes replace bytes. */
    public static final int PUT = 0;
    public static final int INT = 1;
    public static final int LONG = 2;
    public static final int FLOAT = 3;
    public static final int DOUBLE = 4;

    private static final String[] NAMES = {"bytes", "int", "long", "float", "double"};

    private AccumulateKind() {
    }

    public static boolean isValid(final int kind) {
        return kind >= PUT && kind <= DOUBLE;
    }

    /** Bytes of a value that is added as one; 1 for plain bytes. */
    public static int width(final int kind) {
        return kind == PUT ? 1 : kind == INT || kind == FLOAT ? 4 : 8;
    }

    /** For people. */
    public static String name(final int kind) {
        return NAMES[kind];
    }
}
