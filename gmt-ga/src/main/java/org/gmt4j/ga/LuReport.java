package org.gmt4j.ga;

import org.gmt4j.Transferable;

/**
 * What a node says at the end of an LU factorisation.
 *
 * @param row         of the matrix, whose pivot was refused; {@link #NONE} for none
 * @param pivot       the refused one
 * @param input       size of the largest element of the matrix
 * @param largest     size of the node's largest element of the factors
 * @param blockRow    where it is
 * @param blockColumn where it is
 */
record LuReport(int node, long row, double pivot, double input, double largest, int blockRow, int blockColumn)
    implements Transferable {
    static final long NONE = -1;

    /** Of a node without blocks, or one that has seen another fail. */
    static LuReport empty(final int node) {
        return new LuReport(node, NONE, 0, 0, 0, 0, 0);
    }
}
