package org.gmt4j.apps.lj;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Draws tasks from the counter, several at once, until there are none, and computes them. Those drawn together fetch
 * each of their blocks once, all at the same time, and add the forces on each to the matrix once; that goes on while
 * more are drawn. While a task waits, the node's others compute. One task at a time.
 */
final class TicketTask {
    private final ForceKernel kernel;
    /** Blocks of the tasks drawn together. */
    private Block[] blocks = {};
    private int blockCount;
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
        kernel.begin();
        marks = 0;
        done = 0;
        final long all = node.tasks().size();
        int atOnce = node.ticketsAtOnce(all);
        long ticket = node.matrices().tickets().readIncrement(ctx, atOnce, 0);
        while (ticket < all) {
            final long end = Math.min(all, ticket + atOnce);
            compute(ctx, node, (int) ticket, (int) end);
            atOnce = node.ticketsAtOnce(all - end);
            ticket = node.matrices().tickets().readIncrement(ctx, atOnce, 0);
        }
    }

    /** Computes tasks from one number to another; their forces are under way afterwards. */
    private void compute(final TaskContext ctx, final LjNode node, final int from, final int to)
        throws SuspendExecution {
        ctx.await();
        fetch(ctx, node, from, to);
        ctx.await();
        for (int i = 0; i < blockCount; i++) {
            blocks[i].begin();
        }
        for (int task = from; task < to; task++) {
            meet(node.tasks(), task);
            ctx.yield();    // others wait for tickets and blocks of this node
        }
        for (int i = 0; i < blockCount; i++) {
            blocks[i].send(ctx, node);
        }
    }

    private void fetch(final TaskContext ctx, final LjNode node, final int from, final int to) {
        blockCount = 0;
        for (int task = from; task < to; task++) {
            fetch(ctx, node, node.tasks().first(task));
            fetch(ctx, node, node.tasks().second(task));
        }
    }

    private void fetch(final TaskContext ctx, final LjNode node, final int number) {
        if (find(number) < blockCount) {
            return;
        }
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount + 2);
            for (int i = blockCount; i < blocks.length; i++) {
                blocks[i] = new Block();
            }
        }
        blocks[blockCount++].fetch(ctx, node, number);
    }

    /** Returns where a block is, or the number of blocks. */
    private int find(final int number) {
        int at = 0;
        while (at < blockCount && blocks[at].number() != number) {
            at++;
        }
        return at;
    }

    private void meet(final TaskList tasks, final int task) {
        final Block one = blocks[find(tasks.first(task))];
        if (tasks.first(task) == tasks.second(task)) {
            kernel.meet(one);
        } else {
            kernel.meet(one, blocks[find(tasks.second(task))]);
        }
        marks += TaskList.mark(task);
        done++;
    }
}
