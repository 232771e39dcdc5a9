package org.gmt4j.graph.table;

import java.util.Arrays;

/**
 * Finds the cells of a row: after {@link #parse} each column's cell is a piece of a byte array, valid until the next
 * row. Owned by one thread. Per row: nothing is allocated but by rows larger than all before.
 */
public abstract class RowParser {
    /** Offset in the file of the first row. */
    final long bodyOffset;
    final EdgeColumns columns;
    private final byte[][] cells = new byte[3][];
    private final int[] starts = new int[3];
    private final int[] ends = new int[3];
    /** Room for cells that do not stand in the line as they are. */
    private final byte[][] own = new byte[3][64];

    RowParser(final long bodyOffset, final EdgeColumns columns) {
        this.bodyOffset = bodyOffset;
        this.columns = columns;
    }

    /**
     * Finds the cells of a line.
     *
     * @param end of the line, its line break left out
     * @return false where the line is no row
     * @throws RowException where it is not well formed, or a cell is missing
     */
    abstract boolean parse(byte[] line, int start, int end);

    final void forgetCells() {
        Arrays.fill(cells, null);
    }

    final void put(final int column, final byte[] bytes, final int start, final int end) {
        cells[column] = bytes;
        starts[column] = start;
        ends[column] = end;
    }

    /** Room of at least so many bytes for the cell of a column. */
    final byte[] room(final int column, final int length) {
        if (own[column].length < length) {
            own[column] = new byte[Math.max(length, 2 * own[column].length)];
        }
        return own[column];
    }

    final boolean hasCell(final int column) {
        return cells[column] != null;
    }

    final byte[] cell(final int column) {
        return cells[column];
    }

    final int start(final int column) {
        return starts[column];
    }

    final int end(final int column) {
        return ends[column];
    }
}
