package org.gmt4j.ga;

import java.util.Arrays;

/** One block for each node of a grid; nodes beyond own nothing. Immutable; any thread. */
final class BlockedLayout extends Layout {
    private final long[][] starts;
    private final int[] ghosts;
    private final int[] members;
    private final boolean isRegular;

    private BlockedLayout(final long[] extents, final long[][] starts, final int[] ghosts, final int[] members,
                          final boolean isRegular) {
        super(extents);
        this.starts = starts;
        this.ghosts = ghosts;
        this.members = members;
        this.isRegular = isRegular;
    }

    static BlockedLayout of(final MatrixSpec spec, final int[] members) {
        if (spec.isIrregular() && (spec.grid().length > 0 || spec.chunks().length > 0)
            || spec.grid().length > 0 && spec.chunks().length > 0) {
            throw MatrixSpec.bad(spec + ": of a grid, chunks and block starts each says how it is cut; expected one");
        }
        final long[][] starts = new long[spec.dims()][];
        final int[] grid = spec.isIrregular() ? null : grid(spec, members.length);
        long blocks = 1;
        for (int dim = 0; dim < starts.length; dim++) {
            starts[dim] = grid == null ? withEnd(spec.starts(dim), spec.extent(dim))
                : even(spec.extent(dim), grid[dim]);
            blocks = Box.times(blocks, starts[dim].length - 1);
        }
        if (blocks > members.length) {
            throw MatrixSpec.bad(spec + " in " + blocks + " blocks for " + members.length
                + " nodes: expected at most one for each");
        }
        final int[] ghosts = new int[spec.dims()];
        for (int dim = 0; dim < ghosts.length; dim++) {
            ghosts[dim] = spec.ghost(dim);
            checkGhost(spec, dim, starts[dim]);
        }
        return new BlockedLayout(spec.extents(), starts, ghosts, members, grid != null);
    }

    /** Ghosts come from the neighbour alone. */
    private static void checkGhost(final MatrixSpec spec, final int dim, final long[] starts) {
        for (int block = 0; block + 1 < starts.length; block++) {
            if (spec.ghost(dim) > starts[block + 1] - starts[block]) {
                throw MatrixSpec.bad("a ghost width of " + spec.ghost(dim) + " in dimension " + dim + " of " + spec
                    + ": its block " + block + " there is " + (starts[block + 1] - starts[block])
                    + " long; choose a smaller width, or chunks at least as long");
            }
        }
    }

    private static int[] grid(final MatrixSpec spec, final int nodes) {
        if (spec.grid().length > 0) {
            final int[] grid = spec.grid().clone();
            if (NodeGrid.product(grid) > nodes) {
                throw MatrixSpec.bad("a grid of " + Arrays.toString(grid) + " for " + spec + ": more nodes than its "
                    + nodes);
            }
            for (int dim = 0; dim < grid.length; dim++) {
                grid[dim] = (int) Math.min(grid[dim], spec.extent(dim));
            }
            return grid;
        }
        final long[] most = new long[spec.dims()];
        for (int dim = 0; dim < most.length; dim++) {
            final long least = spec.chunks().length == 0 ? 1 : Math.max(1, spec.chunks()[dim]);
            most[dim] = Math.max(1, spec.extent(dim) / least);
        }
        return NodeGrid.squarest(spec.extents(), most, nodes);
    }

    private static long[] even(final long extent, final int blocks) {
        final long[] starts = new long[blocks + 1];
        for (int block = 0; block <= blocks; block++) {
            starts[block] = (long) ((double) extent * block / blocks);
        }
        starts[blocks] = extent;
        return starts;
    }

    private static long[] withEnd(final long[] starts, final long extent) {
        final long[] all = Arrays.copyOf(starts, starts.length + 1);
        all[starts.length] = extent;
        return all;
    }

    @Override
    int blocks(final int dim) {
        return starts[dim].length - 1;
    }

    @Override
    long start(final int dim, final int block) {
        return starts[dim][block];
    }

    @Override
    int blockOf(final int dim, final long index) {
        final long[] of = starts[dim];
        if (of.length == 2) {
            return 0;
        }
        return isRegular ? near(of, perIndex(dim), index) : search(of, index);
    }

