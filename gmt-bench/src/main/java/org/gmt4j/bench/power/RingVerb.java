package org.gmt4j.bench.power;

/** The operation on each destination. */
public enum RingVerb {
    /** A contiguous range of bytes, until the owner has it. */
    PUT(1),
    /** A contiguous range of bytes. */
    GET(1),
    /** Each element of 8 bytes is added to. */
    ACCUMULATE(8),
    /** {@link #ROWS} rows of bytes, as far apart as they are long. */
    STRIDED(16);

    static final int ROWS = 16;

    private final int granule;

    RingVerb(final int granule) {
        this.granule = granule;
    }

    /** Whether this many bytes can be moved this way. */
    boolean takes(final int bytes) {
        return bytes % granule == 0;
    }

    /** {@code put}, {@code get}, {@code accumulate}, {@code strided}. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
