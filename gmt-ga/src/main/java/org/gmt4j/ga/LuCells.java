package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.ga.product.DoubleProduct;

/**
 * A node's own blocks on the heap while they are factored, each with rows of its own, and what is computed with them.
 * Owned by one task; grade: per block.
 */
final class LuCells {
    private final LuGrid grid;
    private final DoubleProduct product = new DoubleProduct();
    private final double[][] diagonal;
    private final double[][][][] cells;
    /** For each own block on the diagonal, by its row slot: the sizes of what the pivots are summed up from. */
    private final double[][] sizes;
    private double largest;
    private int largestRow;
    private int largestColumn;

    LuCells(final LuGrid grid) {
        this.grid = grid;
        diagonal = new double[grid.side()][grid.side()];
        cells = new double[grid.rowSlots()][grid.columnSlots()][][];
        sizes = new double[grid.rowSlots()][];
        for (int i = grid.row(); i < grid.blocks(); i += grid.rows()) {
            for (int j = grid.column(); j < grid.blocks(); j += grid.columns()) {
                cells[grid.rowSlot(i)][grid.columnSlot(j)] = new double[grid.length(i)][grid.length(j)];
                if (i == j) {
                    sizes[grid.rowSlot(i)] = new double[grid.length(i)];
                }
            }
        }
    }

    /** Forgets what it knows of another factorisation, but for the values of the blocks. */
    void begin() {
        for (final double[] ofBlock : sizes) {
            if (ofBlock != null) {
                Arrays.fill(ofBlock, 0);
            }
        }
        largest = 0;
        largestRow = 0;
        largestColumn = 0;
    }

    double[][] at(final int i, final int j) {
        return cells[grid.rowSlot(i)][grid.columnSlot(j)];
    }

    /**
     * Factors the block on the diagonal, and packs it.
     *
     * @param least the part of what it is summed up from that a pivot must exceed: what is less may be rounding alone
     * @return the row of the block whose pivot does not; -1 for none
     */
    int factor(final LuPanel panel, final double least) {
        final int step = panel.step();
        final double[] all = sizes[grid.rowSlot(step)];
        for (int i = 0; i < all.length; i++) {
            all[i] += Math.abs(at(step, step)[i][i]);
        }
        final int bad = LuKernels.factor(at(step, step), grid.length(step), all, least);
        if (bad < 0) {
            pack(step, step, panel.diagonal());
        }
        return bad;
    }

    /** Makes a block of the lower factor, and packs it. */
    void divide(final LuPanel panel, final int i) {
        final int step = panel.step();
        LuKernels.unpack(panel.diagonal(), diagonal, grid.length(step), grid.length(step));
        LuKernels.divide(at(i, step), grid.length(i), diagonal, grid.length(step));
        pack(i, step, panel.left(i));
    }

    /** Makes a block of the upper factor, and packs it. */
    void eliminate(final LuPanel panel, final int j) {
        final int step = panel.step();
        LuKernels.eliminate(at(step, j), panel.diagonal(), grid.length(step), grid.length(j));
        pack(step, j, panel.right(j));
    }

    /** Takes what a complete panel contributes to a block off it. */
    void update(final LuPanel panel, final int i, final int j) {
        if (i == j) {
            LuKernels.addSizes(panel.left(i), panel.right(j), grid.length(i), grid.length(panel.step()),
                sizes[grid.rowSlot(i)]);
        }
        product.add(panel.left(i), panel.right(j), at(i, j), grid.length(i), grid.length(panel.step()),
            grid.length(j));
    }

    private void pack(final int i, final int j, final double[] tight) {
        LuKernels.pack(at(i, j), grid.length(i), grid.length(j), tight);
        final double found = LuKernels.largest(tight, grid.length(i) * grid.length(j));
        if (!Double.isNaN(largest) && !(found <= largest)) {      // the first one that is no number stays
            largest = found;
            largestRow = i;
            largestColumn = j;
        }
    }

    /** Returns the size of the largest element of the factors so far; no number where one is none. */
    double largest() {
        return largest;
    }

    /** Returns the row of blocks in which it is. */
    int largestRow() {
        return largestRow;
    }

    /** Returns the column of blocks in which it is. */
    int largestColumn() {
        return largestColumn;
    }
}
