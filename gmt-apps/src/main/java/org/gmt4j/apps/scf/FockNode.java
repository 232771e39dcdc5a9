package org.gmt4j.apps.scf;

import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Tile;

/** A node's part: the integrals' tables, and a stream of tasks for each worker. One for each node. */
final class FockNode {
    private final Blocks blocks;
    private final Integrals integrals;
    /** Each stream writes its own element; read when all have ended. */
    private Work[] works = {};

    /**
     * What a stream or a node has done. Immutable.
     *
     * @param tasks     drawn
     * @param integrals computed
     * @param counterNs waited for the counter
     * @param totalNs   from the first draw to the last
     */
    record Work(long tasks, long integrals, long counterNs, long totalNs) implements Transferable {
        static final Work NONE = new Work(0, 0, 0, 0);

        Work plus(final Work other) {
            return new Work(tasks + other.tasks, integrals + other.integrals, counterNs + other.counterNs,
                totalNs + other.totalNs);
        }
    }

    FockNode(final Molecule molecule, final Blocks blocks) {
        this.blocks = blocks;
        integrals = new Integrals(molecule);
    }

    /** Does this node's share of a Fock matrix. */
    static Work build(final TaskContext ctx, final NodeLocal<FockNode> nodes, final ScfArrays arrays)
        throws SuspendExecution {
        final int streams = ctx.workerCount();
        nodes.get().works = new Work[streams];
        if (streams == 1) {
            nodes.get().stream(ctx, arrays, 0);
        } else {
            ctx.parFor(streams, 1, SpawnPolicy.LOCAL, (i, c) -> nodes.get().stream(c, arrays, (int) i));
        }
        Work all = Work.NONE;
        for (final Work work : nodes.get().works) {
            all = all.plus(work);
        }
        return all;
    }

    private void stream(final TaskContext ctx, final ScfArrays arrays, final int number) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final double[] density = new double[integrals.size() * integrals.size()];
        arrays.density().get(ctx, arrays.density().box(), Tile.of(density, integrals.size(), integrals.size()));
        final FockTask task = new FockTask(blocks, integrals, density);
        long tasks = 0;
        long counterNs = 0;
        while (true) {
            final long drawNs = System.nanoTime();
            final long ticket = arrays.counter().readIncrement(ctx, 1, 0);
            counterNs += System.nanoTime() - drawNs;
            ctx.await();
            if (ticket >= blocks.tasks()) {
                break;
            }
            tasks++;
            if (task.compute(ctx, ticket)) {
                task.accumulate(ctx, arrays.fock());
            }
        }
        works[number] = new Work(tasks, task.computed(), counterNs, System.nanoTime() - startNs);
    }
}
