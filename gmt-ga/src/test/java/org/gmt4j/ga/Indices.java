package org.gmt4j.ga;

/** Indices of elements as arrays, for tests of ghosts: any number of dimensions, also beyond a matrix. Stateless. */
final class Indices {
    private Indices() {
    }

    /** Returns the index of an element of a box by its number in the order of rows. */
    static long[] index(final Box box, final long number) {
        final long[] index = new long[box.dims()];
        long rest = number;
        for (int dim = index.length - 1; dim >= 0; dim--) {
            index[dim] = box.from(dim) + rest % box.extent(dim);
            rest /= box.extent(dim);
        }
        return index;
    }

    /** Returns a value of its own for each element; beyond the matrix that of the element at its other side. */
    static long value(final GlobalMatrix matrix, final long... index) {
        long value = 1;
        for (int dim = 0; dim < index.length; dim++) {
            value = value * 100 + Math.floorMod(index[dim], matrix.extent(dim));
        }
        return value;
    }
}
