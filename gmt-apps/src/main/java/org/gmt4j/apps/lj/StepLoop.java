package org.gmt4j.apps.lj;

import org.gmt4j.NodeLocal;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.Tile;

/**
 * The steps on one node: a member of a team with one task on each node.
 *
 * <pre>
 * move the own particles, publish them, no forces, no tickets
 *       |   how far has any particle gone?  (all nodes meet)  too far: sort
 * draw tasks until there are none, add forces
 *       |   has each task been done once?   (all nodes meet)
 * fetch the own forces, change the velocities
 * </pre>
 */
final class StepLoop {
    private final TaskContext ctx;
    private final NodeLocal<LjNode> nodes;
    private final LjNode node;
    private final OwnPart own;
    private final double[] sums;
    private long faults;

    private StepLoop(final TaskContext ctx, final NodeLocal<LjNode> nodes, final int steps) {
        this.ctx = ctx;
        this.nodes = nodes;
        node = nodes.get();
        own = node.own();
        sums = new double[LjMatrices.SUMS * (steps + 2)];
    }

    /** Runs the start and all steps; returns the seconds of the steps. */
    static double run(final TaskContext ctx, final NodeLocal<LjNode> nodes, final LjSettings settings)
        throws SuspendExecution {
        final StepLoop loop = new StepLoop(ctx, nodes, settings.steps());
        loop.own.begin(Lattice.of(settings), StartVelocities.of(settings));
        SpatialSort.run(ctx, loop.node);
        loop.computeForces(0);
        loop.record(0);
        ctx.barrier();
        final long startNs = System.nanoTime();
        for (int step = 1; step <= settings.steps(); step++) {
            loop.step(step);
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        loop.report(settings.steps() + 1);
        return seconds;
    }

    private void step(final int step) throws SuspendExecution {
        own.kick();
        own.drift();
        own.publish(ctx);
        own.clearForces(ctx);
        clearTickets();
        final double farthest = ctx.collectives().allReduce(own.farthest(), ReduceOperator.MAX);
        if (!(farthest <= node.grid().limit())) {
            SpatialSort.run(ctx, node);
        }
        computeForces(step);
        own.kick();
        record(step);
    }

    /** All have drawn numbers that are too large, and nobody draws now. */
    private void clearTickets() {
        for (final LocalPatch patch : node.matrices().tickets().local()) {
            patch.setLong(0, 0);
        }
    }

    private void computeForces(final int step) throws SuspendExecution {
        final NodeLocal<LjNode> all = nodes;
        ctx.parFor(node.drawerCount(), 1, SpawnPolicy.LOCAL, (i, task) -> draw(task, all.get(), (int) i));
        long marks = 0;
        final int row = LjMatrices.SUMS * step;
        for (int i = 0; i < node.drawerCount(); i++) {
            final TicketTask drawer = node.drawer(i);
            marks += drawer.marks();
            sums[row + 1] += drawer.energy();
            sums[row + 2] += drawer.interactions();
            sums[row + 3] += drawer.done();
        }
        if (ctx.collectives().allReduce(marks, ReduceOperator.SUM) != node.tasks().allMarks()) {
            faults++;
        }
        own.fetchForces(ctx);
    }

    private static void draw(final TaskContext task, final LjNode node, final int drawer) throws SuspendExecution {
        node.drawer(drawer).run(task, node);
    }

    private void record(final int step) {
        sums[LjMatrices.SUMS * step] = own.kineticEnergy();
    }

    /** Adds what this node knows to the matrix of sums, and stores the own particles. */
    private void report(final int lastRow) throws SuspendExecution {
        for (int dim = 0; dim < 3; dim++) {
            sums[LjMatrices.SUMS * lastRow + dim] = own.momentum(dim);
        }
        sums[LjMatrices.SUMS * lastRow + 3] = ctx.nodeId() == 0 ? faults : 0;
        node.matrices().sums().accumulate(ctx, Box.of(0, lastRow + 1, 0, LjMatrices.SUMS),
            Tile.of(sums, lastRow + 1, LjMatrices.SUMS), 1);
        own.publishAll(ctx);
    }
}
