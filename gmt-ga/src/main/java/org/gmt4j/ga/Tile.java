package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;

/**
 * The local side of a transfer: a box of values in an array of Java, with the leading dimensions that its rows (and
 * planes) have there. The array stays the caller's: until a get has been waited for it must not be read, and until a
 * non-blocking put or accumulate has been, not written. Small; any task of the node.
 *
 * <p>A tile knows no matrix. So whether its array is long enough, and its rows fit their leading dimensions, is looked
 * at by each call that moves it, before anything has moved: the refusal (GMT-382) names matrix, box and node. What no
 * matrix could take is refused when the tile is made: other than one to three dimensions, extents below 0, as many
 * leading dimensions as it cannot have.
 *
 * <pre>{@code
 * Tile.of(values, 10, 20)                            // 10 rows of 20, one behind the other
 * Tile.of(values, 10, 20).at(5).leading(1000)        // the same inside of rows of 1000, from element 5 on
 * }</pre>
 */
public final class Tile {
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final long[] TIGHT = {};
    private final MatrixType type;
    private final Object array;
    private final LocalBuffer buffer;
    private final long offset;
    private final long[] extents;
    /** From one index to the next in each dimension, in elements. */
    private final long[] strides;
    /** Lengths of rows (and planes) as they were given; empty where all lie one behind the other. */
    private final long[] lengths;
    /** Where in a matrix it lies; null where it is no part of one. */
    private final Home home;

    /**
     * The place of a tile in the memory of a matrix.
     *
     * @param box   its indices, ghosts included
     * @param block the block that it is a part of
     */
    private record Home(ArmciMemory memory, Box box, Box block) {
        Home part(final long[] distance, final long[] extents) {
            Box part = box;
            for (int dim = 0; dim < extents.length; dim++) {
                final long first = box.from(dim) + distance[dim];
                part = part.with(dim, first, first + extents[dim]);
            }
            return new Home(memory, part, block);
        }
    }

    private Tile(final MatrixType type, final Object array, final LocalBuffer buffer, final long offset,
                 final long[] extents, final long[] strides, final long[] lengths, final Home home) {
        this.type = type;
        this.array = array;
        this.buffer = buffer;
        this.offset = offset;
        this.extents = extents;
        this.strides = strides;
        this.lengths = lengths;
        this.home = home;
    }

    private static Tile tight(final MatrixType type, final Object array, final LocalBuffer buffer,
                              final long[] extents) {
        if (extents.length < 1 || extents.length > Box.MOST_DIMS) {
            throw bad(extents.length + " dimensions, expected 1 to " + Box.MOST_DIMS);
        }
        final long[] strides = new long[extents.length];
        long stride = 1;
        for (int dim = extents.length - 1; dim >= 0; dim--) {
            if (extents[dim] < 0) {
                throw bad("extents of " + Arrays.toString(extents) + ": 0 or more");
            }
            strides[dim] = stride;
            stride = Box.times(stride, extents[dim]);
        }
        return new Tile(type, array, buffer, 0, extents.clone(), strides, TIGHT, null);
    }

    /**
     * Requires that rows fit their leading dimensions, and the array is long enough: the wall before its memory, for
     * whatever moves the tile.
     *
     * @param lattice what it is moved to or from, for the refusal
     */
    void requireRoom(final MatrixPart part, final Lattice lattice) {
        for (int dim = lengths.length - 1; dim >= 0; dim--) {
            if (lengths[dim] < extents[dim + 1]) {
                throw bad("a leading dimension of " + lengths[dim] + " for rows of " + extents[dim + 1]
                    + " elements in a " + this + ", " + use(part, lattice) + ": expected at least as many");
            }
        }
        final long elements = buffer.lengthInBytes() / type.length();
        long last = Math.max(0, offset);
        for (int dim = 0; dim < extents.length; dim++) {
            final long way = Box.times(strides[dim], Math.max(0, extents[dim] - 1));
            last = way > Long.MAX_VALUE - last ? Long.MAX_VALUE : last + way;
        }
        if (offset < 0 || !isEmpty() && last >= elements) {
            throw bad("a tile of " + Arrays.toString(extents) + " " + type + " from element " + offset
                + " on ends " + (last == Long.MAX_VALUE ? "beyond all arrays" : "at element " + (last + 1))
                + ", its array has " + elements + "; " + use(part, lattice));
        }
    }

    /** Says what a tile is for. @param lattice null for a list of elements */
    private static String use(final MatrixPart part, final Lattice lattice) {
        return "for " + (lattice == null ? "" : "the box " + lattice + " of ") + part.spec() + part.asked();
    }

