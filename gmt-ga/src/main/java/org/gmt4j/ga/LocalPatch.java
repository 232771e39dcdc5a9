package org.gmt4j.ga;

import org.gmt4j.Patch;
import org.gmt4j.armci.LocalBuffer;

/**
 * The block of a matrix that lies in the memory of this node, with its ghosts, to be read and written in place. Indices
 * are those of the matrix; ghosts have the indices around the block, below 0 and beyond the extent at the matrix's
 * borders. Each access is checked against the block (GMT-381), and refused when the matrix has been destroyed: by the
 * memory, which does not know the matrix (GMT-270). Whoever lets other nodes at the same elements orders
 * that by a barrier. Any task of the node; per element, no allocation.
 */
public final class LocalPatch {
    private final MatrixPart part;
    private final MatrixSpec spec;
    private final LocalBuffer memory;
    private final Box box;
    private final long first;
    private final long[] strides;
    private final int[] ghosts;

    private LocalPatch(final MatrixPart part, final int[] block) {
        final Layout layout = part.layout();
        this.part = part;
        spec = part.spec();
        memory = part.memory().local();
        box = layout.box(block);
        first = layout.offset(block);
        strides = new long[layout.dims()];
        ghosts = new int[layout.dims()];
        long stride = 1;
        for (int dim = strides.length - 1; dim >= 0; dim--) {
            strides[dim] = stride;
            ghosts[dim] = layout.ghost(dim);
            stride *= layout.pitch(dim, block[dim]);
        }
    }

    /** Returns a block that belongs to this node. */
    static LocalPatch of(final MatrixPart part, final int[] block) {
        return new LocalPatch(part, block);
    }

    /** Returns the indices that belong to this node, without ghosts. */
    public Box box() {
        return box;
    }

    private long at(final int dims, final long i, final long j, final long k) {
        if (dims != strides.length) {
            throw new MatrixException(MatrixException.OUTSIDE, dims + " indices for the block " + box + " of node "
                + part.nodeId() + " of " + spec);
        }
        return (first + step(0, i) + (dims > 1 ? step(1, j) : 0) + (dims > 2 ? step(2, k) : 0))
            * spec.type().length();
    }

    private long step(final int dim, final long index) {
        final long distance = index - box.from(dim) + ghosts[dim];
        if (distance < 0 || distance >= box.extent(dim) + 2L * ghosts[dim]) {
            throw new MatrixException(MatrixException.OUTSIDE, "index " + index + " in dimension " + dim
                + " is not in the block " + box + " with ghosts of " + ghosts[dim] + " of node "
                + part.nodeId() + " of " + spec);
        }
        return distance * strides[dim];
    }

    private void require(final MatrixType type) {
        if (spec.type() != type) {
            throw new MatrixException(MatrixException.BAD_TILE, "an element of type " + type + " in the block " + box
                + " of node " + part.nodeId() + " of " + spec + ": expected type " + spec.type());
        }
    }

    /** Returns a double of a vector. */
    public double getDouble(final long i) {
        require(MatrixType.DOUBLE);
        return memory.getDouble(at(1, i, 0, 0));
    }

    /** Returns a double of a matrix. */
    public double getDouble(final long i, final long j) {
        require(MatrixType.DOUBLE);
        return memory.getDouble(at(2, i, j, 0));
    }

    /** Returns a double of three dimensions. */
    public double getDouble(final long i, final long j, final long k) {
        require(MatrixType.DOUBLE);
        return memory.getDouble(at(3, i, j, k));
    }

    /** Sets a double of a vector. */
    public void setDouble(final long i, final double value) {
        require(MatrixType.DOUBLE);
        memory.putDouble(at(1, i, 0, 0), value);
    }

    /** Sets a double of a matrix. */
    public void setDouble(final long i, final long j, final double value) {
        require(MatrixType.DOUBLE);
        memory.putDouble(at(2, i, j, 0), value);
    }

