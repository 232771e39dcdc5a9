package org.gmt4j.ga.product;

/**
 * The product of two tight tiles of doubles, added to rows of sums. Two rows of the result and two of b at a time, so
 * that the inner loop loads b once for two rows. All of its rows are arrays of their own, b's in a copy, and have the
 * loop's index as their only one: with an offset in it the compiler (JDK 17) does not know that rows do not overlap,
 * and makes no vector instructions. Four rows at a time are a fifth faster with JDK 17 and take twice the time with
 * JDK 25 (docs/performance.md). Keeps the copy's arrays; owned by one task.
 */
public final class DoubleProduct {
    private double[][] rowsOfB = new double[0][0];
    private int width;

    /**
     * Adds a b to the sums.
     *
     * @param a       {@code rows} rows of {@code depth}
     * @param b       {@code depth} rows of {@code columns}
     * @param sums    at least {@code rows} rows of at least {@code columns}
     */
    public void add(final double[] a, final double[] b, final double[][] sums, final int rows, final int depth,
                    final int columns) {
        if (rowsOfB.length < depth || width < columns) {
            width = Math.max(width, columns);
            rowsOfB = new double[Math.max(rowsOfB.length, depth)][width];
        }
        ProductSums.copyRows(b, rowsOfB, depth, columns);
        int i = 0;
        for (; i + 1 < rows; i += 2) {
            twoRows(a, rowsOfB, sums, i, depth, columns);
        }
        for (int l = 0; l < depth && i < rows; l++) {
            one(sums[i], rowsOfB[l], columns, a[i * depth + l]);
        }
    }

    private static void twoRows(final double[] a, final double[][] b, final double[][] sums, final int i,
                                final int depth, final int columns) {
        final int first = i * depth;
        final int second = first + depth;
        int l = 0;
        for (; l + 1 < depth; l += 2) {
            two(sums[i], sums[i + 1], b[l], b[l + 1], columns, a[first + l], a[first + l + 1], a[second + l],
                a[second + l + 1]);
        }
        if (l < depth) {
            one(sums[i], b[l], columns, a[first + l]);
            one(sums[i + 1], b[l], columns, a[second + l]);
        }
    }

    private static void two(final double[] c0, final double[] c1, final double[] b0, final double[] b1,
                            final int columns, final double x0, final double y0, final double x1, final double y1) {
        for (int j = 0; j < columns; j++) {
            final double u = b0[j];
            final double v = b1[j];
            c0[j] = Math.fma(y0, v, Math.fma(x0, u, c0[j]));
            c1[j] = Math.fma(y1, v, Math.fma(x1, u, c1[j]));
        }
    }

    private static void one(final double[] c, final double[] b, final int columns, final double x) {
        for (int j = 0; j < columns; j++) {
            c[j] = Math.fma(x, b[j], c[j]);
        }
    }
}
