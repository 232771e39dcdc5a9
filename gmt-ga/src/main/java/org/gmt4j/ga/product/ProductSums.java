package org.gmt4j.ga.product;

import org.gmt4j.ga.MatrixType;
import org.gmt4j.ga.Tile;

/**
 * The sums of a piece of a product, of elements of one type. Sums and rows of b are arrays of their own, for the reason
 * that {@link DoubleProduct} gives. Owned by one task, used for one piece after the other.
 */
public abstract sealed class ProductSums permits DoubleSums, FloatSums, ComplexSums, IntSums, LongSums {

    /** @param side most rows and columns of a piece, and most depth */
    public static ProductSums of(final MatrixType type, final int side) {
        return switch (type) {
            case INT -> new IntSums(side);
            case LONG -> new LongSums(side);
            case FLOAT -> new FloatSums(side);
            case DOUBLE -> new DoubleSums(side);
            case COMPLEX -> new ComplexSums(side);
        };
    }

    /** Returns sums of another piece, for the same task: both share the room in which they prepare a and b. */
    public abstract ProductSums another();

    /** Begins a piece. */
    public abstract void clear(int rows, int columns);

    /**
     * Adds a b.
     *
     * @param a rows of {@code depth} elements, one behind the other
     * @param b {@code depth} rows of {@code columns} elements
     */
    public abstract void add(Tile a, Tile b, int rows, int depth, int columns);

    /**
     * Sets a tile to alpha times the sums + beta times itself; of a beta of 0 it is not read.
     *
     * @param alpha real and imaginary part; the latter counts for complex numbers alone
     * @param beta  the same
     */
    public abstract void finish(Tile result, int rows, int columns, double[] alpha, double[] beta);

    /** Copies rows that lie one behind the other. @param rows arrays of the same type */
    static void copyRows(final Object tight, final Object[] rows, final int count, final int columns) {
        for (int row = 0; row < count; row++) {
            System.arraycopy(tight, row * columns, rows[row], 0, columns);
        }
    }
}
