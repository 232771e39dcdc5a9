package org.gmt4j.bench.simulate.connections;

/**
 * LU factorization of a matrix in square blocks, right-looking. Block (I, J) belongs to the process in row I mod rows
 * and column J mod cols of the grid. In step K the owner of the diagonal block (K, K) factors it; the owners of column
 * K and row K below and beside it get it and solve; then the owner of each block (I, J) with I, J &gt; K gets block
 * (I, K), from its own row of the grid, and block (K, J), from its own column.
 *
 * <p>A process does so in all steps before the last of its blocks, so that the owners are found by counting steps for
 * each process, not by walking through its blocks.
 *
 * @param blocks   along a side of the matrix
 * @param grid     of the processes
 * @param diagonal who gets the diagonal blocks
 * @see "Woo et al., The SPLASH-2 programs, ISCA 1995"
 */
record LuPattern(int blocks, ProcessGrid grid, Diagonal diagonal) implements Pattern {
    /** Who gets the diagonal block of each step. */
    enum Diagonal {
        /** Those who solve with it: owners of the step's column and row. */
        PANEL,
        /** All, needed or not, as ARMCI's example program does. */
        ALL
    }

    @Override
    public String layout() {
        return grid + (grid.ranks() == ProcessGrid.Ranks.ROW ? "" : " columns")
            + (diagonal == Diagonal.PANEL ? "" : " diagonal");
    }

    @Override
    public void run(final ConnectionTable table) {
        for (int row = 0; row < grid.rows(); row++) {
            for (int col = 0; col < grid.cols(); col++) {
                final int client = grid.process(row, col);
                solve(table, client, row, col);
                update(table, client, row, col);
                if (diagonal == Diagonal.ALL) {
                    readDiagonal(table, client);
                }
            }
        }
    }

    /** The last block of a grid's row or column, less than 0 if it has none. */
    private int lastBlock(final int place, final int places) {
        return place >= blocks ? -1 : place + (blocks - 1 - place) / places * places;
    }

    /** Blocks of the panels, each of which needs the diagonal block of its step. */
    private void solve(final ConnectionTable table, final int client, final int row, final int col) {
        final int lastRow = lastBlock(row, grid.rows());
        for (int step = col; step < lastRow; step += grid.cols()) {
            table.touchProcess(client, grid.process(step % grid.rows(), col));
        }
        final int lastCol = lastBlock(col, grid.cols());
        for (int step = row; step < lastCol; step += grid.rows()) {
            table.touchProcess(client, grid.process(row, step % grid.cols()));
        }
    }

    private void update(final ConnectionTable table, final int client, final int row, final int col) {
        final int steps = Math.min(lastBlock(row, grid.rows()), lastBlock(col, grid.cols()));
        for (int step = 0; step < Math.min(steps, grid.cols()); step++) {
            table.touchProcess(client, grid.process(row, step));
        }
        for (int step = 0; step < Math.min(steps, grid.rows()); step++) {
            table.touchProcess(client, grid.process(step, col));
        }
    }

    private void readDiagonal(final ConnectionTable table, final int client) {
        for (int step = 0; step < blocks; step++) {
            table.touchProcess(client, grid.process(step % grid.rows(), step % grid.cols()));
        }
    }
}
