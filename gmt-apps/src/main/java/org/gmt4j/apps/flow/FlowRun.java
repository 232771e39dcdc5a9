package org.gmt4j.apps.flow;

import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Matrices;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;
import org.gmt4j.ga.Tile;

/**
 * A problem and the matrices that hold the heads afterwards. Immutable; travels.
 *
 * @param after  heads at the end of the last step; before, by its ghosts nodes exchange the edges of their vectors
 * @param before heads at its beginning
 */
record FlowRun(FlowPlan plan, GlobalMatrix after, GlobalMatrix before) {

    /** Makes the matrices; called by one task. */
    static FlowRun create(final TaskContext ctx, final FlowPlan plan) throws SuspendExecution {
        final MatrixSpec spec = spec(plan.nx(), plan.ny(), plan.nz(), ctx.nodeCount());
        final GlobalMatrix[] made = Matrices.create(ctx, spec.ghosts(1, 1, 0).named("heads"),
            spec.named("heads before"));
        return new FlowRun(plan, made[0], made[1]);
    }

    /** Returns how cells are dealt to nodes. */
    static MatrixSpec spec(final int nx, final int ny, final int nz, final int nodes) {
        final int[] grid = Block.grid(nodes, nx, ny);
        return MatrixSpec.doubles(nx, ny, nz).grid(grid[0], grid[1], 1);
    }

    /** Returns the block of a node that owns some cells, or none. */
    static Block block(final List<Box> own, final int nz) {
        return Block.of(own.isEmpty() ? null : own.get(0), nz);
    }

    /** Runs once; called by one task. */
    FlowAnswer onNodes(final TaskContext ctx) throws SuspendExecution {
        final FlowRun run = this;
        return FlowAnswer.of(ctx.callOnAll(node -> run.onNode(node)));
    }

    private FlowAnswer onNode(final TaskContext ctx) throws SuspendExecution {
        final Block own = block(after.distribution(ctx.nodeId()), plan.nz());
        final FlowTask task = FlowTask.create(ctx, plan, own, after);
        final FlowAnswer answer = task.run();
        task.store(after, before);
        return answer;
    }

    /** Returns the heads at the end, plane by plane and column by column; for small grids, and for a task. */
    double[] heads(final TaskContext ctx) throws SuspendExecution {
        return after.get(ctx, after.box()).doubles();
    }

    /**
     * Returns by how much the last step misses the discrete equations, as the greatest error of a cell's water content.
     * Reads the heads plane by plane; called by one task.
     *
     * @param step length of the last step, in seconds
     */
    double missed(final TaskContext ctx, final double step) throws SuspendExecution {
        final Reference reference = new Reference(plan);
        final double[][] window = new double[3][plan.ny() * plan.nz()];
        final double[] old = new double[plan.ny() * plan.nz()];
        double largest = 0;
        read(ctx, after, 0, window[0]);
        for (int i = 0; i < plan.nx(); i++) {
            if (i + 1 < plan.nx()) {
                read(ctx, after, i + 1, window[(i + 1) % 3]);
            }
            read(ctx, before, i, old);
            largest = Math.max(largest, missed(reference, window, old, step, i));
            ctx.yield();
        }
        return largest;
    }

    private void read(final TaskContext ctx, final GlobalMatrix matrix, final int i, final double[] plane)
        throws SuspendExecution {
        matrix.get(ctx, Box.of(i, i + 1, 0, plan.ny(), 0, plan.nz()), Tile.of(plane, 1, plan.ny(), plan.nz()));
    }

    private double missed(final Reference reference, final double[][] window, final double[] old, final double step,
                          final int i) {
        final int nz = plan.nz();
        double largest = 0;
        for (int j = 0; j < plan.ny(); j++) {
            for (int k = 0; k < nz; k++) {
                final double error = Math.abs(reference.error((a, b, c) -> window[a % 3][b * nz + c],
                    (a, b, c) -> old[b * nz + c], step, i, j, k));
                largest = error <= largest ? largest : error;           // nor is what is not a number lost
            }
        }
        return largest;
    }

    /** Gives the matrices back; called by one task. */
    void destroy(final TaskContext ctx) throws SuspendExecution {
        after.destroy(ctx);
        before.destroy(ctx);
    }
}
