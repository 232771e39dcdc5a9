package org.gmt4j.ga;

/**
 * A factor of a product: a box of a matrix of two dimensions, as it lies there or turned over (transposed), without a
 * copy of it. Immutable; any thread, and bodies may capture it.
 *
 * @param matrix   the matrix
 * @param box      its box, in indices as they are in the matrix
 * @param isTurned whether rows of the box are columns of the factor
 */
public record Operand(GlobalMatrix matrix, Box box, boolean isTurned) {

    /** Returns a whole matrix. */
    public static Operand of(final GlobalMatrix matrix) {
        return of(matrix, matrix.box());
    }

    /** Returns a box of a matrix. */
    public static Operand of(final GlobalMatrix matrix, final Box box) {
        return new Operand(matrix, box, false);
    }

    /** Returns the same turned over. */
    public Operand turned() {
        return new Operand(matrix, box, !isTurned);
    }

    /** Returns the number of rows (0) or columns (1) of the factor. */
    long extent(final int dim) {
        return box.extent(isTurned ? 1 - dim : dim);
    }

    /** Returns the place in the matrix of rows and columns of the factor, both of which begin with 0. */
    Box place(final Box rows, final Box columns) {
        final Box first = isTurned ? columns : rows;
        final Box second = isTurned ? rows : columns;
        return Box.of(box.from(0) + first.from(0), box.from(0) + first.to(0), box.from(1) + second.from(0),
            box.from(1) + second.to(0));
    }

    @Override
    public String toString() {
        return "the box " + box + " of " + matrix + (isTurned ? ", turned over" : "");
    }
}
