package org.gmt4j.apps.lj;

import org.gmt4j.GmtCluster;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.BlockingMatrix;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixType;
import org.gmt4j.ga.Tile;

/**
 * One simulation on all nodes. Immutable.
 *
 * @param settings      of the simulation
 * @param ticketsAtOnce tasks that are drawn together; 0 for many at first and few in the end
 */
record LjRun(LjSettings settings, int ticketsAtOnce) implements Transferable {

    /**
     * What is left of a simulation on the nodes.
     *
     * @param seconds       of the steps, of the slowest node
     * @param ticketsAtOnce tasks that were drawn together at first
     * @param sortings      times that the particles were sorted, the first one at the start
     */
    record Left(LjMatrices matrices, double seconds, int ticketsAtOnce, int sortings) implements Transferable {
    }

    /** Runs the simulation, and fetches what {@link Judge} is to see. Called by a thread that is no task. */
    LjAnswer on(final GmtCluster cluster, final boolean withParticles) {
        final LjRun plan = this;
        final Left left = cluster.call(ctx -> plan.simulate(ctx));
        final LjMatrices matrices = left.matrices();
        try {
            return new LjAnswer(left.seconds(), left.ticketsAtOnce(), left.sortings(), whole(cluster, matrices.sums()),
                withParticles ? whole(cluster, matrices.moving()) : new double[0],
                withParticles ? whole(cluster, matrices.forces()) : new double[0]);
        } finally {
            cluster.run(ctx -> matrices.destroy(ctx));
        }
    }

    private static double[] whole(final GmtCluster cluster, final GlobalMatrix matrix) {
        final Box box = matrix.box();
        final Tile tile = Tile.of(MatrixType.DOUBLE, box.extent(0), box.extent(1));
        new BlockingMatrix(cluster.armci(), matrix).get(box, tile);
        return tile.doubles();
    }

    private Left simulate(final TaskContext ctx) throws SuspendExecution {
        final LjMatrices matrices = LjMatrices.create(ctx, settings);
        try {
            return simulate(ctx, matrices);
        } catch (final RuntimeException failure) {
            matrices.destroy(ctx);
            throw failure;
        }
    }

    private Left simulate(final TaskContext ctx, final LjMatrices matrices) throws SuspendExecution {
        final LjRun plan = this;
        final NodeLocal<LjNode> nodes = NodeLocal.create(ctx,
            node -> new LjNode(node, plan.settings, matrices, plan.ticketsAtOnce));
        try {
            double slowest = 0;
            for (final double seconds : ctx.callOnAll(node -> StepLoop.run(node, nodes, plan.settings))) {
                slowest = Math.max(slowest, seconds);
            }
            final LjNode here = nodes.get();
            return new Left(matrices, slowest, here.ticketsAtOnce(here.tasks().size()), here.sortings());
        } finally {
            nodes.free(ctx);
        }
    }
}
