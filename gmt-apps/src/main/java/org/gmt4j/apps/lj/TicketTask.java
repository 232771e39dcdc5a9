package org.gmt4j.apps.lj;

import java.util.Arrays;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Draws tasks from the counter, several at once, until there are none, and computes them. The next ones are drawn and
 * their blocks fetched while the present ones are computed, all blocks that are not here at the same time. A block
 * stays until the end of the step, or until there are too many: then the forces on each are added to the matrix. One
 * task at a time.
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
    /** The number drawn last. */
    private final long[] drawn = new long[1];

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
        final OperationHandle draw = ctx.newOperation();
        final OperationHandle coming = ctx.newOperation();
        final long all = node.tasks().size();
        int count = node.ticketsAtOnce(all);
        long from = node.matrices().tickets().readIncrement(ctx, count, 0);
        long to = Math.min(all, from + count);
        fetch(ctx, coming, node, from, to);
        while (from < all) {
            ctx.await(coming);
            for (; begun < blockCount; begun++) {
                blocks[begun].begin();
            }
            count = node.ticketsAtOnce(all - to);
            node.matrices().tickets().readIncrementNb(draw, count, drawn, 0, 0);
            final long middle = from + to + 1 >>> 1;
            compute(ctx, node, from, middle);
            ctx.await(draw);
            final long next = drawn[0];
            final long end = Math.min(all, next + count);
            final boolean isRoom = blockCount + 2 * (end - next) <= MOST_BLOCKS;
            if (isRoom) {
                fetch(ctx, coming, node, next, end);
            }
            compute(ctx, node, middle, to);
            if (!isRoom) {
                send(ctx, node);
                fetch(ctx, coming, node, next, end);
            }
            from = next;
            to = end;
        }
        send(ctx, node);
    }

    /** Computes tasks from one number to another. */
    private void compute(final TaskContext ctx, final LjNode node, final long from, final long to)
        throws SuspendExecution {
        for (long task = from; task < to; task++) {
            meet(node.tasks(), (int) task);
            ctx.yield();    // others wait for tickets and blocks of this node
        }
    }

    /** Starts to fetch what some tasks need and is not here. */
    private void fetch(final TaskContext ctx, final OperationHandle coming, final LjNode node, final long from,
                       final long to) {
        for (long task = from; task < to; task++) {
            fetch(ctx, coming, node, node.tasks().first((int) task));
            fetch(ctx, coming, node, node.tasks().second((int) task));
        }
    }

    private void fetch(final TaskContext ctx, final OperationHandle coming, final LjNode node, final int number) {
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
        blocks[blockCount++].fetch(ctx, coming, node, number);
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
