package org.gmt4j.apps.flow;

import org.gmt4j.ga.Box;

/**
 * The columns of a node and a border of one column around them, and where their cells lie in the node's arrays: planes
 * of columns, from cell to cell upward. The node's own cells of a plane lie together. Immutable; any thread.
 *
 * @param west  first column in the first direction
 * @param east  behind the last one
 * @param south first column in the second direction
 * @param north behind the last one
 * @param nz    cells of a column
 */
record Block(int west, int east, int south, int north, int nz) {
    /** Of a node without columns. */
    private static final int NO_CELLS = 0;

    /** @param box columns of the node; null where it has none */
    static Block of(final Box box, final int nz) {
        return box == null ? new Block(0, 0, 0, 0, nz) : new Block(Math.toIntExact(box.from(0)),
            Math.toIntExact(box.to(0)), Math.toIntExact(box.from(1)), Math.toIntExact(box.to(1)), nz);
    }

    /**
     * Returns how many blocks there are in each direction: those of the smallest largest block, of these the ones with
     * the shortest border.
     */
    static int[] grid(final int nodes, final int nx, final int ny) {
        int[] best = {1, 1};
        for (int x = 1; x <= Math.min(nodes, nx); x++) {
            for (int y = 1; y <= Math.min(nodes / x, ny); y++) {
                final int[] other = {x, y};
                if (columns(other, nx, ny) < columns(best, nx, ny) || columns(other, nx, ny) == columns(best, nx, ny)
                    && border(other, nx, ny) < border(best, nx, ny)) {
                    best = other;
                }
            }
        }
        return best;
    }

    /** Returns the columns of the largest block. */
    private static long columns(final int[] grid, final int nx, final int ny) {
        return (long) largest(nx, grid[0]) * largest(ny, grid[1]);
    }

    /** Returns the columns around a block in the middle. */
    private static long border(final int[] grid, final int nx, final int ny) {
        return (long) Math.min(2, grid[0] - 1) * largest(ny, grid[1])
            + (long) Math.min(2, grid[1] - 1) * largest(nx, grid[0]);
    }

    private static int largest(final int extent, final int blocks) {
        return (extent + blocks - 1) / blocks;
    }

    /** Returns the cells of the largest block with its border. */
    static long mostCells(final int nodes, final int nx, final int ny, final int nz) {
        final int[] grid = grid(nodes, nx, ny);
        return (largest(nx, grid[0]) + 2L) * (largest(ny, grid[1]) + 2L) * nz;
    }

    /** Returns the columns of the border of the largest block, times their cells. */
    static long mostOfBorder(final int nodes, final int nx, final int ny, final int nz) {
        final int[] grid = grid(nodes, nx, ny);
        return 2L * (largest(nx, grid[0]) + largest(ny, grid[1]) + 2) * nz;
    }

    /** Returns the number of planes. */
    int planes() {
        return east - west;
    }

    /** Returns the number of columns of a plane. */
    int rows() {
        return north - south;
    }

    /** Returns the length of an array for all cells, border included. */
    int length() {
        return planes() == 0 ? NO_CELLS : (planes() + 2) * pitch();
    }

    /** Returns the distance from a cell to the one in the next plane. */
    int pitch() {
        return (rows() + 2) * nz;
    }

    /** Returns the lowest cell of a column. @param plane from -1 on @param row from -1 on */
    int column(final int plane, final int row) {
        return (plane + 1) * pitch() + (row + 1) * nz;
    }

    /** Returns the first of the node's own cells of a plane. */
    int from(final int plane) {
        return column(plane, 0);
    }

    /** Returns the cell behind the last of the node's own cells of a plane. */
    int to(final int plane) {
        return column(plane, rows());
    }
}
