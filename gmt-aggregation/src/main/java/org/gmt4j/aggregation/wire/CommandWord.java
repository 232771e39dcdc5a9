package org.gmt4j.aggregation.wire;

/**
 * The first eight bytes of every command: type, object and place.
 *
 * <pre>
 *  63..58 type | 57..40 id: segment, visitor or function | 39..0 offset in elements, or a small operand
 * </pre>
 */
public final class CommandWord {
    public static final int OFFSET_BITS = 40;
    public static final int ID_BITS = 18;
    public static final long MAX_OFFSET = (1L << OFFSET_BITS) - 1;
    public static final int MAX_ID = (1 << ID_BITS) - 1;
    private static final int TYPE_SHIFT = OFFSET_BITS + ID_BITS;

    private CommandWord() {
    }

    /** Type and id without an offset; an offset within {@link #MAX_OFFSET} may be or-ed in. */
    public static long base(final int type, final int id) {
        return (long) type << TYPE_SHIFT | (long) id << OFFSET_BITS;
    }

    public static int type(final long word) {
        return (int) (word >>> TYPE_SHIFT);
    }

    public static int id(final long word) {
        return (int) (word >>> OFFSET_BITS) & MAX_ID;
    }

    public static long offset(final long word) {
        return word & MAX_OFFSET;
    }
}
