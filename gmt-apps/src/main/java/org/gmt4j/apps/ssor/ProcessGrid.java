package org.gmt4j.apps.ssor;

/**
 * Nodes in a grid over x and y: node {@code row * columns + column}. Of more nodes than a grid can use, the last ones
 * have no part.
 *
 * @param columns parts in x
 * @param rows    parts in y
 * @param n       points of an edge of the cube, at least as many as parts
 */
record ProcessGrid(int columns, int rows, int n) {
    static final int NOBODY = -1;

    /** Returns the grid nearest to a square of as many of the nodes as possible, not wider than deep. */
    static ProcessGrid of(final int nodes, final int n) {
        for (int used = nodes; ; used--) {
            for (int columns = (int) Math.sqrt(used); columns > 0 && used / columns <= n; columns--) {
                if (used % columns == 0) {
                    return new ProcessGrid(columns, used / columns, n);
                }
            }
        }
    }

    /** Returns the number of nodes that have a part. */
    int size() {
        return columns * rows;
    }

    boolean contains(final int node) {
        return node < size();
    }

    Part part(final int node) {
        final int column = node % columns;
        final int row = node / columns;
        return new Part(column * n / columns, (column + 1) * n / columns, row * n / rows, (row + 1) * n / rows);
    }

    /** Returns the neighbour on a side, or {@link #NOBODY}. */
    int neighbour(final int node, final Side side) {
        final int column = node % columns + side.columns();
        final int row = node / columns + side.rows();
        return column < 0 || column >= columns || row < 0 || row >= rows ? NOBODY : row * columns + column;
    }

    /** Returns whether two nodes are in the same row or column. */
    boolean areInLine(final int a, final int b) {
        return a % columns == b % columns || a / columns == b / columns;
    }
}
