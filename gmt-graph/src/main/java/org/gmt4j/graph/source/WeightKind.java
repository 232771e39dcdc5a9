package org.gmt4j.graph.source;

/** What the weights of edges are. A weight travels and is stored as a word of 64 bits. Immutable, any thread. */
public enum WeightKind {
    /** There are none: every weight is one. */
    NONE,
    /** Whole numbers: a word is the number. */
    LONG,
    /** Numbers, neither NaN nor infinite: a word is their bits. */
    DOUBLE,
    /** As {@link #DOUBLE} if any weight is not one; otherwise there are none. */
    DOUBLE_IF_ANY;

    /** Returns whether words are the bits of doubles. */
    public boolean isDouble() {
        return this == DOUBLE || this == DOUBLE_IF_ANY;
    }

    /** Returns the word of weight one. */
    public long one() {
        return isDouble() ? wordOf(1.0) : 1;
    }

    /** Returns the word of a finite double; both zeros have the same. */
    public static long wordOf(final double weight) {
        return Double.doubleToRawLongBits(weight + 0.0);
    }

    /** Returns the number that a word means. */
    public double number(final long word) {
        return isDouble() ? Double.longBitsToDouble(word) : word;
    }

    /** Returns a long that orders as the weight does; the same of it gives the word back. */
    public long ordered(final long word) {
        return isDouble() ? word ^ (word >> 63 & Long.MAX_VALUE) : word;
    }

    /** Returns the weight as people write it. */
    public String text(final long word) {
        return isDouble() ? Double.toString(Double.longBitsToDouble(word)) : Long.toString(word);
    }
}
