package org.gmt4j;

/** What an array holds. */
public enum ElementType {
    /** {@code byte}s. */
    BYTE(1),
    /** {@code short}s. */
    SHORT(2),
    /** {@code int}s. */
    INT(4),
    /** {@code long}s. */
    LONG(8),
    /** {@code float}s. */
    FLOAT(4),
    /** {@code double}s. */
    DOUBLE(8),
    /** Fixed-size records of bytes; the length is given with the array. */
    RECORD(0);

    private final int length;

    ElementType(final int length) {
        this.length = length;
    }

    /** Bytes of one element; 0 for records. */
    public int length() {
        return length;
    }
}
