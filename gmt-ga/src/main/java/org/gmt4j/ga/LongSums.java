package org.gmt4j.ga;

import java.util.Arrays;

/** Sums of longs, modulo 2^64. Factors are whole. Owned by one task. */
final class LongSums extends ProductSums {
    private final LongProduct product = new LongProduct();
    private final long[][] sums;

    LongSums(final int side) {
        sums = new long[side][side];
    }

    @Override
    void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        product.add(a.longs(), b.longs(), sums, rows, depth, columns);
    }

    @Override
    void finish(final Tile result, final int rows, final int columns, final double alpha, final double beta) {
        final long factor = (long) alpha;
        final long own = (long) beta;
        final long[] to = result.longs();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + (own == 0 ? 0 : own * to[at]);
            }
        }
    }
}
