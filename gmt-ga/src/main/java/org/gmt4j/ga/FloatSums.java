package org.gmt4j.ga;

import java.util.Arrays;

/** Sums of floats, in floats. Owned by one task. */
final class FloatSums extends ProductSums {
    private final FloatProduct product = new FloatProduct();
    private final float[][] sums;

    FloatSums(final int side) {
        sums = new float[side][side];
    }

    @Override
    void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        product.add(a.floats(), b.floats(), sums, rows, depth, columns);
    }

    @Override
    void finish(final Tile result, final int rows, final int columns, final double alpha, final double beta) {
        final float factor = (float) alpha;
        final float own = (float) beta;
        final float[] to = result.floats();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + (own == 0 ? 0 : own * to[at]);
            }
        }
    }
}
