package org.gmt4j.ga;

/**
 * What a step of an LU factorisation takes from others: the factored block on the diagonal, those below it in this
 * node's rows, negated when all is there, and those beside it in this node's columns. Tight. Owned by one task.
 */
final class LuPanel {
    private final LuGrid grid;
    private final double[] diagonal;
    private final double[][] left;
    private final double[][] right;
    private int step;

    LuPanel(final LuGrid grid) {
        this.grid = grid;
        final int most = Math.multiplyExact(grid.side(), grid.side());
        diagonal = new double[most];
        left = new double[grid.rowSlots()][most];
        right = new double[grid.columnSlots()][most];
    }

    void begin(final int newStep) {
        step = newStep;
    }

    int step() {
        return step;
    }

    double[] diagonal() {
        return diagonal;
    }

    /** Returns the block of the step's column in a row of blocks. */
    double[] left(final int i) {
        return left[grid.rowSlot(i)];
    }

    /** Returns the block of the step's row in a column of blocks. */
    double[] right(final int j) {
        return right[grid.columnSlot(j)];
    }

    /** Negates the blocks of the column: updates add. */
    void complete() {
        for (int i = grid.rowAfter(grid.row(), step); i < grid.blocks(); i += grid.rows()) {
            LuKernels.negate(left(i), grid.length(i) * grid.length(step));
        }
    }
}
