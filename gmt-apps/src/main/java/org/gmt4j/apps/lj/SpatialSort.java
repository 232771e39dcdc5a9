package org.gmt4j.apps.lj;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.Tile;

/**
 * Sorts all particles by the cube in which they are, so that those of a block have rows beside each other. A node sorts
 * its own, draws places in the blocks from the blocks' cursors, and puts each block's particles into their rows
 * with one patch. Work of a node: its particles, the blocks that they go to, and a list of all blocks. Stateless.
 */
final class SpatialSort {
    private SpatialSort() {
    }

    /** Sorts; all nodes call it, and forces must be zero. Coordinates are in the box and published afterwards. */
    static void run(final TaskContext ctx, final LjNode node) throws SuspendExecution {
        final OwnPart own = node.own();
        final BlockGrid grid = node.grid();
        final int[] blocks = blocksOf(own, grid);
        final long[] starts = new long[(int) grid.blocks() + 1];
        final double[] rows = inOrder(own, blocks, starts);
        final long[] places = new long[(int) grid.blocks()];
        for (int block = 0; block < places.length; block++) {
            final long count = starts[block + 1] - starts[block];
            if (count > 0) {
                places[block] = node.matrices().cursors().readIncrement(ctx, count, block);
            }
        }
        ctx.barrier();
        final Box all = Box.of(0, places.length);
        node.startBlocks(node.matrices().cursors().get(ctx, all).longs());
        put(ctx, node, rows, starts, places);
        ctx.barrier();
        own.load(ctx);
        own.publish(ctx);
        clear(node);
        ctx.barrier();
    }

    /** Brings coordinates back into the box, and returns the block of each particle. */
    private static int[] blocksOf(final OwnPart own, final BlockGrid grid) {
        final double[] x = own.coordinates();
        final int[] blocks = new int[own.size()];
        for (int row = 0; row < blocks.length; row++) {
            for (int at = 3 * row; at < 3 * row + 3; at++) {
                x[at] = grid.wrap(x[at]);
            }
            blocks[row] = grid.block(x[3 * row], x[3 * row + 1], x[3 * row + 2]);
        }
        return blocks;
    }

    /** Returns the particles block by block. @param starts to be filled: where each block begins, and the end */
    private static double[] inOrder(final OwnPart own, final int[] blocks, final long[] starts) {
        for (final int block : blocks) {
            starts[block + 1]++;
        }
        for (int block = 1; block < starts.length; block++) {
            starts[block] += starts[block - 1];
        }
        final long[] next = starts.clone();
        final double[] rows = new double[LjMatrices.MOVING * blocks.length];
        for (int row = 0; row < blocks.length; row++) {
            own.store(row, rows, LjMatrices.MOVING * (int) next[blocks[row]]++);
        }
        return rows;
    }

    private static void put(final TaskContext ctx, final LjNode node, final double[] rows, final long[] starts,
                            final long[] places) throws SuspendExecution {
        for (int block = 0; block < places.length; block++) {
            final long count = starts[block + 1] - starts[block];
            if (count > 0) {
                final long row = node.start(block) + places[block];
                node.matrices().moving().putNb(ctx, Box.of(row, row + count, 0, LjMatrices.MOVING),
                    Tile.of(rows, count, LjMatrices.MOVING).at(LjMatrices.MOVING * starts[block]));
            }
        }
        ctx.await();
    }

    /** Sets the own cursors to zero for the next time; all nodes have read them. */
    private static void clear(final LjNode node) {
        for (final LocalPatch patch : node.matrices().cursors().local()) {
            for (long block = patch.box().from(0); block < patch.box().to(0); block++) {
                patch.setLong(block, 0);
            }
        }
    }
}
