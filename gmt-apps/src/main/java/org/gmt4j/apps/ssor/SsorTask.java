package org.gmt4j.apps.ssor;

import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A node's part in a run: one task, which computes plane by plane and gives way to its node in between. An iteration
 * sweeps up, sweeps down, corrects the solution, exchanges layers with the neighbours, and makes the residuals.
 */
final class SsorTask {
    /** For how long a task computes before it gives way, which costs some 30 us where nobody wants anything. */
    private static final long TURN_NS = 100_000;

    private final TaskContext ctx;
    private final Block block;
    private final ExactSolution solution;
    private final RightHandSide rightHandSide;
    private final TriangularSweep lower;
    private final TriangularSweep upper;
    private final Wavefront wavefront;
    private final LayerExchange layers;
    /** Of the last inner plane. */
    private final int top;
    private long step;
    private long yieldedNs;

    /** @param memory where its neighbours put what they have for it, see {@link Mailbox} */
    SsorTask(final TaskContext ctx, final ProcessGrid grid, final double timeStep, final ArmciMemory memory) {
        this.ctx = ctx;
        final Mailbox own = new Mailbox(grid, ctx.nodeId());
        block = new Block(grid.part(ctx.nodeId()), grid.n());
        solution = new ExactSolution(grid.n());
        rightHandSide = new RightHandSide(block);
        lower = new TriangularSweep(block, timeStep, true);
        upper = new TriangularSweep(block, timeStep, false);
        wavefront = new Wavefront(grid, own, block, memory);
        layers = new LayerExchange(grid, own, block, memory);
        top = grid.n() - 2;
    }

    /** Makes the forcing terms: the spatial operator applied to the exact solution. */
    void prepare() throws SuspendExecution {
        fill(false);
        makeResiduals();
        System.arraycopy(block.residual(), 0, block.forcing(), 0, block.forcing().length);
    }

    /** Sets the solution to that from which the iteration starts. No other node is asked. */
    void start() throws SuspendExecution {
        fill(true);
        makeResiduals();
    }

    private void fill(final boolean isStart) throws SuspendExecution {
        for (int k = 0; k <= top + 1; k++) {
            block.fill(solution, isStart, k);
            giveWay();
        }
    }

    private void makeResiduals() throws SuspendExecution {
        for (int k = 0; k <= top + 1; k++) {
            block.makePrimitive(k);
        }
        giveWay();
        for (int k = 1; k <= top; k++) {
            rightHandSide.makePlane(k);
            giveWay();
        }
    }

    void iterate(final int iterations) throws SuspendExecution {
        for (int i = 0; i < iterations; i++) {
            step++;
            sweepUp();
            sweepDown();
            for (int k = 1; k <= top; k++) {
                block.correct(1 / (TriangularSweep.OMEGA * (2 - TriangularSweep.OMEGA)), k);
            }
            layers.exchange(ctx, step);
            makeResiduals();
        }
    }

    private void sweepUp() throws SuspendExecution {
        for (int k = 1; k <= top; k++) {
            wavefront.take(ctx, Side.WEST, k, step);
            wavefront.take(ctx, Side.SOUTH, k, step);
            lower.solvePlane(k);
            wavefront.pass(ctx, Side.EAST, k, step);
            wavefront.pass(ctx, Side.NORTH, k, step);
            giveWay();
        }
    }

    private void sweepDown() throws SuspendExecution {
        for (int k = top; k > 0; k--) {
            wavefront.take(ctx, Side.EAST, k, step);
            wavefront.take(ctx, Side.NORTH, k, step);
            upper.solvePlane(k);
            wavefront.pass(ctx, Side.WEST, k, step);
            wavefront.pass(ctx, Side.SOUTH, k, step);
            giveWay();
        }
    }

    /** Gives way to the node, which then sends what a sweep has passed on, if this task has computed for some time. */
    private void giveWay() throws SuspendExecution {
        if (System.nanoTime() - yieldedNs > TURN_NS) {
            ctx.yield();
            yieldedNs = System.nanoTime();
        }
    }

    /** Returns what this block adds to the norms, see {@link BlockSums}. */
    double[] sums() throws SuspendExecution {
        final BlockSums sums = new BlockSums(block, solution);
        for (int k = 1; k <= top; k++) {
            sums.addPlane(k);
            giveWay();
        }
        return sums.sums();
    }

    /** Adds the sums of all nodes. */
    static double[] total(final TaskContext ctx, final double[] sums) throws SuspendExecution {
        final double[] all = new double[sums.length];
        for (int s = 0; s < all.length; s++) {
            all[s] = ctx.collectives().allReduce(sums[s], ReduceOperator.SUM);
        }
        return all;
    }
}
