package org.gmt4j;

/** The type of an array's elements. */
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
    /** Fixed-size records of bytes; their length is given at allocation. */
    RECORD(0);

    private final int length;

    ElementType(final int length) {
        this.length = length;
    }

    /** Returns the length of one element in bytes; 0 for records. */
    public int length() {
        return length;
    }
}
