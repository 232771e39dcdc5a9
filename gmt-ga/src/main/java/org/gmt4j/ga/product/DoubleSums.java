package org.gmt4j.ga.product;

import java.util.Arrays;
import org.gmt4j.ga.Tile;

/** Sums of doubles. Owned by one task. */
final class DoubleSums extends ProductSums {
    private final DoubleProduct product;
    private final double[][] sums;

    DoubleSums(final int side) {
        this(side, new DoubleProduct());
    }

    private DoubleSums(final int side, final DoubleProduct product) {
        sums = new double[side][side];
        this.product = product;
    }

    @Override
    public ProductSums another() {
        return new DoubleSums(sums.length, product);
    }

    @Override
    public void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    public void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        product.add(a.doubles(), b.doubles(), sums, rows, depth, columns);
    }

    @Override
    public void finish(final Tile result, final int rows, final int columns, final double[] alpha,
                       final double[] beta) {
        final double factor = alpha[0];
        final double own = beta[0];
        final double[] to = result.doubles();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + (own == 0 ? 0 : own * to[at]);
            }
        }
    }
}
