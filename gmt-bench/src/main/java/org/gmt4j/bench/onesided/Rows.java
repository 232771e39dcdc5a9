package org.gmt4j.bench.onesided;

/**
 * The bytes that one operation moves, the same on both sides: rows of bytes with gaps as long between them; contiguous
 * is one row.
 *
 * @param rowBytes of a row
 * @param rows     rows
 * @param stride   bytes from begin to begin
 */
record Rows(int rowBytes, int rows, int stride) {
    private static final int LEAST_ROW = 8;

    static Rows contiguous(final int bytes) {
        return new Rows(bytes, 1, bytes);
    }

    /**
     * A patch that is about as many bytes wide as it has rows.
     *
     * @param bytes a power of two, at least 16
     */
    static Rows square(final int bytes) {
        final int log2 = Integer.numberOfTrailingZeros(bytes);
        final int row = Math.max(LEAST_ROW, 1 << (log2 + 1) / 2);
        return new Rows(row, bytes / row, 2 * row);
    }

    int bytes() {
        return rowBytes * rows;
    }

    /** From the first byte to the last. */
    int extent() {
        return (rows - 1) * stride + rowBytes;
    }

    boolean covers(final int offset) {
        return offset % stride < rowBytes;
    }
}
