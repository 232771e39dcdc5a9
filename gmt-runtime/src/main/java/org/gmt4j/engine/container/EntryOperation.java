package org.gmt4j.engine.container;

/**
 * What commands do to an entry, with their stable wire numbers (4 bits). Values are 64 bits, those of the floating
 * operations the bits of a double. A merge inserts its operand where there is no entry.
 */
public final class EntryOperation {
    /** Merges: the operand replaces the value, or is dropped. */
    public static final int SET = 0;
    public static final int KEEP = 1;
    public static final int ADD = 2;
    public static final int MIN = 3;
    public static final int MAX = 4;
    public static final int AND = 5;
    public static final int OR = 6;
    public static final int XOR = 7;
    public static final int ADD_FLOATING = 8;
    public static final int MIN_FLOATING = 9;
    public static final int MAX_FLOATING = 10;
    /** The entry goes; the value of a call is 1 when there was one, otherwise 0. */
    public static final int REMOVE = 11;
    /** The value of a call is that of the entry, or the operand without one. */
    public static final int GET = 12;
    /** The value of a call is 1 or 0. */
    public static final int CONTAINS = 13;
    /** Records of a bag, in place of a key. */
    public static final int APPEND = 14;

    private EntryOperation() {
    }

    /** Whether the operation combines a value with an operand. */
    public static boolean isMerge(final int operation) {
        return operation <= MAX_FLOATING;
    }

    /** Returns the value after a merge. */
    public static long merge(final int operation, final long value, final long operand) {
        switch (operation) {
            case SET:
                return operand;
            case KEEP:
                return value;
            case ADD:
                return value + operand;
            case MIN:
                return Math.min(value, operand);
            case MAX:
                return Math.max(value, operand);
            case AND:
                return value & operand;
            case OR:
                return value | operand;
            case XOR:
                return value ^ operand;
            default:
                return Double.doubleToRawLongBits(mergeFloating(operation, Double.longBitsToDouble(value),
                    Double.longBitsToDouble(operand)));
        }
    }

    private static double mergeFloating(final int operation, final double value, final double operand) {
        return operation == ADD_FLOATING ? value + operand
            : operation == MIN_FLOATING ? Math.min(value, operand) : Math.max(value, operand);
    }
}
