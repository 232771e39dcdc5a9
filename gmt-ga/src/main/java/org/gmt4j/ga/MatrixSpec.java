package org.gmt4j.ga;

import java.util.Arrays;
import java.util.Objects;
import org.gmt4j.Transferable;
import org.gmt4j.armci.ProcessGroup;

/**
 * Type, extents and distribution of a matrix to be created. Immutable: each method returns another one. Any thread.
 *
 * <pre>{@code
 * MatrixSpec.doubles(1000, 1000)                              // blocks as square as the nodes allow
 * MatrixSpec.doubles(1000, 1000).named("fock").chunks(1, 1000)   // whole rows, at least one a node
 * MatrixSpec.ints(n, n).blockCyclic(64, 64)                   // blocks of 64 x 64 dealt to a grid of nodes
 * MatrixSpec.doubles(nx, ny, nz).ghosts(1, 1, 0)              // a border of one around each node's block
 * }</pre>
 */
public final class MatrixSpec implements Transferable {
    private static final long[] NO_LONGS = {};
    private static final int[] NO_INTS = {};
    private static final long LARGEST = 1L << 50;

    private final MatrixType type;
    private final long[] extents;
    private final String name;
    private final long[] chunks;
    private final long[] starts;
    private final int[] counts;
    private final long[] block;
    private final int[] grid;
    private final int[] members;
    private final int[] ghosts;

    private MatrixSpec(final Parts parts) {
        type = parts.type;
        extents = parts.extents;
        name = parts.name;
        chunks = parts.chunks;
        starts = parts.starts;
        counts = parts.counts;
        block = parts.block;
        grid = parts.grid;
        members = parts.members;
        ghosts = parts.ghosts;
    }

    /** The fields, while a specification is put together. */
    private static final class Parts {
        private MatrixType type;
        private long[] extents;
        private String name = "";
        private long[] chunks = NO_LONGS;
        private long[] starts = NO_LONGS;
        private int[] counts = NO_INTS;
        private long[] block = NO_LONGS;
        private int[] grid = NO_INTS;
        private int[] members = NO_INTS;
        private int[] ghosts = NO_INTS;
    }

    private Parts parts() {
        final Parts parts = new Parts();
        parts.type = type;
        parts.extents = extents;
        parts.name = name;
        parts.chunks = chunks;
        parts.starts = starts;
        parts.counts = counts;
        parts.block = block;
        parts.grid = grid;
        parts.members = members;
        parts.ghosts = ghosts;
        return parts;
    }

    /** Returns a matrix of one to three dimensions, each at least 1 long; the last is contiguous in memory. */
    public static MatrixSpec of(final MatrixType type, final long... extents) {
        if (extents.length < 1 || extents.length > Box.MOST_DIMS) {
            throw bad(extents.length + " dimensions, expected 1 to " + Box.MOST_DIMS);
        }
        long size = type.length();
        for (final long extent : extents) {
            if (extent < 1 || extent > LARGEST / size) {
                throw bad("extents of " + Arrays.toString(extents) + ": each at least 1, all together at most 2^50 B");
            }
            size *= extent;
        }
        final Parts parts = new Parts();
        parts.type = type;
        parts.extents = extents.clone();
        return new MatrixSpec(parts);
    }

    /** Returns a matrix of ints, see {@link #of}. */
    public static MatrixSpec ints(final long... extents) {
        return of(MatrixType.INT, extents);
    }

    /** Returns a matrix of longs, see {@link #of}. */
    public static MatrixSpec longs(final long... extents) {
        return of(MatrixType.LONG, extents);
    }

    /** Returns a matrix of floats, see {@link #of}. */
    public static MatrixSpec floats(final long... extents) {
        return of(MatrixType.FLOAT, extents);
    }

    /** Returns a matrix of doubles, see {@link #of}. */
    public static MatrixSpec doubles(final long... extents) {
        return of(MatrixType.DOUBLE, extents);
    }

    /** Returns a matrix of complex numbers, see {@link #of}. */
    public static MatrixSpec complex(final long... extents) {
        return of(MatrixType.COMPLEX, extents);
    }

    /** Returns the same with a name, for messages and tables. */
    public MatrixSpec named(final String newName) {
        final Parts parts = parts();
        parts.name = Objects.requireNonNull(newName, "name");
        return new MatrixSpec(parts);
    }

    /** Returns the same with other elements. */
    MatrixSpec withType(final MatrixType newType) {
        final Parts parts = parts();
        parts.type = newType;
        return new MatrixSpec(parts);
    }

    /**
     * Returns the same whose blocks are at least this long in each dimension: the whole extent keeps a dimension
     * together. 0 for any. Without a grid.
     */
    public MatrixSpec chunks(final long... least) {
        checkDims("chunks", least.length);
        for (final long chunk : least) {
            if (chunk < 0) {
                throw bad("chunks of " + Arrays.toString(least) + ": 0 or more");
            }
        }
        final Parts parts = parts();
        parts.chunks = least.clone();
        return new MatrixSpec(parts);
    }

