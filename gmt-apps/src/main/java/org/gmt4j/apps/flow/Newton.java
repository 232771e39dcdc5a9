package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Newton's iteration for one time step: linear systems for the change of all heads, each change halved as long as the
 * balance does not get better. All nodes decide alike, since they decide by sums and maxima of all. Owned by one task
 * of a team.
 */
final class Newton {
    /** What {@link #solve} returns where it does not converge. */
    static final int FAILED = -1;
    /** Of the water that has moved through the boundary in a step, what the balances of all cells may add up to. */
    private static final double BALANCE = 1e-9;
    /** The same of the water in the ground, for steps in which nothing moves. */
    private static final double ROUNDING = 1e-15;
    private static final double SHORTEST = 1.0 / 64;

    private final FlowPlan plan;
    private final Block block;
    private final Turns turns;
    private final Halo halo;
    private final Halo.Vector head;
    private final Balance balance;
    private final Jacobian jacobian;
    private final BiCgStab linear;
    /** Largest balances of the last call. */
    private final List<Double> history = new ArrayList<>();
    private long linearIterations;

    Newton(final FlowPlan plan, final Block block, final Turns turns, final Halo halo, final Conductances conductances,
           final Vectors vectors) {
        this.plan = plan;
        this.block = block;
        this.turns = turns;
        this.halo = halo;
        head = halo.vector(vectors.next());
        balance = new Balance(plan, block, turns, head, conductances, vectors);
        jacobian = new Jacobian(plan, block, balance, vectors);
        linear = new BiCgStab(block, turns, halo, jacobian, vectors);
    }

    Balance balance() {
        return balance;
    }

    /** Returns the largest balance of each iteration of the last step. */
    List<Double> history() {
        return history;
    }

    /** Returns the iterations of all linear systems so far. */
    long linearIterations() {
        return linearIterations;
    }

    /** Exchanges heads and computes the soil, after they were set. Called by all nodes. */
    void look() throws SuspendExecution {
        halo.exchange(head);
        balance.updateSoil();
    }

    /**
     * Changes the heads from those at the begin of a step to those at its end. Called by all nodes.
     *
     * @param step in seconds
     * @return iterations, or {@link #FAILED}
     */
    int solve(final double step) throws SuspendExecution {
        history.clear();
        balance.beginStep();
        balance.compute(step);
        double norm = turns.max(balance.largest());
        history.add(norm);
        for (int iteration = 0; !hasConverged(norm, step); iteration++) {
            if (iteration == plan.mostNewton()) {
                return FAILED;
            }
            fill(step);
            final int more = linear.solve(balance.residual());
            linearIterations += more;
            final double better = search(norm, step);
            history.add(better);
            if (!(better < norm)) {
                return FAILED;
            }
            norm = better;
        }
        return history.size() - 1;
    }

    private boolean hasConverged(final double norm, final double step) throws SuspendExecution {
        if (!(norm <= plan.tolerance())) {
            return false;
        }
        final double[] sums = turns.sums(balance.sum(), balance.rain() + balance.throughBottom());
        return Math.abs(sums[0]) * step <= BALANCE * sums[1] * step
            + ROUNDING * plan.cells() * FlowPlan.VOLUME * FlowPlan.POROSITY;
    }

    private void fill(final double step) throws SuspendExecution {
        for (int plane = 0; plane < block.planes(); plane++) {
            jacobian.fill(plane, step);
            turns.giveWay();
        }
    }

    /** Adds the change to the heads, halved until the balance is better. Returns the largest one that is left. */
    private double search(final double norm, final double step) throws SuspendExecution {
        double length = 0;
        double next = 1;
        double found = norm;
        while (!(found < norm) && next >= SHORTEST) {
            add(next - length);
            look();
            balance.compute(step);
            found = turns.max(balance.largest());
            length = next;
            next /= 2;
        }
        return found;
    }

    private void add(final double length) {
        final double[] h = head.values();
        final double[] change = linear.solution();
        for (int plane = 0; plane < block.planes(); plane++) {
            for (int c = block.from(plane); c < block.to(plane); c++) {
                h[c] += length * change[c];
            }
        }
    }
}
