package org.gmt4j.apps.flow;

import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** What the tasks of a run do together, and when one gives way to its node. Owned by one task. */
final class Turns {
    /** For how long a task computes before it gives way. */
    private static final long TURN_NS = 500_000;
    /** Nodes whose values fit a message of any length together. */
    private static final int FEW = 8;

    private final TaskContext ctx;
    private long yieldedNs = System.nanoTime();

    Turns(final TaskContext ctx) {
        this.ctx = ctx;
    }

    /** Gives way to the node, if this task has computed for some time. */
    void giveWay() throws SuspendExecution {
        if (System.nanoTime() - yieldedNs > TURN_NS) {
            ctx.yield();
            yieldedNs = System.nanoTime();
        }
    }

    /** Returns the sum of the values of all nodes, the same on each of them. */
    double sum(final double value) throws SuspendExecution {
        return ctx.collectives().allReduce(value, ReduceOperator.SUM);
    }

    /** Returns two sums, in one round where there are few nodes. */
    double[] sums(final double first, final double second) throws SuspendExecution {
        if (ctx.nodeCount() > FEW) {
            return new double[] {sum(first), sum(second)};
        }
        final double[] sums = new double[2];
        for (final double[] pair : ctx.collectives().allGather(new double[] {first, second})) {
            sums[0] += pair[0];
            sums[1] += pair[1];
        }
        return sums;
    }

    /** Returns the greatest of the values of all nodes; not a number where one is none. */
    double max(final double value) throws SuspendExecution {
        return ctx.collectives().allReduce(value, ReduceOperator.MAX);
    }
}
