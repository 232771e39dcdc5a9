package org.gmt4j.ga;

import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * Whose memory each node uses while {@link LuFactorisation} works, found without a matrix: the steps of all nodes, with
 * the questions that the factorisation itself asks in each. For estimates and models. Immutable; any thread.
 *
 * <p>A node that gets blocks uses their owner's memory, and one that sets flags, or puts, that of those who wait. Nodes
 * talk along their row and their column of the grid alone. What the runtime needs besides, to start tasks on all nodes
 * and for the one reduction at the beginning, is not in it.
 */
public final class LuPeers {
    private final int size;
    private final int side;
    private final int[] grid;
    private final int[] nodes;

    private LuPeers(final int size, final int side, final int[] grid) {
        this.size = size;
        this.side = side;
        this.grid = grid;
        nodes = new int[Math.multiplyExact(grid[0], grid[1])];
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = node;
        }
    }

    /**
     * Of a matrix of {@code size} rows in blocks of {@code side}, as {@link MatrixSpec#blockCyclic} deals it to nodes.
     * Nodes beyond {@link #rows} times {@link #columns} have no blocks and talk to nobody.
     *
     * @throws MatrixException GMT-380 where there is no such matrix
     */
    public static LuPeers of(final int size, final int side, final int nodes) {
        final CyclicLayout layout = (CyclicLayout) Layout.of(MatrixSpec.doubles(size, size).blockCyclic(side, side),
            nodes);
        return new LuPeers(size, LuGrid.side(layout), new int[] {layout.grid(0), layout.grid(1)});
    }

    /** Returns the rows of the grid of nodes. Node n is in row n / columns. */
    public int rows() {
        return grid[0];
    }

    /** Returns the columns of the grid of nodes. */
    public int columns() {
        return grid[1];
    }

    /**
     * Calls back with each node whose memory a node uses, once. Cost: a node knows all of its row and column of the
     * grid after a few rounds of the grid; steps behind are not looked at.
     *
     * @param visit gets another node
     */
    public void visit(final int node, final LuForm form, final IntConsumer visit) {
        if (node >= nodes.length) {
            return;
        }
        final LuGrid seen = seen(node);
        final Peers peers = new Peers(nodes.length);
        final int most = grid[0] + grid[1] - 2;
        for (int step = 0; step < seen.blocks() && peers.count < most; step++) {
            if (form == LuForm.PUT_NB) {
                taken(seen, step, peers);
            } else {
                gets(seen, step, peers);
            }
            sends(seen, step, peers);
        }
        peers.found.stream().forEach(visit);
    }

    /** Returns the grid as a node sees it. */
    private LuGrid seen(final int node) {
        return LuGrid.at(size, side, grid, new int[] {node / grid[1], node % grid[1]}, nodes);
    }

    /** Those that have been found, and how many. */
    private static final class Peers implements IntConsumer {
        private final BitSet found;
        private int count;

        private Peers(final int nodes) {
            found = new BitSet(nodes);
        }

        @Override
        public void accept(final int node) {
            if (!found.get(node)) {
                found.set(node);
                count++;
            }
        }
    }

    private static void gets(final LuGrid seen, final int step, final IntConsumer use) {
        if (seen.takesDiagonal(step)) {
            use.accept(seen.owner(step, step));
        }
        if (seen.takesLeft(step)) {
            use.accept(seen.leftOwner(step));
        }
        if (seen.takesRight(step)) {
            use.accept(seen.rightOwner(step));
        }
    }

    /** Flags, or blocks and flags, for those who need what this node has solved. */
    private static void sends(final LuGrid seen, final int step, final IntConsumer use) {
        if (seen.ownsDiagonal(step) || seen.hasLeft(step)) {
            seen.visitRow(step, use);
        }
        if (seen.ownsDiagonal(step) || seen.hasRight(step)) {
            seen.visitColumn(step, use);
        }
    }

    /** Flags that buffers are free, for those who write there next. */
    private static void taken(final LuGrid seen, final int step, final IntConsumer use) {
        final int next = step + LuRooms.STEPS;
        if (next < seen.blocks() && seen.takesLeft(step) && !seen.ownsColumn(next)) {
            use.accept(seen.leftOwner(next));
        }
        if (next < seen.blocks() && seen.takesRight(step) && !seen.ownsRow(next)) {
            use.accept(seen.rightOwner(next));
        }
    }
}
