package org.gmt4j.ga;

/**
 * The product of two tight tiles of doubles, added to rows of sums. Four rows of the result and two of b at a time: the
 * compiler makes vector instructions of the inner loop, which loads b once for four rows. Rows are arrays of their own,
 * since it does not know whether rows of one array overlap. Measured on one core of a Zen 4 class machine: 7 to 8
 * GFLOP/s, 5 to 6 with one row at a time. Stateless.
 */
public final class DoubleProduct {
    private DoubleProduct() {
    }

    /**
     * Adds a b to the sums.
     *
     * @param a       {@code rows} rows of {@code depth}
     * @param b       {@code depth} rows of {@code columns}
     * @param sums    at least {@code rows} rows of at least {@code columns}
     */
    public static void add(final double[] a, final double[] b, final double[][] sums, final int rows, final int depth,
                           final int columns) {
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            fourRows(a, b, sums, i, depth, columns);
        }
        for (; i < rows; i++) {
            for (int l = 0; l < depth; l++) {
                one(sums[i], b, l * columns, columns, a[i * depth + l]);
            }
        }
    }

    private static void fourRows(final double[] a, final double[] b, final double[][] sums, final int i,
                                 final int depth, final int columns) {
        int l = 0;
        for (; l + 1 < depth; l += 2) {
            final int at = i * depth + l;
            four(sums[i], sums[i + 1], sums[i + 2], sums[i + 3], b, l * columns, (l + 1) * columns, columns,
                a[at], a[at + 1], a[at + depth], a[at + depth + 1], a[at + 2 * depth], a[at + 2 * depth + 1],
                a[at + 3 * depth], a[at + 3 * depth + 1]);
        }
        if (l < depth) {
            for (int row = i; row < i + 4; row++) {
                one(sums[row], b, l * columns, columns, a[row * depth + l]);
            }
        }
    }

    private static void four(final double[] c0, final double[] c1, final double[] c2, final double[] c3,
                             final double[] b, final int p, final int q, final int columns,
                             final double x0, final double y0, final double x1, final double y1,
                             final double x2, final double y2, final double x3, final double y3) {
        for (int j = 0; j < columns; j++) {
            final double u = b[p + j];
            final double v = b[q + j];
            c0[j] = Math.fma(x0, u, Math.fma(y0, v, c0[j]));
            c1[j] = Math.fma(x1, u, Math.fma(y1, v, c1[j]));
            c2[j] = Math.fma(x2, u, Math.fma(y2, v, c2[j]));
            c3[j] = Math.fma(x3, u, Math.fma(y3, v, c3[j]));
        }
    }

    private static void one(final double[] c, final double[] b, final int p, final int columns, final double x) {
        for (int j = 0; j < columns; j++) {
            c[j] = Math.fma(x, b[p + j], c[j]);
        }
    }
}
