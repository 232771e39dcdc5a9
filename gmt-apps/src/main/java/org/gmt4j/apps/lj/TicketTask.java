package org.gmt4j.apps.lj;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Draws tasks from the counter until there are none, and computes them: fetches the coordinates of both blocks, of the
 * next task while it computes, and adds the forces to the matrix without waiting for it. Tasks drawn together have
 * mostly the same first block, which is then fetched once and whose forces are added once. One task at a time.
 */
final class TicketTask {
    private final ForceKernel kernel;
    private final Block[] first = {new Block(), new Block()};
    private final Block[] second = {new Block(), new Block()};
    /** Which of the first blocks is the one of the current task. */
    private int turn;
    private long marks;
    private long done;

    TicketTask(final ForceKernel kernel) {
        this.kernel = kernel;
    }

    double energy() {
        return kernel.energy();
    }

    long interactions() {
        return kernel.interactions();
    }

    /** Returns the sum of the marks of the tasks of this step. */
    long marks() {
        return marks;
    }

    /** Returns the number of tasks of this step. */
    long done() {
        return done;
    }

    /** Does tasks of one step until none is left. */
    void run(final TaskContext ctx, final LjNode node) throws SuspendExecution {
        begin(ctx);
        final long all = node.tasks().size();
        final int atOnce = node.ticketsAtOnce();
        long ticket = node.matrices().tickets().readIncrement(ctx, atOnce, 0);
        while (ticket < all) {
            compute(ctx, node, (int) ticket, (int) Math.min(all, ticket + atOnce));
            ticket = node.matrices().tickets().readIncrement(ctx, atOnce, 0);
        }
    }

    private void begin(final TaskContext ctx) {
        kernel.begin();
        marks = 0;
        done = 0;
        for (int i = 0; i < 2; i++) {
            first[i].begin(ctx);
            second[i].begin(ctx);
        }
    }

    /** Computes tasks from one number to another; the first block of the last one stays until it is sent. */
    private void compute(final TaskContext ctx, final LjNode node, final int from, final int to)
        throws SuspendExecution {
        fetchFirst(ctx, node, from);
        fetchSecond(ctx, node, from);
        first[turn].receive(ctx);
        for (int task = from; task < to; task++) {
            final Block one = first[turn];
            final Block other = second[task & 1];
            final boolean isLast = task + 1 == to || node.tasks().first(task + 1) != one.number();
            if (task + 1 < to) {
                fetchSecond(ctx, node, task + 1);
            }
            if (isLast && task + 1 < to) {
                turn ^= 1;
                fetchFirst(ctx, node, task + 1);
            }
            meet(ctx, node, task, one, other);
            if (isLast) {
                one.send(ctx, node);
            }
            if (isLast && task + 1 < to) {
                first[turn].receive(ctx);
            }
        }
    }

    private void fetchFirst(final TaskContext ctx, final LjNode node, final int task) throws SuspendExecution {
        first[turn].fetch(ctx, node, node.tasks().first(task));
    }

    private void fetchSecond(final TaskContext ctx, final LjNode node, final int task) throws SuspendExecution {
        if (node.tasks().first(task) != node.tasks().second(task)) {
            second[task & 1].fetch(ctx, node, node.tasks().second(task));
        }
    }

    private void meet(final TaskContext ctx, final LjNode node, final int task, final Block one, final Block other)
        throws SuspendExecution {
        if (node.tasks().first(task) == node.tasks().second(task)) {
            kernel.meet(one);
        } else {
            other.receive(ctx);
            kernel.meet(one, other);
            other.send(ctx, node);
        }
        marks += TaskList.mark(task);
        done++;
    }
}
