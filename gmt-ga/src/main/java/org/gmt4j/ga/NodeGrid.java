package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A grid of nodes for a matrix. Immutable. */
final class NodeGrid {
    private NodeGrid() {
    }

    /**
     * Returns the grid whose blocks are the squarest, of as many nodes as can have one: of all, where all can.
     *
     * @param most greatest number of blocks in each dimension
     */
    static int[] squarest(final long[] extents, final long[] most, final int nodes) {
        final long blocks = Arrays.stream(most).reduce(1, Box::times);
        int[] best = new int[0];
        long bestCount = 0;
        // where a dimension has too few blocks for a grid of all nodes, one of fewer may leave fewer out
        for (int used = nodes; used > bestCount && bestCount < blocks; used--) {
            final int[] fitting = squarestOfAll(extents, most, used);
            final long count = product(fitting);
            if (count > bestCount) {
                best = fitting;
                bestCount = count;
            }
        }
        return best;
    }

    /** Returns the best of the grids that have so many nodes before they are cut to the blocks that there are. */
    private static int[] squarestOfAll(final long[] extents, final long[] most, final int nodes) {
        int[] best = null;
        long bestCount = 0;
        double bestSurface = 0;
        for (final int[] grid : grids(extents.length, nodes)) {
            final int[] fitting = new int[grid.length];
            long count = 1;
            double surface = 0;
            for (int dim = 0; dim < grid.length; dim++) {
                fitting[dim] = (int) Math.min(grid[dim], most[dim]);
                count *= fitting[dim];
                surface += (double) fitting[dim] / extents[dim];
            }
            // most nodes first; then the least border, rows kept together where equal
            if (best == null || count > bestCount || count == bestCount && surface < bestSurface) {
                best = fitting;
                bestCount = count;
                bestSurface = surface;
            }
        }
        return best;
    }

    /** Returns all grids of so many nodes, most rows first. */
    private static Iterable<int[]> grids(final int dims, final int nodes) {
        if (dims == 1) {
            return List.of(new int[] {nodes});
        }
        final List<int[]> grids = new ArrayList<>();
        for (int first = nodes; first >= 1; first--) {
            if (nodes % first == 0) {
                for (final int[] rest : grids(dims - 1, nodes / first)) {
                    final int[] grid = new int[dims];
                    grid[0] = first;
                    System.arraycopy(rest, 0, grid, 1, dims - 1);
                    grids.add(grid);
                }
            }
        }
        return grids;
    }

    /** Returns the nodes of a grid, or the largest long where it has more. */
    static long product(final int[] grid) {
        return Arrays.stream(grid).asLongStream().reduce(1, Box::times);
    }
}
