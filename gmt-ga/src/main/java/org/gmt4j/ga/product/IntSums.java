package org.gmt4j.ga.product;

import java.util.Arrays;
import org.gmt4j.ga.Tile;

/** Sums of ints, modulo 2^32: a row of the result and four of b at a time. Factors are whole. Owned by one task. */
final class IntSums extends ProductSums {
    private final int[][] sums;
    private final int[][] rowsOfB;

    IntSums(final int side) {
        this(new int[side][side]);
    }

    private IntSums(final int[][] rowsOfB) {
        sums = new int[rowsOfB.length][rowsOfB.length];
        this.rowsOfB = rowsOfB;
    }

    @Override
    public ProductSums another() {
        return new IntSums(rowsOfB);
    }

    @Override
    public void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    public void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        copyRows(b.ints(), rowsOfB, depth, columns);
        for (int i = 0; i < rows; i++) {
            row(a.ints(), i * depth, sums[i], depth, columns);
        }
    }

    private void row(final int[] a, final int from, final int[] c, final int depth, final int columns) {
        final int[][] b = rowsOfB;
        int l = 0;
        for (; l + 3 < depth; l += 4) {
            four(c, b[l], b[l + 1], b[l + 2], b[l + 3], columns, a[from + l], a[from + l + 1], a[from + l + 2],
                a[from + l + 3]);
        }
        for (; l < depth; l++) {
            one(c, b[l], columns, a[from + l]);
        }
    }

    private static void four(final int[] c, final int[] b0, final int[] b1, final int[] b2, final int[] b3,
                             final int columns, final int x0, final int x1, final int x2, final int x3) {
        for (int j = 0; j < columns; j++) {
            c[j] += x0 * b0[j] + x1 * b1[j] + x2 * b2[j] + x3 * b3[j];
        }
    }

    private static void one(final int[] c, final int[] b, final int columns, final int x) {
        for (int j = 0; j < columns; j++) {
            c[j] += x * b[j];
        }
    }

    @Override
    public void finish(final Tile result, final int rows, final int columns, final double[] alpha,
                       final double[] beta) {
        final int factor = (int) alpha[0];
        final int own = (int) beta[0];
        final int[] to = result.ints();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + own * to[at];
            }
        }
    }
}