    /** Sets a double of three dimensions. */
    public void setDouble(final long i, final long j, final long k, final double value) {
        require(MatrixType.DOUBLE);
        memory.putDouble(at(3, i, j, k), value);
    }

    /** Returns a long of a vector. */
    public long getLong(final long i) {
        require(MatrixType.LONG);
        return memory.getLong(at(1, i, 0, 0));
    }

    /** Returns a long of a matrix. */
    public long getLong(final long i, final long j) {
        require(MatrixType.LONG);
        return memory.getLong(at(2, i, j, 0));
    }

    /** Returns a long of three dimensions. */
    public long getLong(final long i, final long j, final long k) {
        require(MatrixType.LONG);
        return memory.getLong(at(3, i, j, k));
    }

    /** Sets a long of a vector. */
    public void setLong(final long i, final long value) {
        require(MatrixType.LONG);
        memory.putLong(at(1, i, 0, 0), value);
    }

    /** Sets a long of a matrix. */
    public void setLong(final long i, final long j, final long value) {
        require(MatrixType.LONG);
        memory.putLong(at(2, i, j, 0), value);
    }

    /** Sets a long of three dimensions. */
    public void setLong(final long i, final long j, final long k, final long value) {
        require(MatrixType.LONG);
        memory.putLong(at(3, i, j, k), value);
    }

    /** Returns an int of a vector. */
    public int getInt(final long i) {
        require(MatrixType.INT);
        return memory.getInt(at(1, i, 0, 0));
    }

    /** Returns an int of a matrix. */
    public int getInt(final long i, final long j) {
        require(MatrixType.INT);
        return memory.getInt(at(2, i, j, 0));
    }

    /** Returns an int of three dimensions. */
    public int getInt(final long i, final long j, final long k) {
        require(MatrixType.INT);
        return memory.getInt(at(3, i, j, k));
    }

    /** Sets an int of a vector. */
    public void setInt(final long i, final int value) {
        require(MatrixType.INT);
        memory.putInt(at(1, i, 0, 0), value);
    }

    /** Sets an int of a matrix. */
    public void setInt(final long i, final long j, final int value) {
        require(MatrixType.INT);
        memory.putInt(at(2, i, j, 0), value);
    }

    /** Sets an int of three dimensions. */
    public void setInt(final long i, final long j, final long k, final int value) {
        require(MatrixType.INT);
        memory.putInt(at(3, i, j, k), value);
    }

    /** Returns a float of a vector. */
    public float getFloat(final long i) {
        require(MatrixType.FLOAT);
        return memory.getFloat(at(1, i, 0, 0));
    }

    /** Returns a float of a matrix. */
    public float getFloat(final long i, final long j) {
        require(MatrixType.FLOAT);
        return memory.getFloat(at(2, i, j, 0));
    }

    /** Returns a float of three dimensions. */
    public float getFloat(final long i, final long j, final long k) {
        require(MatrixType.FLOAT);
        return memory.getFloat(at(3, i, j, k));
    }

    /** Sets a float of a vector. */
    public void setFloat(final long i, final float value) {
        require(MatrixType.FLOAT);
        memory.putFloat(at(1, i, 0, 0), value);
    }

    /** Sets a float of a matrix. */
    public void setFloat(final long i, final long j, final float value) {
        require(MatrixType.FLOAT);
        memory.putFloat(at(2, i, j, 0), value);
    }

    /** Sets a float of three dimensions. */
    public void setFloat(final long i, final long j, final long k, final float value) {
        require(MatrixType.FLOAT);
        memory.putFloat(at(3, i, j, k), value);
    }

