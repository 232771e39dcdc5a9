package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.Transferable;

/**
 * A range of indices in each of one to three dimensions; the first index belongs to it, the end does not. The last
 * dimension is the one whose neighbours lie beside each other in memory: columns of a matrix, as in Java.
 *
 * <pre>{@code
 * Box.of(10, 20)               // elements 10 to 19 of a vector
 * Box.of(0, 4, 100, 200)       // rows 0 to 3, columns 100 to 199
 * Box.of(0, 4, 0, 4, 0, 4)     // planes, rows, columns
 * }</pre>
 *
 * <p>May be empty. Immutable; any thread, and bodies may capture it.
 */
public final class Box implements Transferable {
    /** Greatest number of dimensions. */
    public static final int MOST_DIMS = 3;
    private final long[] from;
    private final long[] to;

    private Box(final long[] from, final long[] to) {
        this.from = from;
        this.to = to;
    }

    /** Returns a range of a vector. */
    public static Box of(final long from, final long to) {
        return of(new long[] {from}, new long[] {to});
    }

    /** Returns rows {@code rowFrom} to {@code rowTo - 1} of columns {@code columnFrom} to {@code columnTo - 1}. */
    public static Box of(final long rowFrom, final long rowTo, final long columnFrom, final long columnTo) {
        return of(new long[] {rowFrom, columnFrom}, new long[] {rowTo, columnTo});
    }

    /** Returns a box of three dimensions: planes, rows, columns. */
    public static Box of(final long planeFrom, final long planeTo, final long rowFrom, final long rowTo,
                         final long columnFrom, final long columnTo) {
        return of(new long[] {planeFrom, rowFrom, columnFrom}, new long[] {planeTo, rowTo, columnTo});
    }

    /**
     * Returns the box between two corners.
     *
     * @throws MatrixException GMT-380 where there are not one to three dimensions, an end lies before its beginning, or
     *                         a long cannot count the indices between them
     */
    public static Box of(final long[] from, final long[] to) {
        if (from.length != to.length || from.length < 1 || from.length > MOST_DIMS) {
            throw new MatrixException(MatrixException.BAD_SHAPE, "a box from " + Arrays.toString(from) + " to "
                + Arrays.toString(to) + ": expected one to three dimensions, the same of both");
        }
        for (int dim = 0; dim < from.length; dim++) {
            if (to[dim] < from[dim] || to[dim] - from[dim] < 0) {
                throw new MatrixException(MatrixException.BAD_SHAPE, "a box from " + Arrays.toString(from) + " to "
                    + Arrays.toString(to) + (to[dim] < from[dim] ? " ends before it begins" : " is too large"));
            }
        }
        return new Box(from.clone(), to.clone());
    }

    /** Returns the box of all elements of a matrix with these extents. */
    static Box whole(final long... extents) {
        return new Box(new long[extents.length], extents.clone());
    }

    /** Returns the number of dimensions, 1 to 3. */
    public int dims() {
        return from.length;
    }

    /** Returns the first index in a dimension. */
    public long from(final int dim) {
        return from[dim];
    }

    /** Returns the index behind the last one in a dimension. */
    public long to(final int dim) {
        return to[dim];
    }

    /** Returns the number of indices in a dimension. */
    public long extent(final int dim) {
        return to[dim] - from[dim];
    }

    /** Returns the product of two numbers that are not negative, or the largest long where it is more. */
    static long times(final long a, final long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    /** Returns the number of elements, or the largest long where there are more. */
    public long size() {
        if (isEmpty()) {
            return 0;
        }
        long size = 1;
        for (int dim = 0; dim < from.length; dim++) {
            size = times(size, extent(dim));
        }
        return size;
    }

    public boolean isEmpty() {
        for (int dim = 0; dim < from.length; dim++) {
            if (to[dim] == from[dim]) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether another box of as many dimensions lies within; an empty one may lie anywhere. */
    public boolean contains(final Box other) {
        requireDims(other.dims());
        if (other.isEmpty()) {
            return true;
        }
        for (int dim = 0; dim < from.length; dim++) {
            if (other.from[dim] < from[dim] || other.to[dim] > to[dim]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns what two boxes share, which may be empty.
     *
     * @throws MatrixException GMT-380 where they have not as many dimensions
     */
    public Box intersect(final Box other) {
        requireDims(other.dims());
        final long[] first = new long[from.length];
        final long[] end = new long[from.length];
        for (int dim = 0; dim < first.length; dim++) {
            first[dim] = Math.max(from[dim], other.from[dim]);
            end[dim] = Math.max(first[dim], Math.min(to[dim], other.to[dim]));
        }
        return new Box(first, end);
    }

    /**
     * Returns the same box moved by a distance in each dimension.
     *
     * @throws MatrixException GMT-380 where there are not as many distances as dimensions, or an index exceeds a long
     */
    public Box shift(final long... distances) {
        requireDims(distances.length);
        final long[] first = from.clone();
        final long[] end = to.clone();
        for (int dim = 0; dim < first.length; dim++) {
            first[dim] += distances[dim];
            end[dim] += distances[dim];
            if (distances[dim] < 0 ? first[dim] > from[dim] : end[dim] < to[dim]) {
                throw new MatrixException(MatrixException.BAD_SHAPE, "the box " + this + " moved by "
                    + Arrays.toString(distances) + ": an index exceeds a long");
            }
        }
        return of(first, end);
    }

    private void requireDims(final int count) {
        if (count != from.length) {
            throw new MatrixException(MatrixException.BAD_SHAPE, count + " dimensions for the box " + this);
        }
    }

    /** Returns the same box with other ends in one dimension. */
    Box with(final int dim, final long first, final long end) {
        final long[] firsts = from.clone();
        final long[] ends = to.clone();
        firsts[dim] = first;
        ends[dim] = end;
        return new Box(firsts, ends);
    }

    long[] extents() {
        final long[] extents = new long[from.length];
        Arrays.setAll(extents, this::extent);
        return extents;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Box box && Arrays.equals(from, box.from) && Arrays.equals(to, box.to);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("[");
        for (int dim = 0; dim < from.length; dim++) {
            text.append(dim == 0 ? "" : ", ").append(from[dim]).append("..").append(to[dim]);
        }
        return text.append(")").toString();
    }
}
