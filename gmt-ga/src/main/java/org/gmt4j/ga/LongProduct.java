package org.gmt4j.ga;

/**
 * The product of two tight tiles of longs, added to rows of sums modulo 2^64, in loops as {@link DoubleProduct} has
 * them. Owned by one task.
 */
final class LongProduct {
    /** Fewer rows are not worth the copy of b. */
    private static final int FEWEST = 4;
    private long[][] rowsOfB = new long[0][0];
    private int width;

    /**
     * Adds a b to the sums.
     *
     * @param a       {@code rows} rows of {@code depth}
     * @param b       {@code depth} rows of {@code columns}
     * @param sums    at least {@code rows} rows of at least {@code columns}
     */
    void add(final long[] a, final long[] b, final long[][] sums, final int rows, final int depth,
                    final int columns) {
        if (rows < FEWEST) {
            fewRows(a, b, sums, rows, depth, columns);
            return;
        }
        unpack(b, depth, columns);
        final long[][] right = rowsOfB;
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            fourRows(a, right, sums, i, depth, columns);
        }
        for (; i < rows; i++) {
            for (int l = 0; l < depth; l++) {
                one(sums[i], right[l], columns, a[i * depth + l]);
            }
        }
    }

    private void unpack(final long[] b, final int depth, final int columns) {
        if (rowsOfB.length < depth || width < columns) {
            width = Math.max(width, columns);
            rowsOfB = new long[Math.max(rowsOfB.length, depth)][width];
        }
        for (int l = 0; l < depth; l++) {
            System.arraycopy(b, l * columns, rowsOfB[l], 0, columns);
        }
    }

    private static void fewRows(final long[] a, final long[] b, final long[][] sums, final int rows, final int depth,
                                final int columns) {
        for (int i = 0; i < rows; i++) {
            final long[] c = sums[i];
            for (int l = 0; l < depth; l++) {
                final long x = a[i * depth + l];
                final int p = l * columns;
                for (int j = 0; j < columns; j++) {
                    c[j] += x * b[p + j];
                }
            }
        }
    }

    private static void fourRows(final long[] a, final long[][] b, final long[][] sums, final int i, final int depth,
                                 final int columns) {
        int l = 0;
        for (; l + 1 < depth; l += 2) {
            final int at = i * depth + l;
            four(sums[i], sums[i + 1], sums[i + 2], sums[i + 3], b[l], b[l + 1], columns, a[at], a[at + 1],
                a[at + depth], a[at + depth + 1], a[at + 2 * depth], a[at + 2 * depth + 1], a[at + 3 * depth],
                a[at + 3 * depth + 1]);
        }
        if (l < depth) {
            for (int row = i; row < i + 4; row++) {
                one(sums[row], b[l], columns, a[row * depth + l]);
            }
        }
    }

    private static void four(final long[] c0, final long[] c1, final long[] c2, final long[] c3,
                             final long[] b0, final long[] b1, final int columns,
                             final long x0, final long y0, final long x1, final long y1,
                             final long x2, final long y2, final long x3, final long y3) {
        for (int j = 0; j < columns; j++) {
            final long u = b0[j];
            final long v = b1[j];
            c0[j] += x0 * u + y0 * v;
            c1[j] += x1 * u + y1 * v;
            c2[j] += x2 * u + y2 * v;
            c3[j] += x3 * u + y3 * v;
        }
    }

    private static void one(final long[] c, final long[] b, final int columns, final long x) {
        for (int j = 0; j < columns; j++) {
            c[j] += x * b[j];
        }
    }
}