    private boolean isEmpty() {
        for (final long extent : extents) {
            if (extent == 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns a tile of ints, tight and from the first on. */
    public static Tile of(final int[] values, final long... extents) {
        return tight(MatrixType.INT, values, LocalBuffer.of(values), extents);
    }

    /** Returns a tile of longs, tight and from the first on. */
    public static Tile of(final long[] values, final long... extents) {
        return tight(MatrixType.LONG, values, LocalBuffer.of(values), extents);
    }

    /** Returns a tile of floats, tight and from the first on. */
    public static Tile of(final float[] values, final long... extents) {
        return tight(MatrixType.FLOAT, values, LocalBuffer.of(values), extents);
    }

    /** Returns a tile of doubles, tight and from the first on. */
    public static Tile of(final double[] values, final long... extents) {
        return tight(MatrixType.DOUBLE, values, LocalBuffer.of(values), extents);
    }

    /** Returns a tile of complex numbers, tight and from the first on: two doubles each. */
    public static Tile complex(final double[] values, final long... extents) {
        return tight(MatrixType.COMPLEX, values, LocalBuffer.of(values), extents);
    }

    /** Returns a new tile of zeros. */
    public static Tile of(final MatrixType type, final long... extents) {
        final int length = arrayLength(type, extents, "");
        return switch (type) {
            case INT -> of(new int[length], extents);
            case LONG -> of(new long[length], extents);
            case FLOAT -> of(new float[length], extents);
            case DOUBLE -> of(new double[length], extents);
            case COMPLEX -> complex(new double[length], extents);
        };
    }

    /** Returns a new tile for a box of a matrix. */
    static Tile of(final MatrixPart part, final Box box) {
        final MatrixType type = part.spec().type();
        arrayLength(type, box.extents(), "; " + use(part, Lattice.of(box)));
        return of(type, box.extents());
    }

    /** Returns the length of an array for so many elements. @param use for the refusal */
    private static int arrayLength(final MatrixType type, final long[] extents, final String use) {
        long all = type.parts();
        for (final long extent : extents) {
            if (extent < 0) {
                throw bad("extents of " + Arrays.toString(extents) + ": 0 or more");
            }
            all = Box.times(all, extent);
        }
        if (all > LONGEST_ARRAY) {
            throw bad("a tile of " + Arrays.toString(extents) + " " + type + " is more than a Java array holds" + use);
        }
        return (int) all;
    }

    /**
     * Returns the same extents from another element of the array on. A call that moves it refuses one that is below 0,
     * or from which on the array is too short (GMT-382).
     */
    public Tile at(final long firstElement) {
        return new Tile(type, array, buffer, firstElement, extents, strides, lengths, null);
    }

    /**
     * Returns the same extents with rows (and planes) at these distances, in elements: of a matrix one number, the
     * length of its rows in the array; of three dimensions two, rows in a plane and the length of a row.
     *
     * <p>A call that moves it refuses distances shorter than the rows, and an array that ends too early (GMT-382).
     *
     * @throws MatrixException GMT-382 where there is not one for each dimension but the last
     */
    public Tile leading(final long... distances) {
        if (distances.length != extents.length - 1) {
            throw bad(distances.length + " leading dimensions for a " + this + ", expected " + (extents.length - 1));
        }
        final long[] wider = strides.clone();
        for (int dim = extents.length - 2; dim >= 0; dim--) {
            wider[dim] = Box.times(wider[dim + 1], Math.max(0, distances[dim]));
        }
        return new Tile(type, array, buffer, offset, extents, wider, distances.clone(), null);
    }

    /** Returns a tile of other extents in the same array, tight and from the first element on. */
    Tile shaped(final long... newExtents) {
        return tight(type, array, buffer, newExtents);
    }

    /** The same from an element of the array on. */
    Tile shaped(final long[] newExtents, final long firstElement) {
        return shaped(newExtents).at(firstElement);
    }

    /**
     * Returns a tile in this node's part of a matrix.
     *
     * @param box   its indices
     * @param block the block that it is a part of
     * @param steps from one index to the next, in elements
     */
    static Tile in(final MatrixPart part, final Box box, final Box block, final long firstElement,
                   final long[] steps) {
        final Tile tile = new Tile(part.spec().type(), null, part.memory().local(), firstElement, box.extents(), steps,
            TIGHT, new Home(part.memory(), box, block));
        tile.requireRoom(part, Lattice.of(box));
        return tile;
    }

    /** Returns whether this is a place in the memory of a matrix. */
    boolean isIn(final MatrixPart part) {
        return home != null && home.memory == part.memory();
    }

    /** Returns whether this is the place of a box in the memory of a matrix. */
    boolean isAt(final MatrixPart part, final Box box) {
        return isIn(part) && home.box.equals(box);
    }

    /** Refuses a transfer between this and a box where both share elements in memory, unless they are the same. */
    void requireApart(final MatrixPart part, final Lattice lattice) {
        if (isIn(part) && !lattice.isAll(home.box) && !lattice.within(home.box.intersect(home.block)).isEmpty()) {
            throw shared(part, lattice);
        }
    }

    /** The same for a copy within a block, whose ghosts belong to it. */
    void requireApart(final MatrixPart part, final Box inside) {
        if (isIn(part) && !home.box.equals(inside) && !home.box.intersect(inside).isEmpty()) {
            throw shared(part, Lattice.of(inside));
        }
    }

    /** Refuses a list of elements of which one is another one of this tile's. */
    void requireApart(final MatrixPart part, final long[] subscripts) {
        for (int i = 0; isIn(part) && i < extents[0]; i++) {
            final Box one = Box.of(subscripts[i], subscripts[i] + 1);
            if (home.box.contains(one) && home.block.contains(one) && subscripts[i] != home.box.from(0) + i) {
                throw shared(part, Lattice.of(one));
            }
        }
    }

    private MatrixException shared(final MatrixPart part, final Lattice lattice) {
        return new MatrixException(MatrixException.DIFFERENT, "the box " + lattice + " of " + part.spec()
            + " and a tile at " + home.box + " in the memory of the same block of node " + part.nodeId()
            + ": expected that they share no element, or are the same");
    }

    private static MatrixException bad(final String what) {
        return new MatrixException(MatrixException.BAD_TILE, what);
    }

    public MatrixType type() {
        return type;
    }

    /** Returns the number of indices in a dimension. */
    public long extent(final int dim) {
        return extents[dim];
    }

    /** Returns the array, of ints; GMT-382 where there is none. */
    public int[] ints() {
        if (array instanceof int[] values) {
            return values;
        }
        throw noArray("ints");
    }

    /** Returns the array, of longs; GMT-382 where there is none. */
    public long[] longs() {
        if (array instanceof long[] values) {
            return values;
        }
        throw noArray("longs");
    }

    /** Returns the array, of floats; GMT-382 where there is none. */
    public float[] floats() {
        if (array instanceof float[] values) {
            return values;
        }
        throw noArray("floats");
    }

    /** Returns the array, of doubles: of complex numbers, two each; GMT-382 where there is none. */
    public double[] doubles() {
        if (array instanceof double[] values) {
            return values;
        }
        throw noArray("doubles");
    }

    private MatrixException noArray(final String what) {
        return bad(array == null ? "a tile in the memory of a node has no array"
            : "a tile of type " + type + " has no " + what);
    }

    LocalBuffer buffer() {
        return buffer;
    }

    long[] strides() {
        return strides;
    }

    /** Returns the element of the array at a distance from the first index in each dimension. */
    long place(final long[] distance) {
        long at = offset;
        for (int dim = 0; dim < distance.length; dim++) {
            at += distance[dim] * strides[dim];
        }
        return at;
    }

    /** Returns the part of this tile, which has been found to fit, for a piece of the box that it stands for. */
    Tile part(final Box whole, final Box piece) {
        final long[] distance = new long[extents.length];
        Arrays.setAll(distance, dim -> piece.from(dim) - whole.from(dim));
        return new Tile(type, array, buffer, place(distance), piece.extents(), strides, TIGHT,
            home == null ? null : home.part(distance, piece.extents()));
    }

    /** Requires type and extents of what is taken of a box of a matrix, and room for them. */
    void fit(final MatrixPart part, final Lattice lattice) {
        if (type != part.spec().type()) {
            throw bad("a tile of type " + type + " " + use(part, lattice));
        }
        final long[] expected = lattice.extents();
        if (!Arrays.equals(extents, expected)) {
            throw bad("a tile of " + Arrays.toString(extents) + " " + use(part, lattice) + ": expected "
                + Arrays.toString(expected));
        }
        requireRoom(part, lattice);
    }

    /** Requires that the tile is a list of values of a matrix, one behind the other, and has room for them. */
    void fitList(final MatrixPart part) {
        if (type != part.spec().type()) {
            throw bad("values in a tile of type " + type + " " + use(part, null));
        }
        if (extents.length != 1 || offset != 0) {
            throw bad("values in a " + this + " from element " + offset + " on, " + use(part, null)
                + ": expected one dimension, from the first element on");
        }
        requireRoom(part, null);
    }

    @Override
    public String toString() {
        return "tile of " + Arrays.toString(extents) + " " + type;
    }
}
