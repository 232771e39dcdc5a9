package org.gmt4j.bench.simulate.connections;

import java.util.SplittableRandom;

/**
 * Lennard-Jones by force decomposition: the matrix of forces between atoms is cut into square blocks, each a task.
 * Coordinates and forces lie in atom order on processes, the same number on each. A task gets the coordinates of its
 * rows and of its columns, and accumulates forces there. The first task of a process is its rank; the next ones come
 * from a counter of process 0, which every process asks, at least to hear that none is left.
 *
 * <p>Tasks are of very different length, so that any process may be the next to ask: each with the same probability.
 *
 * @param atoms     in all
 * @param blockSize atoms along a side of a block
 * @param seed      of the order in which processes ask
 */
record LennardJonesPattern(int atoms, int blockSize, long seed) implements Pattern {
    @Override
    public String layout() {
        return blocks() + "x" + blocks();
    }

    private int blocks() {
        return (atoms + blockSize - 1) / blockSize;
    }

    @Override
    public void run(final ConnectionTable table) {
        final int processes = table.placement().processes();
        final int blocks = blocks();
        final long tasks = (long) blocks * blocks;
        for (int client = 0; client < processes; client++) {
            table.touchProcess(client, 0);
        }
        final SplittableRandom random = new SplittableRandom(seed);
        for (long task = 0; task < tasks && !table.isFull(); task++) {
            final int client = task < processes ? (int) task : RandomOwners.next(random, processes);
            if (!table.isFull(client)) {
                touchBlock(table, client, (int) (task / blocks));
                touchBlock(table, client, (int) (task % blocks));
            }
        }
    }

    /** All nodes that have atoms of a block. */
    private void touchBlock(final ConnectionTable table, final int client, final int block) {
        final long first = (long) block * blockSize;
        final long last = Math.min(first + blockSize, atoms) - 1;
        final int lastNode = nodeOf(table.placement(), last);
        for (int node = nodeOf(table.placement(), first); node <= lastNode; node++) {
            table.touch(client, node);
        }
    }

    private int nodeOf(final Placement placement, final long atom) {
        return placement.nodeOf((int) (atom * placement.processes() / atoms));
    }
}