    private double perIndex(final int dim) {
        return (double) (starts[dim].length - 1) / extent(dim);
    }

    /** Even blocks: a product is the block, or one beside it. */
    private static int near(final long[] of, final double perIndex, final long index) {
        int block = Math.min((int) (index * perIndex), of.length - 2);
        while (index < of[block]) {
            block--;
        }
        while (index >= of[block + 1]) {
            block++;
        }
        return block;
    }

    private static int search(final long[] of, final long index) {
        final int found = Arrays.binarySearch(of, index);
        return found >= 0 ? found : -found - 2;
    }

    @Override
    void locate(final int dim, final long[] indices, final int first, final int count, final int[] ranks,
                final long[] places) {
        if (starts[dim].length == 2) {
            inOneBlock(dim, indices, first, count, places);
        } else if (isRegular) {
            inEvenBlocks(dim, indices, first, count, ranks, places);
        } else {
            inAnyBlocks(dim, indices, first, count, ranks, places);
        }
    }

    private void inOneBlock(final int dim, final long[] indices, final int first, final int count,
                            final long[] places) {
        final long pitch = pitch(dim, 0);
        final int ghost = ghosts[dim];
        for (int i = 0; i < count; i++) {
            places[i] = places[i] * pitch + indices[first + i] + ghost;
        }
    }

    private void inEvenBlocks(final int dim, final long[] indices, final int first, final int count,
                              final int[] ranks, final long[] places) {
        final long[] of = starts[dim];
        final double perIndex = perIndex(dim);
        final int blocks = of.length - 1;
        final int ghost = ghosts[dim];
        for (int i = 0; i < count; i++) {
            final long index = indices[first + i];
            final int block = near(of, perIndex, index);
            ranks[i] = ranks[i] * blocks + block;
            places[i] = places[i] * (of[block + 1] - of[block] + 2L * ghost) + index - of[block] + ghost;
        }
    }

    private void inAnyBlocks(final int dim, final long[] indices, final int first, final int count,
                             final int[] ranks, final long[] places) {
        final long[] of = starts[dim];
        final int blocks = of.length - 1;
        final int ghost = ghosts[dim];
        for (int i = 0; i < count; i++) {
            final long index = indices[first + i];
            final int block = search(of, index);
            ranks[i] = ranks[i] * blocks + block;
            places[i] = places[i] * (of[block + 1] - of[block] + 2L * ghost) + index - of[block] + ghost;
        }
    }

    @Override
    int owner(final int[] block) {
        return members[rank(block)];
    }

    /** Returns the place of a block's owner in {@link #members}. */
    int rank(final int[] block) {
        int rank = 0;
        for (int dim = 0; dim < block.length; dim++) {
            rank = rank * blocks(dim) + block[dim];
        }
        return rank;
    }

    /** Returns the block of a node; null where it owns none. */
    int[] blockOf(final int node) {
        int rank = 0;
        while (rank < members.length && members[rank] != node) {
            rank++;
        }
        final int[] block = new int[dims()];
        for (int dim = block.length - 1; dim >= 0; dim--) {
            block[dim] = rank % blocks(dim);
            rank /= blocks(dim);
        }
        return rank == 0 ? block : null;
    }

    @Override
    long offset(final int[] block) {
        return 0;
    }

    @Override
    long pitch(final int dim, final int block) {
        return starts[dim][block + 1] - starts[dim][block] + 2L * ghosts[dim];
    }

    @Override
    int ghost(final int dim) {
        return ghosts[dim];
    }

    @Override
    long elements(final int node) {
        final int[] block = blockOf(node);
        if (block == null) {
            return 0;
        }
        long elements = 1;
        for (int dim = 0; dim < block.length; dim++) {
            elements *= pitch(dim, block[dim]);
        }
        return elements;
    }

    @Override
    boolean isLike(final Layout other) {
        return other instanceof BlockedLayout blocked && Arrays.deepEquals(starts, blocked.starts)
            && Arrays.equals(members, blocked.members);
    }

    @Override
    int[] members() {
        return members;
    }
}
