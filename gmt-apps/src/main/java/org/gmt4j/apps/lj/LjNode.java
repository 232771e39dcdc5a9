package org.gmt4j.apps.lj;

import org.gmt4j.TaskContext;

/**
 * What a node has of a simulation. Its team task owns it; tasks that compute forces read it meanwhile, and each of them
 * has a drawer of its own: one for each worker.
 */
final class LjNode {
    /** Tasks of neighbours, which share most of their blocks. */
    private static final int MOST_AT_ONCE = 64;

    private final LjMatrices matrices;
    private final BlockGrid grid;
    private final TaskList tasks;
    private final OwnPart own;
    private final TicketTask[] drawers;
    private final int fixedTickets;
    /** Of all nodes. */
    private final long drawerSum;
    private long[] starts;
    private int sortings;

    /** @param fixedTickets that are drawn together; 0 for many at first and few in the end */
    LjNode(final TaskContext ctx, final LjSettings settings, final LjMatrices matrices, final int fixedTickets) {
        this.matrices = matrices;
        grid = BlockGrid.of(settings);
        tasks = new TaskList(grid);
        own = new OwnPart(ctx.nodeId(), matrices, settings);
        drawers = new TicketTask[ctx.workerCount()];
        for (int i = 0; i < drawers.length; i++) {
            drawers[i] = new TicketTask(new ForceKernel(settings), grid);
        }
        this.fixedTickets = fixedTickets;
        drawerSum = (long) drawers.length * ctx.nodeCount();
    }

    /** Returns the bytes of the blocks that a node keeps while it computes forces, at most. */
    static long blockBytes(final LjSettings settings, final BlockGrid grid, final int workers) {
        return workers * TicketTask.bytes(settings, grid);
    }

    LjMatrices matrices() {
        return matrices;
    }

    BlockGrid grid() {
        return grid;
    }

    TaskList tasks() {
        return tasks;
    }

    OwnPart own() {
        return own;
    }

    int drawerCount() {
        return drawers.length;
    }

    TicketTask drawer(final int i) {
        return drawers[i];
    }

    /** Returns how many tasks to draw: a drawer's half of its share, so that all end together. */
    int ticketsAtOnce(final long tasksLeft) {
        return fixedTickets > 0 ? fixedTickets : ticketsAtOnce(tasksLeft, drawerSum);
    }

    /** The same where it is not fixed. @param drawers of all nodes */
    static int ticketsAtOnce(final long tasksLeft, final long drawers) {
        return (int) Math.max(1, Math.min(MOST_AT_ONCE, tasksLeft / (2 * drawers)));
    }

    int sortings() {
        return sortings;
    }

    /** Returns the row where a block begins; of the number of blocks, the end of the last one. */
    long start(final int block) {
        return starts[block];
    }

    /** Takes new lengths of all blocks. */
    void startBlocks(final long[] lengths) {
        starts = starts(lengths);
        sortings++;
    }

    /** Returns the rows where blocks of these lengths begin, and the end of the last one. */
    static long[] starts(final long[] lengths) {
        final long[] sums = new long[lengths.length + 1];
        for (int block = 0; block < lengths.length; block++) {
            sums[block + 1] = sums[block] + lengths[block];
        }
        return sums;
    }
}
