package org.gmt4j.bench.simulate.connections;

/**
 * Processes in rows and columns. Immutable; any thread.
 *
 * @param rows  of the grid
 * @param cols  of the grid
 * @param ranks along which way neighbours have neighbouring ranks
 */
record ProcessGrid(int rows, int cols, Ranks ranks) {
    /** How ranks run through a grid. */
    enum Ranks {
        /** Along the first row, then along the second. */
        ROW,
        /** Down the first column, then down the second. */
        COLUMN
    }

    /** The grid that is nearest to a square, with as many columns as rows or more. */
    static ProcessGrid nearSquare(final int processes, final Ranks ranks) {
        int rows = (int) Math.sqrt(processes);
        while (processes % rows != 0) {
            rows--;
        }
        return new ProcessGrid(rows, processes / rows, ranks);
    }

    /**
     * The grid whose parts of a field have the shortest sides between them; of two such, the one with more columns.
     *
     * @param width  cells of the field along a row
     * @param height cells of the field along a column
     */
    static ProcessGrid shortestSides(final int processes, final int width, final int height, final Ranks ranks) {
        ProcessGrid best = null;
        double shortest = Double.POSITIVE_INFINITY;
        for (int rows = 1; rows <= processes; rows++) {
            final int cols = processes / rows;
            final double sides = (double) width / cols + (double) height / rows;
            if (rows * cols == processes && sides < shortest) {
                shortest = sides;
                best = new ProcessGrid(rows, cols, ranks);
            }
        }
        return best;
    }

    int process(final int row, final int col) {
        return ranks == Ranks.ROW ? row * cols + col : col * rows + row;
    }

    @Override
    public String toString() {
        return rows + "x" + cols;
    }
}
