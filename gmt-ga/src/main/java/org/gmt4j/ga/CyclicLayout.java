package org.gmt4j.ga;

import java.util.Arrays;

/**
 * Blocks of one shape, dealt to a grid of nodes in turn. Each takes the room of a whole one in its owner's memory, in
 * the order of the grid. Immutable; any thread.
 */
final class CyclicLayout extends Layout {
    private final long[] lengths;
    private final int[] grid;
    private final int[] blocks;
    private final int[] slots;
    private final int[] members;
    private final long blockSize;

    private CyclicLayout(final long[] extents, final long[] lengths, final int[] grid, final int[] members) {
        super(extents);
        this.lengths = lengths;
        this.grid = grid;
        this.members = members;
        blocks = new int[extents.length];
        slots = new int[extents.length];
        for (int dim = 0; dim < extents.length; dim++) {
            blocks[dim] = (int) ((extents[dim] - 1) / lengths[dim] + 1);
            slots[dim] = (blocks[dim] - 1) / grid[dim] + 1;
        }
        blockSize = Arrays.stream(lengths).reduce(1, Math::multiplyExact);
    }

    static CyclicLayout of(final MatrixSpec spec, final int[] members) {
        if (spec.isIrregular() || spec.chunks().length > 0) {
            throw MatrixSpec.bad(spec + ": blocks dealt in turn have one shape, no chunks and no starts");
        }
        for (int dim = 0; dim < spec.dims(); dim++) {
            if (spec.ghost(dim) > 0) {
                throw MatrixSpec.bad(spec + ": blocks dealt in turn have no ghosts; leave out ghosts or blockCyclic");
            }
        }
        final long[] lengths = new long[spec.dims()];
        final long[] most = new long[spec.dims()];
        for (int dim = 0; dim < most.length; dim++) {
            lengths[dim] = Math.min(spec.block()[dim], spec.extent(dim));       // room for what there is
            most[dim] = (spec.extent(dim) - 1) / lengths[dim] + 1;
            if (most[dim] > Integer.MAX_VALUE) {
                throw MatrixSpec.bad(spec + " has " + most[dim] + " blocks in dimension " + dim
                    + ": expected at most 2^31 - 1; take longer ones");
            }
        }
        final int[] grid = spec.grid().length > 0 ? spec.grid()
            : NodeGrid.squarest(spec.extents(), most, members.length);
        if (NodeGrid.product(grid) > members.length) {
            throw MatrixSpec.bad("a grid of " + Arrays.toString(grid) + " for " + spec + ": more nodes than its "
                + members.length);
        }
        return new CyclicLayout(spec.extents(), lengths, grid, members);
    }

    @Override
    int blocks(final int dim) {
        return blocks[dim];
    }

    @Override
    long start(final int dim, final int block) {
        return Math.min(extent(dim), block * lengths[dim]);
    }

    @Override
    int blockOf(final int dim, final long index) {
        return (int) (index / lengths[dim]);
    }

    /**
     * An index is so many whole rounds over the grid, a block of the next round, and a distance in the block. Divisions
     * are products with the reciprocal, which extents below 2^50 miss by one at most.
     */
    @Override
    void locate(final int dim, final long[] indices, final int first, final int count, final int[] ranks,
                final long[] places) {
        final long length = lengths[dim];
        final long nodes = grid[dim];
        final double perIndex = 1.0 / length;
        final double perBlock = 1.0 / nodes;
        final long slotSize = slotSize(dim);
        for (int i = 0; i < count; i++) {
            final long index = indices[first + i];
            final long block = quotient(index, length, perIndex);
            final long slot = quotient(block, nodes, perBlock);
            ranks[i] = (int) (ranks[i] * nodes + block - slot * nodes);
            places[i] = places[i] * length + slot * slotSize + index - block * length;
        }
    }

    private static long quotient(final long number, final long divisor, final double reciprocal) {
        final long near = (long) (number * reciprocal);
        final long rest = number - near * divisor;
        return rest < 0 ? near - 1 : rest >= divisor ? near + 1 : near;
    }

    /** Returns the elements from one slot to the next in a dimension, in lengths of blocks of the later ones. */
    private long slotSize(final int dim) {
        long size = 1;
        for (int other = 0; other < slots.length; other++) {
            size *= other <= dim ? lengths[other] : slots[other];
        }
        return size;
    }

    @Override
    int owner(final int[] block) {
        int rank = 0;
        for (int dim = 0; dim < block.length; dim++) {
            rank = rank * grid[dim] + block[dim] % grid[dim];
        }
        return members[rank];
    }

    boolean isInOneBlock(final Box box) {
        for (int dim = 0; dim < box.dims(); dim++) {
            if (blockOf(dim, box.from(dim)) != blockOf(dim, box.to(dim) - 1)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the elements in a node's memory from one of its blocks to its next one in a dimension. */
    long slotDistance(final int dim) {
        long distance = blockSize;
        for (int other = dim + 1; other < slots.length; other++) {
            distance *= slots[other];
        }
        return distance;
    }

    /** Returns the elements of a whole block. */
    long blockSize() {
        return blockSize;
    }

    @Override
    boolean isLike(final Layout other) {
        return other instanceof CyclicLayout dealt && Arrays.equals(lengths, dealt.lengths)
            && Arrays.equals(grid, dealt.grid) && Arrays.equals(members, dealt.members);
    }

    /** Returns the nodes in a dimension of the grid. */
    int grid(final int dim) {
        return grid[dim];
    }

    @Override
    long offset(final int[] block) {
        long slot = 0;
        for (int dim = 0; dim < block.length; dim++) {
            slot = slot * slots[dim] + block[dim] / grid[dim];
        }
        return slot * blockSize;
    }

    @Override
    long pitch(final int dim, final int block) {
        return lengths[dim];
    }

    @Override
    int ghost(final int dim) {
        return 0;
    }

    @Override
    long elements(final int node) {
        final int[] place = place(node);
        if (place == null) {
            return 0;
        }
        long elements = blockSize;
        for (int dim = 0; dim < place.length; dim++) {
            if (place[dim] >= blocks[dim]) {
                return 0;
            }
            elements *= slots[dim];
        }
        return elements;
    }

    /** Returns the place of a node in the grid; null for one that is not in it. */
    int[] place(final int node) {
        int rank = 0;
        while (rank < members.length && members[rank] != node) {
            rank++;
        }
        final int[] place = new int[grid.length];
        for (int dim = place.length - 1; dim >= 0; dim--) {
            place[dim] = rank % grid[dim];
            rank /= grid[dim];
        }
        return rank == 0 ? place : null;
    }

    @Override
    int[] members() {
        return members;
    }
}
