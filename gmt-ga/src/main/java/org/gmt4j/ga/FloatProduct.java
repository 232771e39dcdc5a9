package org.gmt4j.ga;

/**
 * The product of two tight tiles of floats, added to rows of sums, in loops as {@link DoubleProduct} has them.
 * Owned by one task.
 */
final class FloatProduct {
    /** Fewer rows are not worth the copy of b. */
    private static final int FEWEST = 4;
    private float[][] rowsOfB = new float[0][0];
    private int width;

    /**
     * Adds a b to the sums.
     *
     * @param a       {@code rows} rows of {@code depth}
     * @param b       {@code depth} rows of {@code columns}
     * @param sums    at least {@code rows} rows of at least {@code columns}
     */
    void add(final float[] a, final float[] b, final float[][] sums, final int rows, final int depth,
                    final int columns) {
        if (rows < FEWEST) {
            fewRows(a, b, sums, rows, depth, columns);
            return;
        }
        unpack(b, depth, columns);
        final float[][] right = rowsOfB;
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

    private void unpack(final float[] b, final int depth, final int columns) {
        if (rowsOfB.length < depth || width < columns) {
            width = Math.max(width, columns);
            rowsOfB = new float[Math.max(rowsOfB.length, depth)][width];
        }
        for (int l = 0; l < depth; l++) {
            System.arraycopy(b, l * columns, rowsOfB[l], 0, columns);
        }
    }

    private static void fewRows(final float[] a, final float[] b, final float[][] sums, final int rows, final int depth,
                                final int columns) {
        for (int i = 0; i < rows; i++) {
            final float[] c = sums[i];
            for (int l = 0; l < depth; l++) {
                final float x = a[i * depth + l];
                final int p = l * columns;
                for (int j = 0; j < columns; j++) {
                    c[j] = Math.fma(x, b[p + j], c[j]);
                }
            }
        }
    }

    private static void fourRows(final float[] a, final float[][] b, final float[][] sums, final int i, final int depth,
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

    private static void four(final float[] c0, final float[] c1, final float[] c2, final float[] c3,
                             final float[] b0, final float[] b1, final int columns,
                             final float x0, final float y0, final float x1, final float y1,
                             final float x2, final float y2, final float x3, final float y3) {
        for (int j = 0; j < columns; j++) {
            final float u = b0[j];
            final float v = b1[j];
            c0[j] = Math.fma(x0, u, Math.fma(y0, v, c0[j]));
            c1[j] = Math.fma(x1, u, Math.fma(y1, v, c1[j]));
            c2[j] = Math.fma(x2, u, Math.fma(y2, v, c2[j]));
            c3[j] = Math.fma(x3, u, Math.fma(y3, v, c3[j]));
        }
    }

    private static void one(final float[] c, final float[] b, final int columns, final float x) {
        for (int j = 0; j < columns; j++) {
            c[j] = Math.fma(x, b[j], c[j]);
        }
    }
}
