package org.gmt4j.ga.product;

import java.util.Arrays;
import org.gmt4j.ga.Tile;

/**
 * Sums of longs, modulo 2^64. Factors are whole. Row by row: usual processors have no vector instruction for products
 * of longs, and more rows at a time are slower. Owned by one task.
 */
final class LongSums extends ProductSums {
    private final long[][] sums;
    private final long[][] rowsOfB;

    LongSums(final int side) {
        this(new long[side][side]);
    }

    private LongSums(final long[][] rowsOfB) {
        sums = new long[rowsOfB.length][rowsOfB.length];
        this.rowsOfB = rowsOfB;
    }

    @Override
    public ProductSums another() {
        return new LongSums(rowsOfB);
    }

    @Override
    public void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
    }

    @Override
    public void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        copyRows(b.longs(), rowsOfB, depth, columns);
        final long[] left = a.longs();
        for (int i = 0; i < rows; i++) {
            for (int l = 0; l < depth; l++) {
                one(sums[i], rowsOfB[l], columns, left[i * depth + l]);
            }
        }
    }

    private static void one(final long[] c, final long[] b, final int columns, final long x) {
        for (int j = 0; j < columns; j++) {
            c[j] += x * b[j];
        }
    }

    @Override
    public void finish(final Tile result, final int rows, final int columns, final double[] alpha,
                       final double[] beta) {
        final long factor = (long) alpha[0];
        final long own = (long) beta[0];
        final long[] to = result.longs();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = i * columns + j;
                to[at] = factor * sums[i][j] + own * to[at];
            }
        }
    }
}
