package org.gmt4j.ga;

/**
 * What is computed with the blocks of an LU factorisation, beside {@link org.gmt4j.ga.product.DoubleProduct}: a block
 * itself, and those below and beside it. Blocks that change are rows of their own, in place; factored ones have the
 * lower triangle without its ones and the upper one in the same rows. Four rows, and two of the factored block, at a
 * time. Per block, no allocation. Each element is computed in an order that depends on the block alone. Stateless.
 */
final class LuKernels {
    private LuKernels() {
    }

    /**
     * Factors a block in place.
     *
     * @param sizes for each row, the sizes together of what its pivot has been summed up from so far
     * @param least a pivot must be larger in size than this part of its sum
     * @return the row whose pivot is not, or no number; -1 for none
     */
    static int factor(final double[][] a, final int n, final double[] sizes, final double least) {
        for (int l = 0; l < n; l++) {
            final double[] top = a[l];
            final double pivot = top[l];
            if (!(Math.abs(pivot) > least * sizes[l]) || Double.isInfinite(pivot)) {
                return l;
            }
            for (int i = l + 1; i < n; i++) {
                final double factor = a[i][l] / pivot;
                a[i][l] = factor;
                sizes[i] += Math.abs(factor * top[i]);
                one(a[i], top, l + 1, n, -factor);
            }
        }
        return -1;
    }

    /** Adds to the sizes of what each pivot of a block is summed up from: what the blocks beside it contribute. */
    static void addSizes(final double[] left, final double[] right, final int n, final int depth,
                         final double[] sizes) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int l = 0; l < depth; l++) {
                sum += Math.abs(left[i * depth + l] * right[l * n + i]);
            }
            sizes[i] += sum;
        }
    }

    /** Multiplies rows from the right with the inverse of the upper triangle: the blocks below. */
    static void divide(final double[][] x, final int rows, final double[][] lu, final int n) {
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            divideFour(x[i], x[i + 1], x[i + 2], x[i + 3], lu, n);
        }
        for (; i < rows; i++) {
            for (int l = 0; l < n; l++) {
                x[i][l] /= lu[l][l];
                one(x[i], lu[l], l + 1, n, -x[i][l]);
            }
        }
    }

    private static void divideFour(final double[] c0, final double[] c1, final double[] c2, final double[] c3,
                                   final double[][] lu, final int n) {
        int l = 0;
        for (; l + 1 < n; l += 2) {
            dividePair(c0, lu[l], lu[l + 1], l);
            dividePair(c1, lu[l], lu[l + 1], l);
            dividePair(c2, lu[l], lu[l + 1], l);
            dividePair(c3, lu[l], lu[l + 1], l);
            four(c0, c1, c2, c3, lu[l], lu[l + 1], l + 2, n, -c0[l], -c0[l + 1], -c1[l], -c1[l + 1],
                -c2[l], -c2[l + 1], -c3[l], -c3[l + 1]);
        }
        if (l < n) {
            final double last = lu[l][l];
            c0[l] /= last;
            c1[l] /= last;
            c2[l] /= last;
            c3[l] /= last;
        }
    }

    private static void dividePair(final double[] c, final double[] first, final double[] second, final int l) {
        final double x = c[l] / first[l];
        c[l] = x;
        c[l + 1] = Math.fma(-x, first[l + 1], c[l + 1]) / second[l + 1];
    }

    /** Multiplies rows from the left with the inverse of the lower triangle: the blocks beside. */
    static void eliminate(final double[][] x, final double[] lu, final int n, final int columns) {
        int l = 0;
        for (; l + 1 < n; l += 2) {
            final double[] u = x[l];
            final double[] v = x[l + 1];
            one(v, u, 0, columns, -lu[(l + 1) * n + l]);
            int i = l + 2;
            for (; i + 3 < n; i += 4) {
                final int at = i * n + l;
                four(x[i], x[i + 1], x[i + 2], x[i + 3], u, v, 0, columns, -lu[at], -lu[at + 1], -lu[at + n],
                    -lu[at + n + 1], -lu[at + 2 * n], -lu[at + 2 * n + 1], -lu[at + 3 * n], -lu[at + 3 * n + 1]);
            }
            for (; i < n; i++) {
                one(x[i], u, 0, columns, -lu[i * n + l]);
                one(x[i], v, 0, columns, -lu[i * n + l + 1]);
            }
        }
    }

    /** Multiplies rows from the left with the inverse of the upper triangle: right sides, backwards. */
    static void substitute(final double[][] x, final double[] lu, final int n, final int columns) {
        for (int l = n - 1; l >= 0; l--) {
            final double pivot = lu[l * n + l];
            for (int j = 0; j < columns; j++) {
                x[l][j] /= pivot;
            }
            for (int i = 0; i < l; i++) {
                one(x[i], x[l], 0, columns, -lu[i * n + l]);
            }
        }
    }

    private static void four(final double[] c0, final double[] c1, final double[] c2, final double[] c3,
                             final double[] b, final double[] d, final int from, final int to,
                             final double x0, final double y0, final double x1, final double y1,
                             final double x2, final double y2, final double x3, final double y3) {
        for (int j = from; j < to; j++) {
            final double u = b[j];
            final double v = d[j];
            c0[j] = Math.fma(x0, u, Math.fma(y0, v, c0[j]));
            c1[j] = Math.fma(x1, u, Math.fma(y1, v, c1[j]));
            c2[j] = Math.fma(x2, u, Math.fma(y2, v, c2[j]));
            c3[j] = Math.fma(x3, u, Math.fma(y3, v, c3[j]));
        }
    }

    /** Adds x times a row to another one, from one column to another. */
    static void one(final double[] c, final double[] b, final int from, final int to,
                            final double x) {
        for (int j = from; j < to; j++) {
            c[j] = Math.fma(x, b[j], c[j]);
        }
    }

    /** Copies rows to a tight tile. */
    static void pack(final double[][] rows, final int count, final int columns, final double[] tight) {
        for (int i = 0; i < count; i++) {
            System.arraycopy(rows[i], 0, tight, i * columns, columns);
        }
    }

    /** Copies a tight tile to rows. */
    static void unpack(final double[] tight, final double[][] rows, final int count, final int columns) {
        for (int i = 0; i < count; i++) {
            System.arraycopy(tight, i * columns, rows[i], 0, columns);
        }
    }

    /**
     * Returns the size of the largest of the first values; not a number where one is none. Compares the bits of sizes,
     * among which those of no numbers are the largest: Math.max of doubles takes several times as long.
     */
    static double largest(final double[] values, final int count) {
        long even = 0;
        long odd = 0;
        int i = 0;
        for (; i + 1 < count; i += 2) {
            even = Math.max(even, sizeBits(values[i]));
            odd = Math.max(odd, sizeBits(values[i + 1]));
        }
        return Double.longBitsToDouble(Math.max(Math.max(even, odd), i < count ? sizeBits(values[i]) : 0));
    }

    private static long sizeBits(final double value) {
        return Double.doubleToRawLongBits(value) & Long.MAX_VALUE;
    }

    static void negate(final double[] tight, final int count) {
        for (int i = 0; i < count; i++) {
            tight[i] = -tight[i];
        }
    }
}
