package org.gmt4j;

/**
 * How elements of a type compare: a {@code long} for the bits of an element, whose order is that of
 * {@code Long.compare} for integers, and for floating point that of {@link Double#compare}: -0.0 before 0.0, all NaNs
 * equal and behind everything. Bits and keys of narrow elements are sign-extended. Per element.
 */
final class SortKey {
    private SortKey() {
    }

    /** Whether keys are other numbers than the bits. */
    static boolean differs(final ElementType type) {
        return type == ElementType.DOUBLE || type == ElementType.FLOAT;
    }

    /** One test in front for the usual case, which a compiler takes out of loops. */
    static long key(final ElementType type, final long bits) {
        return differs(type) ? floatingKey(type, bits) : bits;
    }

    private static long floatingKey(final ElementType type, final long bits) {
        return type == ElementType.DOUBLE ? flip(Double.doubleToLongBits(Double.longBitsToDouble(bits)), Long.MAX_VALUE)
            : flip(Float.floatToIntBits(Float.intBitsToFloat((int) bits)), Integer.MAX_VALUE);
    }

    /** Returns the bits for a key: the inverse, except that all NaNs become the canonical one. */
    static long bits(final ElementType type, final long key) {
        return differs(type) ? flip(key, type == ElementType.DOUBLE ? Long.MAX_VALUE : Integer.MAX_VALUE) : key;
    }

    /** Negative numbers have the opposite order as bits. */
    private static long flip(final long bits, final long allButSign) {
        return bits ^ bits >> 63 & allButSign;
    }
}
