package org.gmt4j.apps.lj;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Draws tasks from the counter, several at once, until there are none, and computes them. Blocks that tasks drawn
 * together need and that are not here are fetched all at the same time. A block stays until the end of the step, or
 * until there are too many: then the forces on each are added to the matrix. While a task waits, the node's others
 * compute. One task at a time.
 */
final class TicketTask {
    /** Blocks that stay: 25 MB of the usual 256 particles, so that memory does not grow with the particles. */
    private static final int MOST_BLOCKS = 2048;
    private static final int NOT_HERE = -1;

    private final ForceKernel kernel;
    /** By number of a block, where it is among those that are here. */
    private final int[] places;
    private Block[] blocks = {};
    private int blockCount;
    /** Those before have their coordinates. */
    private int begun;
    private long marks;
    private long done;

    TicketTask(final ForceKernel kernel, final BlockGrid grid) {
        this.kernel = kernel;
        places = new int[Math.toIntExact(grid.blocks())];
        Arrays.fill(places, NOT_HERE);
    }

    /** Returns the bytes of the blocks that stay, at most: coordinates and forces with room for a third more. */
    static long bytes(final LjSettings settings, final BlockGrid grid) {
        return 64 * Math.min(settings.particles(), (long) MOST_BLOCKS * settings.blockSize())
            + Integer.BYTES * grid.blocks();
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
        send(ctx, node);
    }

    /** Computes tasks from one number to another. */
    private void compute(final TaskContext ctx, final LjNode node, final int from, final int to)
        throws SuspendExecution {
        if (blockCount > 0 && blockCount + 2 * (to - from) > MOST_BLOCKS) {
            send(ctx, node);
        }
        fetch(ctx, node, from, to);
        ctx.await();
        for (; begun < blockCount; begun++) {
            blocks[begun].begin();
        }
        for (int task = from; task < to; task++) {
            meet(node.tasks(), task);
            ctx.yield();    // others wait for tickets and blocks of this node
        }
    }

    private void fetch(final TaskContext ctx, final LjNode node, final int from, final int to) {
        for (int task = from; task < to; task++) {
            fetch(ctx, node, node.tasks().first(task));
            fetch(ctx, node, node.tasks().second(task));
        }
    }

    private void fetch(final TaskContext ctx, final LjNode node, final int number) {
        if (places[number] != NOT_HERE) {
            return;
        }
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount + 2);
            for (int i = blockCount; i < blocks.length; i++) {
                blocks[i] = new Block();
            }
        }
        places[number] = blockCount;
        blocks[blockCount++].fetch(ctx, node, number);
    }

    /** Adds the forces on all blocks to the matrix; no block is here afterwards. */
    private void send(final TaskContext ctx, final LjNode node) throws SuspendExecution {
        for (int i = 0; i < blockCount; i++) {
            blocks[i].send(ctx, node);
            places[blocks[i].number()] = NOT_HERE;
        }
        ctx.await();
        blockCount = 0;
        begun = 0;
    }

    private void meet(final TaskList tasks, final int task) {
        final Block one = blocks[places[tasks.first(task)]];
        if (tasks.first(task) == tasks.second(task)) {
            kernel.meet(one);
        } else {
            kernel.meet(one, blocks[places[tasks.second(task)]]);
        }
        marks += TaskList.mark(task);
        done++;
    }
}