    /** Returns the real part of a complex number of a vector. */
    public double getReal(final long i) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(1, i, 0, 0));
    }

    /** Returns the real part of a complex number of a matrix. */
    public double getReal(final long i, final long j) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(2, i, j, 0));
    }

    /** Returns the real part of a complex number of three dimensions. */
    public double getReal(final long i, final long j, final long k) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(3, i, j, k));
    }

    /** Returns the imaginary part of a complex number of a vector. */
    public double getImaginary(final long i) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(1, i, 0, 0) + Double.BYTES);
    }

    /** Returns the imaginary part of a complex number of a matrix. */
    public double getImaginary(final long i, final long j) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(2, i, j, 0) + Double.BYTES);
    }

    /** Returns the imaginary part of a complex number of three dimensions. */
    public double getImaginary(final long i, final long j, final long k) {
        require(MatrixType.COMPLEX);
        return memory.getDouble(at(3, i, j, k) + Double.BYTES);
    }

    /** Sets a complex number of a vector. */
    public void setComplex(final long i, final double real, final double imaginary) {
        require(MatrixType.COMPLEX);
        set(at(1, i, 0, 0), real, imaginary);
    }

    /** Sets a complex number of a matrix. */
    public void setComplex(final long i, final long j, final double real, final double imaginary) {
        require(MatrixType.COMPLEX);
        set(at(2, i, j, 0), real, imaginary);
    }

    /** Sets a complex number of three dimensions. */
    public void setComplex(final long i, final long j, final long k, final double real, final double imaginary) {
        require(MatrixType.COMPLEX);
        set(at(3, i, j, k), real, imaginary);
    }

    private void set(final long at, final double real, final double imaginary) {
        memory.putDouble(at, real);
        memory.putDouble(at + Double.BYTES, imaginary);
    }

    /**
     * Copies a box of the block, ghosts included, to a tile of its type and extents: plain loads, no transfer. A tile
     * of this block shares no element with the box, or is the same (GMT-385). One of another type or other extents, or
     * whose array or leading dimension is too short, is refused (GMT-382).
     */
    public void get(final Box inside, final Tile tile) {
        final Tile here = tile(inside);
        tile.fit(part, Lattice.of(inside));
        tile.requireApart(part, inside);
        TileCopy.copy(here, tile);
    }

    /** Copies a tile to a box of the block, ghosts included: plain stores, no transfer. See {@link #get}. */
    public void put(final Box inside, final Tile tile) {
        final Tile here = tile(inside);
        tile.fit(part, Lattice.of(inside));
        tile.requireApart(part, inside);
        TileCopy.copy(tile, here);
    }

    /** Returns where a box of the block lies, ghosts included, in bytes of the node's part. */
    Patch pattern(final Box inside) {
        final int length = spec.type().length();
        final Tile tile = tile(inside);
        long run = 1;
        int dim = strides.length - 1;
        while (dim >= 0 && (inside.extent(dim) == 1 || strides[dim] == run)) {
            run *= inside.extent(dim);
            dim--;
        }
        Patch pattern = Patch.of(tile.place(new long[strides.length]) * length, run * length);
        for (; dim >= 0; dim--) {
            if (inside.extent(dim) > 1) {
                pattern = pattern.times(inside.extent(dim), strides[dim] * length);
            }
        }
        return pattern;
    }

    /**
     * Returns a box of the block, ghosts included, as the tile of a transfer: a put or get with it needs no copy here.
     * The box that is read or written shares no element with it in this node's memory, or is the same (GMT-385). Where
     * {@link Tile#at} or {@link Tile#leading} has moved the tile, nobody looks.
     */
    public Tile tile(final Box inside) {
        if (inside.dims() != strides.length) {
            throw new MatrixException(MatrixException.OUTSIDE, "the box " + inside + " of " + inside.dims()
                + " dimensions in the block " + box + " of node " + part.nodeId() + " of " + spec);
        }
        final long[] from = new long[3];
        for (int dim = 0; dim < strides.length; dim++) {
            from[dim] = inside.from(dim);
            if (!inside.isEmpty()) {
                step(dim, inside.to(dim) - 1);
            }
        }
        final long at = inside.isEmpty() ? 0 : at(strides.length, from[0], from[1], from[2]) / spec.type().length();
        return Tile.in(part, inside, box, at, strides);
    }
}
