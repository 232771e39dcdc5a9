package org.gmt4j.ga;

import java.util.function.IntConsumer;

/**
 * Square blocks of a square matrix, dealt to a grid of nodes, as one node sees them. Blocks are numbered from 0 in both
 * dimensions; the last ones may be shorter. A node's own rows of blocks have slots, 0, 1, ..., and so do its columns.
 * Immutable; any thread.
 */
final class LuGrid {
    private final int size;
    private final int side;
    private final int blocks;
    private final int rows;
    private final int columns;
    private final int row;
    private final int column;
    private final int[] nodes;

    private LuGrid(final int size, final int side, final int[] grid, final int[] place, final int[] nodes) {
        this.size = size;
        this.side = side;
        this.blocks = (size - 1) / side + 1;
        this.rows = grid[0];
        this.columns = grid[1];
        this.row = place[0];
        this.column = place[1];
        this.nodes = nodes;
    }

    /** Returns the grid as this node sees it; null where it has no part of the matrix. */
    static LuGrid of(final MatrixPart part) {
        final CyclicLayout layout = (CyclicLayout) part.layout();
        final int[] place = layout.place(part.nodeId());
        if (place == null || place[0] >= layout.blocks(0) || place[1] >= layout.blocks(1)) {
            return null;
        }
        final int[] grid = {layout.grid(0), layout.grid(1)};
        final int[] nodes = new int[grid[0] * grid[1]];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = layout.owner(new int[] {i / grid[1], i % grid[1]});
        }
        return new LuGrid((int) part.spec().extent(0), side(layout), grid, place, nodes);
    }

    /** Returns the rows of a block that is no last one, at most those of the matrix. */
    static int side(final CyclicLayout layout) {
        return Math.toIntExact(layout.pitch(0, 0));
    }

    /**
     * Returns a grid as the node at a place of it would see it.
     *
     * @param grid  rows and columns
     * @param place row and column of the node
     * @param nodes by place, row by row
     */
    static LuGrid at(final int size, final int side, final int[] grid, final int[] place, final int[] nodes) {
        return new LuGrid(size, side, grid, place, nodes);
    }

    /** Returns a grid of one node, that of a thread alone. */
    static LuGrid alone(final int size, final int side) {
        return new LuGrid(size, side, new int[] {1, 1}, new int[2], new int[1]);
    }

    /** Returns the rows of the matrix. */
    int size() {
        return size;
    }

    /** Returns the rows of a block that is no last one. */
    int side() {
        return side;
    }

    /** Returns the blocks in a dimension, which are also the steps. */
    int blocks() {
        return blocks;
    }

    /** Returns the rows of the grid of nodes. */
    int rows() {
        return rows;
    }

    /** Returns the columns of the grid of nodes. */
    int columns() {
        return columns;
    }

    /** Returns this node's row in the grid. */
    int row() {
        return row;
    }

    /** Returns this node's column in the grid. */
    int column() {
        return column;
    }

    /** Returns the rows or columns of a block. */
    int length(final int block) {
        return Math.min(side, size - block * side);
    }

    /** Returns the node at a place of the grid. */
    int node(final int gridRow, final int gridColumn) {
        return nodes[gridRow * columns + gridColumn];
    }

    /** Returns the node that owns a block. */
    int owner(final int i, final int j) {
        return node(i % rows, j % columns);
    }

    boolean ownsRow(final int i) {
        return i % rows == row;
    }

    boolean ownsColumn(final int j) {
        return j % columns == column;
    }

    /** Returns the first row of blocks behind a step that a row of the grid owns; {@link #blocks()} or more: none. */
    int rowAfter(final int gridRow, final int step) {
        return step + 1 + Math.floorMod(gridRow - step - 1, rows);
    }

    /** Returns the first column of blocks behind a step that a column of the grid owns. */
    int columnAfter(final int gridColumn, final int step) {
        return step + 1 + Math.floorMod(gridColumn - step - 1, columns);
    }

    boolean hasRowsAfter(final int gridRow, final int step) {
        return rowAfter(gridRow, step) < blocks;
    }

    boolean hasColumnsAfter(final int gridColumn, final int step) {
        return columnAfter(gridColumn, step) < blocks;
    }

    // --- who needs what in a step, and so who talks to whom ---

    /** Returns whether this node has blocks below the diagonal in the column of a step. */
    boolean hasLeft(final int step) {
        return ownsColumn(step) && hasRowsAfter(row, step);
    }

    /** Returns whether this node has blocks beside the diagonal in the row of a step. */
    boolean hasRight(final int step) {
        return ownsRow(step) && hasColumnsAfter(column, step);
    }

    boolean ownsDiagonal(final int step) {
        return ownsRow(step) && ownsColumn(step);
    }

    /** Returns whether this node solves with another's block on the diagonal. */
    boolean takesDiagonal(final int step) {
        return !ownsDiagonal(step) && (hasLeft(step) || hasRight(step));
    }

    /** Returns whether this node takes blocks below the diagonal from another. */
    boolean takesLeft(final int step) {
        return !ownsColumn(step) && isActive(step);
    }

    /** Returns whether this node takes blocks beside the diagonal from another. */
    boolean takesRight(final int step) {
        return !ownsRow(step) && isActive(step);
    }

    private boolean isActive(final int step) {
        return hasRowsAfter(row, step) && hasColumnsAfter(column, step);
    }

    /** Returns the node that owns the blocks below the diagonal of a step in this node's rows. */
    int leftOwner(final int step) {
        return node(row, step % columns);
    }

    /** Returns the node that owns the blocks beside the diagonal of a step in this node's columns. */
    int rightOwner(final int step) {
        return node(step % rows, column);
    }

    /** Calls back with the other nodes of this node's row of the grid that have columns left behind a step. */
    void visitRow(final int step, final IntConsumer visit) {
        for (int other = 1; other < columns; other++) {
            final int gridColumn = (column + other) % columns;
            if (hasColumnsAfter(gridColumn, step)) {
                visit.accept(node(row, gridColumn));
            }
        }
    }

    /** Calls back with the other nodes of this node's column of the grid that have rows left behind a step. */
    void visitColumn(final int step, final IntConsumer visit) {
        for (int other = 1; other < rows; other++) {
            final int gridRow = (row + other) % rows;
            if (hasRowsAfter(gridRow, step)) {
                visit.accept(node(gridRow, column));
            }
        }
    }

    // --- slots ---

    /** Returns this node's number of rows of blocks. */
    int rowSlots() {
        return slots(row, rows);
    }

    /** Returns this node's number of columns of blocks. */
    int columnSlots() {
        return slots(column, columns);
    }

    private int slots(final int first, final int distance) {
        return (blocks - first + distance - 1) / distance;
    }

    int rowSlot(final int i) {
        return i / rows;
    }

    int columnSlot(final int j) {
        return j / columns;
    }

    /** Returns the indices of a block. */
    Box box(final int i, final int j) {
        final long top = (long) i * side;
        final long left = (long) j * side;
        return Box.of(top, top + length(i), left, left + length(j));
    }
}
