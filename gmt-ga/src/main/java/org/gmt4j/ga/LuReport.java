package org.gmt4j.ga;

import org.gmt4j.Transferable;

/**
 * What a node says at the end of an LU factorisation.
 *
 * @param row         of the refused element, a pivot or one that is infinite or no number; {@link #NONE} for none
 * @param column      of it
 * @param refused     the element
 * @param input       size of the largest element of the matrix
 * @param largest     size of the node's largest element of the factors
 * @param blockRow    where it is
 * @param blockColumn where it is
 */
record LuReport(int node, long row, long column, double refused, double input, double largest, int blockRow,
                int blockColumn) implements Transferable {
    static final long NONE = -1;

    /** Of a node without blocks, or one that has seen another fail. */
    static LuReport empty(final int node) {
        return new LuReport(node, NONE, NONE, 0, 0, 0, 0, 0);
    }

    /** Of a node that found an element that has no factors. */
    static LuReport refused(final int node, final long row, final long column, final double element,
                            final double input) {
        return new LuReport(node, row, column, element, input, 0, 0, 0);
    }

    /** Returns whether the refused element comes before another node's, in the order of rows. */
    boolean isBefore(final LuReport other) {
        return row < other.row || row == other.row && column < other.column;
    }
}
