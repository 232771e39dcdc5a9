package org.gmt4j;

/** What an array holds. */
public enum ElementType {
    BYTE(1), SHORT(2), INT(4), LONG(8), FLOAT(4), DOUBLE(8),
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
