package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;

/**
 * A node's part in a run: its columns, in backward Euler steps through time. A step that does not converge is repeated
 * with half its length; steps grow while they are easy. One task of a team.
 */
final class FlowTask {
    /** The shortest step, of the first one. */
    private static final double SHORTEST = 1.0 / 1024;
    private static final int EASY = 5;
    private static final double GROWTH = 1.25;

    private final FlowPlan plan;
    private final Block block;
    private final Halo halo;
    private final double[] head;
    private final double[] headBefore;
    private final Newton newton;
    private final TaskContext ctx;
    private final List<Double> steps = new ArrayList<>();
    private long newtonIterations;
    private int cuts;
    private double failedStep;
    private double rain;
    private double fromBelow;
    private double moved;

    private FlowTask(final TaskContext ctx, final FlowPlan plan, final Block block, final Halo halo,
                     final Conductances conductances, final Vectors vectors) {
        this.ctx = ctx;
        this.plan = plan;
        this.block = block;
        this.halo = halo;
        headBefore = vectors.next();
        newton = new Newton(plan, block, new Turns(ctx), halo, conductances, vectors);
        head = newton.balance().heads();
    }

    /** @param matrix of the whole grid, see {@link Halo} */
    static FlowTask create(final TaskContext ctx, final FlowPlan plan, final Block block, final GlobalMatrix matrix)
        throws SuspendExecution {
        final Vectors vectors = ctx.callBlocking(() -> new Vectors(Vectors.COUNT, block.length()));
        final Conductances conductances = ctx.callBlocking(() -> new Conductances(plan, block));
        return new FlowTask(ctx, plan, block, new Halo(ctx, block, matrix), conductances, vectors);
    }

    /** Runs from the beginning to the end of the simulated time, or to a step that does not converge. */
    FlowAnswer run() throws SuspendExecution {
        start();
        newton.look();
        final double before = newton.balance().stored();
        ctx.barrier();
        final long startNs = System.nanoTime();
        double time = 0;
        double step = plan.firstStep();
        while (time < plan.seconds() && failedStep == 0) {
            final boolean isLast = step >= plan.seconds() - time;
            final double done = advance(isLast ? plan.seconds() - time : step);
            step = done > 0 ? done * (newton.history().size() - 1 <= EASY ? GROWTH : 1) : step;
            time = isLast && done == plan.seconds() - time ? plan.seconds() : time + done;
        }
        ctx.barrier();
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        return new FlowAnswer(seconds, work(), new FlowAnswer.Water(before, newton.balance().stored(), rain, fromBelow,
            moved, halo.neighbours()));
    }

    private void start() throws SuspendExecution {
        for (int plane = 0; plane < block.planes(); plane++) {
            for (int row = 0; row < block.rows(); row++) {
                for (int k = 0; k < block.nz(); k++) {
                    head[block.column(plane, row) + k] = plan.initialHead(k);
                }
            }
            ctx.yield();
        }
    }

    /** Makes a step, shorter where it does not converge. Returns its length, or 0 and {@code failedStep} is set. */
    private double advance(final double longest) throws SuspendExecution {
        System.arraycopy(head, 0, headBefore, 0, headBefore.length);
        final double shortest = Math.min(longest, SHORTEST * plan.firstStep());
        double step = longest;
        while (step >= shortest) {
            final int iterations = newton.solve(step);
            newtonIterations += newton.history().size() - 1;
            if (iterations != Newton.FAILED) {
                count(step);
                return step;
            }
            cuts++;
            System.arraycopy(headBefore, 0, head, 0, headBefore.length);
            newton.look();
            failedStep = step;
            step /= 2;
        }
        return 0;
    }

    private void count(final double step) {
        final Balance balance = newton.balance();
        failedStep = 0;
        steps.add(step);
        rain += balance.rain() * step;
        fromBelow += balance.fromBelow() * step;
        moved += (balance.rain() + balance.throughBottom()) * step;
    }

    private FlowAnswer.Work work() {
        return new FlowAnswer.Work(array(steps), newtonIterations, newton.linearIterations(), cuts,
            array(newton.history()), failedStep);
    }

    private static double[] array(final List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Writes the heads at the end, and those at the beginning of the last step. */
    void store(final GlobalMatrix after, final GlobalMatrix before) throws SuspendExecution {
        halo.store(head, after);
        halo.store(headBefore, before);
    }
}
