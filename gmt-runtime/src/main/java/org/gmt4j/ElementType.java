package org.gmt4j;

/** The type of an array's elements. */
public enum ElementType {
    /** {@code byte}s. */
    BYTE(1, byte[].class),
    /** {@code short}s. */
    SHORT(2, short[].class),
    /** {@code int}s. */
    INT(4, int[].class),
    /** {@code long}s. */
    LONG(8, long[].class),
    /** {@code float}s. */
    FLOAT(4, float[].class),
    /** {@code double}s. */
    DOUBLE(8, double[].class),
    /** Fixed-size records of bytes; their length is given at allocation. */
    RECORD(0, byte[].class);

    private final int length;
    /** Arrays of Java that hold such elements. */
    final Class<?> arrays;

    ElementType(final int length, final Class<?> arrays) {
        this.length = length;
        this.arrays = arrays;
    }

    /** Returns the length of one element in bytes; 0 for records. */
    public int length() {
        return length;
    }
}
