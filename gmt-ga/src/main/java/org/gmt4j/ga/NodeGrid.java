package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A grid of nodes for a matrix. Immutable. */
final class NodeGrid {
    private NodeGrid() {
    }

    /**
     * Returns the grid whose blocks are the squarest, of as many nodes as can have one.
     *
     * @param most greatest number of blocks in each dimension
     */
    static int[] squarest(final long[] extents, final long[] most, final int nodes) {
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
