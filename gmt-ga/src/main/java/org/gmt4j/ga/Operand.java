package org.gmt4j.ga;

/**
 * A factor of a product: a box of a matrix of two dimensions, as it lies there or turned over (transposed), conjugated
 * or not, without a copy of it. {@code turned().conjugated()} is what BLAS calls {@code 'C'}. Immutable; any thread,
 * and bodies may capture it.
 *
 * @param matrix       the matrix
 * @param box          its box, in indices as they are in the matrix
 * @param isTurned     whether rows of the box are columns of the factor
 * @param isConjugated whether imaginary parts count with the other sign; of real elements nothing else than without
 */
public record Operand(GlobalMatrix matrix, Box box, boolean isTurned, boolean isConjugated) {

    /** Makes a factor that is not conjugated. */
    public Operand(final GlobalMatrix matrix, final Box box, final boolean isTurned) {
        this(matrix, box, isTurned, false);
    }

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
        return new Operand(matrix, box, !isTurned, isConjugated);
    }

    /** Returns the same with each element conjugated; one of real elements is equal to this in a product. */
    public Operand conjugated() {
        return new Operand(matrix, box, isTurned, !isConjugated);
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
        return "the box " + box + " of " + matrix + (isTurned ? ", turned over" : "")
            + (isConjugated ? ", conjugated" : "");
    }
}
