package org.gmt4j.apps.flow;

import java.util.function.IntConsumer;
import org.gmt4j.ga.MatrixOwners;

/**
 * Whose memory each node of {@code gmt run flow} uses, found without its cells: the same blocks, sides and owners. For
 * estimates and models. Immutable; any thread.
 *
 * <p>A node puts its edges into the memory of its neighbours, by the library's update of ghosts. Sums are the
 * runtime's, and not in it.
 */
public final class FlowPeers {
    private final int[] grid;
    private final MatrixOwners owners;

    private FlowPeers(final int nx, final int ny, final int nz, final int nodes) {
        grid = Block.grid(nodes, nx, ny);
        owners = MatrixOwners.of(FlowRun.spec(nx, ny, nz, nodes), nodes);
    }

    /** Of a field of {@code nx} times {@code ny} columns of {@code nz} cells, each at least 1. */
    public static FlowPeers of(final int nx, final int ny, final int nz, final int nodes) {
        return new FlowPeers(nx, ny, nz, nodes);
    }

    /** Returns the blocks in the first direction. */
    public int blocksInX() {
        return grid[0];
    }

    /** Returns the blocks in the second direction. Nodes beyond the product of both have no columns. */
    public int blocksInY() {
        return grid[1];
    }

    /** Calls back with each neighbour that a node gives an edge. */
    public void visit(final int node, final IntConsumer visit) {
        owners.visitBeside(node, false, Halo.SIDES, visit);
    }
}
