package org.gmt4j.bench.simulate.connections;

/**
 * Flow through a field of cells, cut in x and y, and in depth only if asked for: each process reads the cells around
 * its part from its neighbours. A field has borders; there are no neighbours across them. Sums over all processes are
 * made in a node's shared memory first, then go up and down a binomial tree of the nodes' masters, unless they travel
 * as messages.
 *
 * @param grid       of the processes of a layer: rows along y, columns along x
 * @param layers     of processes in depth; ranks go through one after the other
 * @param corners    reads cells from diagonal neighbours, too
 * @param reductions how sums travel
 */
record FlowPattern(ProcessGrid grid, int layers, boolean corners, Reductions reductions) implements Pattern {
    /** The way of sums over all processes. */
    enum Reductions {
        /** By operations on memory of other nodes' masters. */
        TREE,
        /** As messages, which need no server. */
        NONE
    }

    @Override
    public String layout() {
        return grid.cols() + "x" + grid.rows() + (layers == 1 ? "" : "x" + layers)
            + (grid.ranks() == ProcessGrid.Ranks.ROW ? "" : " columns") + (corners ? " corners" : "");
    }

    @Override
    public void run(final ConnectionTable table) {
        for (int layer = 0; layer < layers; layer++) {
            for (int row = 0; row < grid.rows(); row++) {
                for (int col = 0; col < grid.cols(); col++) {
                    exchange(table, layer, row, col);
                }
            }
        }
        if (reductions == Reductions.TREE) {
            reduce(table);
        }
    }

    private void exchange(final ConnectionTable table, final int layer, final int row, final int col) {
        final int client = process(layer, row, col);
        for (int z = Math.max(layer - 1, 0); z <= Math.min(layer + 1, layers - 1); z++) {
            for (int y = Math.max(row - 1, 0); y <= Math.min(row + 1, grid.rows() - 1); y++) {
                for (int x = Math.max(col - 1, 0); x <= Math.min(col + 1, grid.cols() - 1); x++) {
                    if (corners || Math.abs(x - col) + Math.abs(y - row) + Math.abs(z - layer) == 1) {
                        table.touchProcess(client, process(z, y, x));
                    }
                }
            }
        }
    }

    private int process(final int layer, final int row, final int col) {
        return layer * grid.rows() * grid.cols() + grid.process(row, col);
    }

    private static void reduce(final ConnectionTable table) {
        final Placement placement = table.placement();
        for (int node = 1; node < placement.nodes(); node++) {
            final int parent = node & node - 1;
            table.touch(placement.masterOf(node), parent);
            table.touch(placement.masterOf(parent), node);
        }
    }
}
