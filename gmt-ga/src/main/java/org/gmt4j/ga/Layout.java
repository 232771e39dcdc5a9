package org.gmt4j.ga;

/**
 * Where the elements of a matrix lie: a grid of blocks, each of which lies together in the memory of one node, and may
 * have a border of ghosts. Immutable; any thread. A block is named by its place in the grid, one number for each
 * dimension.
 */
abstract sealed class Layout permits BlockedLayout, CyclicLayout {
    private final long[] extents;

    Layout(final long[] extents) {
        this.extents = extents;
    }

    static Layout of(final MatrixSpec spec, final int nodeCount) {
        final int[] members = spec.members().length == 0 ? all(nodeCount) : spec.members();
        return spec.block().length > 0 ? CyclicLayout.of(spec, members) : BlockedLayout.of(spec, members);
    }

    private static int[] all(final int nodeCount) {
        final int[] members = new int[nodeCount];
        for (int node = 0; node < nodeCount; node++) {
            members[node] = node;
        }
        return members;
    }

    final int dims() {
        return extents.length;
    }

    final long extent(final int dim) {
        return extents[dim];
    }

    final long[] extents() {
        return extents;
    }

    /** Returns the number of blocks in a dimension. */
    abstract int blocks(int dim);

    /** Returns the first index of a block in a dimension; of the number of blocks, the extent. */
    abstract long start(int dim, int block);

    /** Returns the block in which an index lies. */
    abstract int blockOf(int dim, long index);

    /**
     * Adds what one dimension says of where elements lie; of all dimensions in turn, from zeros on, comes the whole.
     *
     * @param indices in this dimension, of the elements from {@code first} on
     * @param ranks   gets the owners, as places in {@link #members}
     * @param places  gets the elements of the owners' memory
     */
    abstract void locate(int dim, long[] indices, int first, int count, int[] ranks, long[] places);

    /** Returns the node that owns a block. */
    abstract int owner(int[] block);

    /** Returns the element of its owner's memory at which a block begins, its ghosts included. */
    abstract long offset(int[] block);

    /** Returns the length of a block in memory in a dimension, its ghosts included. */
    abstract long pitch(int dim, int block);

    /** Returns the width of the border. */
    abstract int ghost(int dim);

    /** Returns the number of elements in the memory of a node, ghosts included. */
    abstract long elements(int node);

    /** Returns the nodes that may own blocks. */
    abstract int[] members();

    /** Returns whether nodes own the same elements in another layout of the same extents. */
    abstract boolean isLike(Layout other);

    /** Returns the place in {@link #members} of the node behind a node; of nodes that are none, spread over all. */
    final int rankBehind(final int node) {
        final int[] members = members();
        for (int rank = 0; rank < members.length; rank++) {
            if (members[rank] == node) {
                return (rank + 1) % members.length;
            }
        }
        return node % members.length;
    }

    /** Returns the indices of a block. */
    final Box box(final int[] block) {
        final long[] from = new long[extents.length];
        final long[] to = new long[extents.length];
        for (int dim = 0; dim < from.length; dim++) {
            from[dim] = start(dim, block[dim]);
            to[dim] = start(dim, block[dim] + 1);
        }
        return Box.of(from, to);
    }

    /** Returns the element of a block's memory that has an index, in the owner's part. */
    final long place(final int[] block, final long[] index) {
        long at = 0;
        for (int dim = 0; dim < extents.length; dim++) {
            at = at * pitch(dim, block[dim]) + index[dim] - start(dim, block[dim]) + ghost(dim);
        }
        return offset(block) + at;
    }

    /** Calls back for each block that shares elements with a box, row by row of the grid. */
    final void visit(final Box box, final BlockVisit visit) {
        if (box.isEmpty()) {
            return;
        }
        final int[] first = new int[extents.length];
        final int[] last = new int[extents.length];
        for (int dim = 0; dim < first.length; dim++) {
            first[dim] = blockOf(dim, box.from(dim));
            last[dim] = blockOf(dim, box.to(dim) - 1);
        }
        final int[] block = first.clone();
        do {
            visit.block(block);
        } while (next(block, first, last));
    }

    private static boolean next(final int[] block, final int[] first, final int[] last) {
        for (int dim = block.length - 1; dim >= 0; dim--) {
            if (block[dim] < last[dim]) {
                block[dim]++;
                return true;
            }
            block[dim] = first[dim];
        }
        return false;
    }

    /** What is done with a block. */
    @FunctionalInterface
    interface BlockVisit {
        /** @param block place in the grid, changed afterwards */
        void block(int[] block);
    }
}
