package org.gmt4j.bench.ceiling;

/** How an update travels. */
public enum CeilingRecord {
    /** One word: operand above, index in the lower 40 bits. */
    PACKED(1),
    /** Two words: index, operand. */
    WIDE(2);

    /** Bits of an index in a packed record; operands have the others, less the sign. */
    static final int INDEX_BITS = 40;
    static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

    private final int words;

    CeilingRecord(final int words) {
        this.words = words;
    }

    int words() {
        return words;
    }

    /** Bytes of an update. */
    public int bytes() {
        return words * Long.BYTES;
    }
}
