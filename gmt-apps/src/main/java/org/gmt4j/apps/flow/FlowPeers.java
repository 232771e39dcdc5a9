package org.gmt4j.apps.flow;

import java.util.function.IntConsumer;
import org.gmt4j.ga.MatrixOwners;

/**
 * Whose memory each node of {@code gmt run flow} uses, found without its cells: the same blocks, edges and owners. For
 * estimates and models. Immutable; any thread.
 *
 * <p>A node puts its edges into its own memory, and gets those of its neighbours from theirs. Sums and barriers are the
 * runtime's, and not in it.
 */
public final class FlowPeers {
    private final int nx;
    private final int ny;
    private final int nz;
    private final int[] grid;
    private final MatrixOwners owners;

    private FlowPeers(final int nx, final int ny, final int nz, final int nodes) {
        this.nx = nx;
        this.ny = ny;
        this.nz = nz;
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

    /** Calls back with each neighbour whose edge a node reads. */
    public void visit(final int node, final IntConsumer visit) {
        for (final HaloEdge edge : HaloEdge.of(FlowRun.block(owners.distribution(node), nz), nx, ny)) {
            owners.visit(edge.beside(), visit);
        }
    }
}