    /**
     * Returns the same with blocks of any lengths: where the blocks begin in each dimension, ascending from 0 on. Block
     * (i, j) belongs to the node with number i * blocks of a row + j of the group.
     */
    public MatrixSpec irregular(final long[]... blockStarts) {
        checkDims("block starts", blockStarts.length);
        final int[] each = new int[blockStarts.length];
        int total = 0;
        for (int dim = 0; dim < each.length; dim++) {
            checkStarts(dim, blockStarts[dim]);
            each[dim] = blockStarts[dim].length;
            total += each[dim];
        }
        final long[] all = new long[total];
        int at = 0;
        for (final long[] one : blockStarts) {
            System.arraycopy(one, 0, all, at, one.length);
            at += one.length;
        }
        final Parts parts = parts();
        parts.starts = all;
        parts.counts = each;
        return new MatrixSpec(parts);
    }

    private void checkStarts(final int dim, final long[] one) {
        boolean isRight = one.length > 0 && one[0] == 0 && one[one.length - 1] < extents[dim];
        for (int i = 1; i < one.length; i++) {
            isRight &= one[i] > one[i - 1];
        }
        if (!isRight) {
            throw bad("block starts " + Arrays.toString(one) + " in dimension " + dim
                + ": expected to ascend from 0 to less than " + extents[dim]);
        }
    }

    /** Returns the same in blocks of these lengths, dealt to a grid of nodes in turn in each dimension. */
    public MatrixSpec blockCyclic(final long... lengths) {
        checkDims("blocks", lengths.length);
        for (final long length : lengths) {
            if (length < 1) {
                throw bad("blocks of " + Arrays.toString(lengths) + ": each at least 1 long");
            }
        }
        final Parts parts = parts();
        parts.block = lengths.clone();
        return new MatrixSpec(parts);
    }

    /** Returns the same on a grid of so many nodes in each dimension; by default the squarest. Without chunks. */
    public MatrixSpec grid(final int... nodes) {
        checkDims("a grid", nodes.length);
        for (final int count : nodes) {
            if (count < 1) {
                throw bad("a grid of " + Arrays.toString(nodes) + " nodes: each at least 1");
            }
        }
        final Parts parts = parts();
        parts.grid = nodes.clone();
        return new MatrixSpec(parts);
    }

    /** Returns the same on the members of a group, in their order; all nodes may use it. */
    public MatrixSpec on(final ProcessGroup group) {
        final Parts parts = parts();
        parts.members = group.members();
        return new MatrixSpec(parts);
    }

    /**
     * Returns the same with a border of ghost elements around each node's block, of a width in each dimension. In the
     * memory of the nodes it takes its place three times, see {@link TeamMath#updateGhosts}.
     */
    public MatrixSpec ghosts(final int... widths) {
        checkDims("ghost widths", widths.length);
        for (final int width : widths) {
            if (width < 0) {
                throw bad("ghost widths of " + Arrays.toString(widths) + ": 0 or more");
            }
        }
        final Parts parts = parts();
        parts.ghosts = widths.clone();
        return new MatrixSpec(parts);
    }

    private void checkDims(final String what, final int count) {
        if (count != extents.length) {
            throw bad(what + " in " + count + " dimensions for a matrix of " + extents.length);
        }
    }

    static MatrixException bad(final String what) {
        return new MatrixException(MatrixException.BAD_SHAPE, what);
    }

    public MatrixType type() {
        return type;
    }

    /** Returns the number of dimensions. */
    public int dims() {
        return extents.length;
    }

    /** Returns the number of indices in a dimension. */
    public long extent(final int dim) {
        return extents[dim];
    }

    /** Returns the name, which may be empty. */
    public String name() {
        return name;
    }

    long[] extents() {
        return extents;
    }

    /** Empty for any. */
    long[] chunks() {
        return chunks;
    }

    /** Returns whether blocks have lengths of their own. */
    boolean isIrregular() {
        return counts.length > 0;
    }

    /** Where blocks begin in a dimension. */
    long[] starts(final int dim) {
        int at = 0;
        for (int i = 0; i < dim; i++) {
            at += counts[i];
        }
        return Arrays.copyOfRange(starts, at, at + counts[dim]);
    }

    /** Lengths of blocks that are dealt in turn; empty where each node has one. */
    long[] block() {
        return block;
    }

    /** Nodes in each dimension; empty for the squarest. */
    int[] grid() {
        return grid;
    }

    /** Ids of the nodes that own elements; empty for all. */
    int[] members() {
        return members;
    }

    int ghost(final int dim) {
        return ghosts.length == 0 ? 0 : ghosts[dim];
    }

    @Override
    public String toString() {
        return (name.isEmpty() ? "matrix" : "matrix '" + name + "'") + " of " + Arrays.toString(extents) + " " + type;
    }
}
