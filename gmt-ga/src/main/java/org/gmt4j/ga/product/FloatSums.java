package org.gmt4j.ga.product;

import java.util.Arrays;
import org.gmt4j.ga.Tile;

/** Sums of floats, in floats: a row of the result and four of b at a time. Owned by one task. */
final class FloatSums extends ProductSums {
    private final float[][] sums;
    private final float[][] rowsOfB;

    FloatSums(final int side) {
        this(new float[side][side]);
    }

    private FloatSums(final float[][] rowsOfB) {
        sums = new float[rowsOfB.length][rowsOfB.length];
        this.rowsOfB = rowsOfB;
    }

    @Override
    public ProductSums another() {
        return new FloatSums(rowsOfB);
    }

    @Override
    public void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    public void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        copyRows(b.floats(), rowsOfB, depth, columns);
        for (int i = 0; i < rows; i++) {
            row(a.floats(), i * depth, sums[i], depth, columns);
        }
    }

    private void row(final float[] a, final int from, final float[] c, final int depth, final int columns) {
        final float[][] b = rowsOfB;
        int l = 0;
        for (; l + 3 < depth; l += 4) {
            four(c, b[l], b[l + 1], b[l + 2], b[l + 3], columns, a[from + l], a[from + l + 1], a[from + l + 2],
                a[from + l + 3]);
        }
        for (; l < depth; l++) {
            one(c, b[l], columns, a[from + l]);
        }
    }

    private static void four(final float[] c, final float[] b0, final float[] b1, final float[] b2, final float[] b3,
                             final int columns, final float x0, final float x1, final float x2, final float x3) {
        for (int j = 0; j < columns; j++) {
            c[j] = Math.fma(x3, b3[j], Math.fma(x2, b2[j], Math.fma(x1, b1[j], Math.fma(x0, b0[j], c[j]))));
        }
    }

    private static void one(final float[] c, final float[] b, final int columns, final float x) {
        for (int j = 0; j < columns; j++) {
            c[j] = Math.fma(x, b[j], c[j]);
        }
    }

    @Override
    public void finish(final Tile result, final int rows, final int columns, final double[] alpha,
                       final double[] beta) {
        final float factor = (float) alpha[0];
        final float own = (float) beta[0];
        final float[] to = result.floats();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + (own == 0 ? 0 : own * to[at]);
            }
        }
    }
}
