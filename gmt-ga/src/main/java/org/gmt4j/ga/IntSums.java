package org.gmt4j.ga;

import java.util.Arrays;

/** Sums of ints, modulo 2^32. Factors are whole. Owned by one task. */
final class IntSums extends ProductSums {
    private final IntProduct product = new IntProduct();
    private final int[][] sums;

    IntSums(final int side) {
        sums = new int[side][side];
    }

    @Override
    void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        product.add(a.ints(), b.ints(), sums, rows, depth, columns);
    }

    @Override
    void finish(final Tile result, final int rows, final int columns, final double alpha, final double beta) {
        final int factor = (int) alpha;
        final int own = (int) beta;
        final int[] to = result.ints();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + (own == 0 ? 0 : own * to[at]);
            }
        }
    }
}
