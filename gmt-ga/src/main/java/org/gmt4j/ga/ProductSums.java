package org.gmt4j.ga;

/**
 * The sums of a piece of a product, of elements of one type; the kernels know their arrays. Owned by one task, used for
 * one piece after the other.
 */
abstract sealed class ProductSums permits DoubleSums, FloatSums, ComplexSums, IntSums, LongSums {

    /** @param side most rows and columns of a piece, and most depth */
    static ProductSums of(final MatrixType type, final int side) {
        return switch (type) {
            case INT -> new IntSums(side);
            case LONG -> new LongSums(side);
            case FLOAT -> new FloatSums(side);
            case DOUBLE -> new DoubleSums(side);
            case COMPLEX -> new ComplexSums(side);
        };
    }

    /** Begins a piece. */
    abstract void clear(int rows, int columns);

    /**
     * Adds a b.
     *
     * @param a rows of {@code depth} elements, one behind the other
     * @param b {@code depth} rows of {@code columns} elements
     */
    abstract void add(Tile a, Tile b, int rows, int depth, int columns);

    /** Sets a tile to alpha times the sums + beta times itself; of a beta of 0 it is not read. */
    abstract void finish(Tile result, int rows, int columns, double alpha, double beta);
}
