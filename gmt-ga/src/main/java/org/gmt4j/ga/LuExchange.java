package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * How the blocks of a panel travel. Senders have written them to the matrix before. Owned by one task of a node. What
 * may have to wait returns whether it is done, and is called again where it is not; with {@code wait} it waits.
 */
abstract sealed class LuExchange permits LuGets, LuPuts {
    final LuGrid grid;
    final LuSignals signals;

    LuExchange(final LuGrid grid, final LuSignals signals) {
        this.grid = grid;
        this.signals = signals;
    }

    /** Begins a step: nothing of it has been sent or taken. */
    abstract void begin();

    /** Sends this node's block on the diagonal to those who need it. */
    abstract void sendDiagonal(TaskContext ctx, LuPanel panel) throws SuspendExecution;

    /** Takes the block on the diagonal. */
    abstract boolean takeDiagonal(TaskContext ctx, LuPanel panel, boolean wait) throws SuspendExecution;

    /** Sends this node's blocks below the diagonal along its row of the grid. */
    abstract boolean sendLeft(TaskContext ctx, LuPanel panel, boolean wait) throws SuspendExecution;

    /** Sends this node's blocks beside the diagonal along its column of the grid. */
    abstract boolean sendRight(TaskContext ctx, LuPanel panel, boolean wait) throws SuspendExecution;

    /** Takes the blocks below and beside, where others own them. */
    abstract boolean take(TaskContext ctx, LuPanel panel, boolean wait) throws SuspendExecution;

    /** Goes on with what has been begun. Called between the updates of blocks. */
    abstract void progress(TaskContext ctx) throws SuspendExecution;

    /** Waits for what has been sent. */
    abstract void finish(TaskContext ctx) throws SuspendExecution;

    /** Tells those who need the block on the diagonal that it is there. */
    final void tellDiagonal(final TaskContext ctx, final int step) {
        tellColumn(ctx, LuSignals.DIAGONAL, step);
        tellRow(ctx, LuSignals.DIAGONAL, step);
    }

    /** Tells the nodes of this node's column of the grid that have rows left. */
    final void tellColumn(final TaskContext ctx, final int kind, final int step) {
        grid.visitColumn(step, node -> signals.set(ctx, node, kind, step));
    }

    /** Tells the nodes of this node's row of the grid that have columns left. */
    final void tellRow(final TaskContext ctx, final int kind, final int step) {
        grid.visitRow(step, node -> signals.set(ctx, node, kind, step));
    }
}
