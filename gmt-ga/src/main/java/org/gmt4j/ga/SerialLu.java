package org.gmt4j.ga;

/**
 * The same factorisation by one thread: the blocks, the kernels and the order of {@link LuFactorisation}, and so the
 * same results bit by bit, without nodes. To compare with. All elements are on the heap; for one thread.
 */
public final class SerialLu {
    private final LuGrid grid;
    private final LuCells cells;
    private final LuPanel panel;

    /** What a matrix begins with. */
    @FunctionalInterface
    public interface Elements {
        /** Returns an element. */
        double at(int row, int column);
    }

    /** Makes a matrix of {@code size} rows and columns, in square blocks of {@code side}. */
    public SerialLu(final int size, final int side, final Elements elements) {
        if (size < 1 || side < 1) {
            throw MatrixSpec.bad("a matrix of " + size + " rows in blocks of " + side + ": each at least 1");
        }
        grid = LuGrid.alone(size, Math.min(side, size));
        cells = new LuCells(grid);
        panel = new LuPanel(grid);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                cells.at(i / grid.side(), j / grid.side())[i % grid.side()][j % grid.side()] = elements.at(i, j);
            }
        }
    }

    /** Replaces the matrix by its factors. @throws MatrixException GMT-387 where a pivot is zero */
    public void factor() {
        for (int step = 0; step < grid.blocks(); step++) {
            panel.begin(step);
            final int bad = cells.factor(panel, 0);
            if (bad >= 0) {
                throw new MatrixException(MatrixException.SINGULAR, "the pivot in row "
                    + ((long) step * grid.side() + bad) + " of one thread's matrix is "
                    + cells.at(step, step)[bad][bad]);
            }
            for (int i = step + 1; i < grid.blocks(); i++) {
                cells.divide(panel, i);
                cells.eliminate(panel, i);
            }
            panel.complete();
            update(step);
        }
    }

    private void update(final int step) {
        for (int j = step + 1; j < grid.blocks(); j++) {
            for (int i = step + 1; i < grid.blocks(); i++) {
                cells.update(panel, i, j);
            }
        }
    }

    /** Returns an element: of the factors, once there are. */
    public double value(final int row, final int column) {
        return cells.at(row / grid.side(), column / grid.side())[row % grid.side()][column % grid.side()];
    }
}
