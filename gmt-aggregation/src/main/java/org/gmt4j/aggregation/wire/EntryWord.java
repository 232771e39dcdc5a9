package org.gmt4j.aggregation.wire;

/**
 * The offset of the first word of a command on an entry of a container: what to do with it, and how long its key is.
 *
 * <pre>
 *  39..36 operation | 35..24 length of the key in bytes | 23..0 small operand, signed
 * </pre>
 */
public final class EntryWord {
    /** Longest key, in bytes. */
    public static final int MAX_KEY_LENGTH = (1 << 12) - 1;
    private static final int OPERATION_SHIFT = 36;
    private static final int LENGTH_SHIFT = 24;
    private static final int OPERAND_BITS = 24;

    private EntryWord() {
    }

    /** An operation on a key of {@code keyLength} bytes; a small operand may be or-ed in by {@link #withOperand}. */
    public static long of(final int operation, final int keyLength) {
        return (long) operation << OPERATION_SHIFT | (long) keyLength << LENGTH_SHIFT;
    }

    /** Whether an operand fits the word. */
    public static boolean isSmall(final long operand) {
        return operand << Long.SIZE - OPERAND_BITS >> Long.SIZE - OPERAND_BITS == operand;
    }

    /** The word with a small operand. */
    public static long withOperand(final long word, final long operand) {
        return word | operand & (1L << OPERAND_BITS) - 1;
    }

    public static int operation(final long word) {
        return (int) (word >>> OPERATION_SHIFT) & 15;
    }

    public static int keyLength(final long word) {
        return (int) (word >>> LENGTH_SHIFT) & MAX_KEY_LENGTH;
    }

    /** The small operand. */
    public static long operand(final long word) {
        return word << Long.SIZE - OPERAND_BITS >> Long.SIZE - OPERAND_BITS;
    }
}
