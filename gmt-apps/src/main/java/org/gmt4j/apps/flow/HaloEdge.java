package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.ga.Box;

/**
 * An edge of a block, and the columns beside it, which belong to a neighbour. Immutable; any thread.
 *
 * @param own    that others read
 * @param beside that the block's node reads
 */
record HaloEdge(Box own, Box beside) {

    /** Returns the edges that a block has within the grid; none of a block without columns. */
    static List<HaloEdge> of(final Block block, final int nx, final int ny) {
        final List<HaloEdge> edges = new ArrayList<>();
        if (block.planes() == 0) {
            return edges;
        }
        if (block.west() > 0) {
            edges.add(new HaloEdge(planes(block, block.west()), planes(block, block.west() - 1)));
        }
        if (block.east() < nx) {
            edges.add(new HaloEdge(planes(block, block.east() - 1), planes(block, block.east())));
        }
        if (block.south() > 0) {
            edges.add(new HaloEdge(rows(block, block.south()), rows(block, block.south() - 1)));
        }
        if (block.north() < ny) {
            edges.add(new HaloEdge(rows(block, block.north() - 1), rows(block, block.north())));
        }
        return edges;
    }

    private static Box planes(final Block block, final int i) {
        return Box.of(i, i + 1, block.south(), block.north(), 0, block.nz());
    }

    private static Box rows(final Block block, final int j) {
        return Box.of(block.west(), block.east(), j, j + 1, 0, block.nz());
    }
}
