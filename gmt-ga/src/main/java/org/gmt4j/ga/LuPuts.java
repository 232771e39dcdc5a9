package org.gmt4j.ga;

import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Panels that their owners put into buffers of the nodes who need them. A node has room for the blocks below and beside
 * the diagonal of two steps, and for all blocks on the diagonal; it copies a panel to the heap when it has arrived, and
 * tells the node that writes there next.
 *
 * <pre>
 * owner:   blocks solved -> room there? (taken of the step before the last) -> put -> acknowledged -> flag
 * others:  flag -> copy -> taken, to the owner of the step after the next
 * </pre>
 */
final class LuPuts extends LuExchange {
    private static final int ROOMS = LuRooms.STEPS;

    private final ArmciMemory memory;
    private final int nodeId;
    private final LuRooms rooms;
    private final OperationHandle diagonalPuts;
    private final OperationHandle leftPuts;
    private final OperationHandle rightPuts;
    private final OperationHandle copies;
    /** Steps whose puts have not been acknowledged; -1 for none. */
    private int diagonalSent = -1;
    private int leftSent = -1;
    private int rightSent = -1;
    private boolean hasLeft;
    private boolean hasRight;

    LuPuts(final TaskContext ctx, final LuGrid grid, final LuSignals signals, final ArmciMemory memory) {
        super(grid, signals);
        this.memory = memory;
        nodeId = ctx.nodeId();
        rooms = new LuRooms(grid);
        diagonalPuts = ctx.newOperation();
        leftPuts = ctx.newOperation();
        rightPuts = ctx.newOperation();
        copies = ctx.newOperation();
    }

    @Override
    void begin() {
        hasLeft = false;
        hasRight = false;
    }

    // --- owners ---

    @Override
    void sendDiagonal(final TaskContext ctx, final LuPanel panel) throws SuspendExecution {
        final int step = panel.step();
        settle(ctx, true);
        final LocalBuffer source = LocalBuffer.of(panel.diagonal());
        final long to = rooms.diagonal(step);
        final long bytes = rooms.bytes(step, step);
        grid.visitColumn(step, node -> put(ctx, diagonalPuts, source, node, to, bytes));
        grid.visitRow(step, node -> put(ctx, diagonalPuts, source, node, to, bytes));
        diagonalSent = step;
        settle(ctx, false);
    }

    @Override
    boolean sendLeft(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        settle(ctx, wait);
        if (leftSent >= 0 || !isRoomInRow(ctx, step, wait)) {
            return false;
        }
        for (int i = grid.rowAfter(grid.row(), step); i < grid.blocks(); i += grid.rows()) {
            final LocalBuffer source = LocalBuffer.of(panel.left(i));
            final long to = rooms.left(step, i);
            final long bytes = rooms.bytes(i, step);
            grid.visitRow(step, node -> put(ctx, leftPuts, source, node, to, bytes));
        }
        leftSent = step;
        settle(ctx, false);
        return true;
    }

    @Override
    boolean sendRight(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        settle(ctx, wait);
        if (rightSent >= 0 || !isRoomInColumn(ctx, step, wait)) {
            return false;
        }
        for (int j = grid.columnAfter(grid.column(), step); j < grid.blocks(); j += grid.columns()) {
            final LocalBuffer source = LocalBuffer.of(panel.right(j));
            final long to = rooms.right(step, j);
            final long bytes = rooms.bytes(step, j);
            grid.visitColumn(step, node -> put(ctx, rightPuts, source, node, to, bytes));
        }
        rightSent = step;
        settle(ctx, false);
        return true;
    }

    /** Returns whether all nodes of this row of the grid have taken what their buffers for the step held before. */
    private boolean isRoomInRow(final TaskContext ctx, final int step, final boolean wait) throws SuspendExecution {
        final int before = step - ROOMS;
        for (int column = 0; before >= 0 && column < grid.columns(); column++) {
            if (column != grid.column() && column != before % grid.columns() && grid.hasColumnsAfter(column, step)
                && !signals.has(ctx, signals.takenLeft(column), before, wait)) {
                return false;
            }
        }
        return true;
    }

    private boolean isRoomInColumn(final TaskContext ctx, final int step, final boolean wait)
        throws SuspendExecution {
        final int before = step - ROOMS;
        for (int row = 0; before >= 0 && row < grid.rows(); row++) {
            if (row != grid.row() && row != before % grid.rows() && grid.hasRowsAfter(row, step)
                && !signals.has(ctx, signals.takenRight(row), before, wait)) {
                return false;
            }
        }
        return true;
    }

    private void put(final TaskContext ctx, final OperationHandle handle, final LocalBuffer source, final int node,
                     final long to, final long bytes) {
        Armci.of(ctx).putNb(handle, source, 0, memory, node, to, bytes);
    }

    /** Sets the flags of puts that have been acknowledged. @param wait for all of them */
    private void settle(final TaskContext ctx, final boolean wait) throws SuspendExecution {
        if (diagonalSent >= 0 && isDone(ctx, diagonalPuts, wait)) {
            tellDiagonal(ctx, diagonalSent);
            diagonalSent = -1;
        }
        if (leftSent >= 0 && isDone(ctx, leftPuts, wait)) {
            tellRow(ctx, LuSignals.LEFT, leftSent);
            leftSent = -1;
        }
        if (rightSent >= 0 && isDone(ctx, rightPuts, wait)) {
            tellColumn(ctx, LuSignals.RIGHT, rightSent);
            rightSent = -1;
        }
    }

    private static boolean isDone(final TaskContext ctx, final OperationHandle handle, final boolean wait)
        throws SuspendExecution {
        if (!wait && !handle.test()) {
            return false;
        }
        ctx.await(handle);
        return true;
    }

    // --- the others ---

    @Override
    boolean takeDiagonal(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        settle(ctx, wait);
        if (!signals.has(ctx, LuSignals.DIAGONAL, step, wait)) {
            return false;
        }
        copy(ctx, rooms.diagonal(step), panel.diagonal(), rooms.bytes(step, step));
        ctx.await(copies);
        return true;
    }

    @Override
    boolean take(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        settle(ctx, wait);
        if (!hasLeft && (!grid.takesLeft(step) || signals.has(ctx, LuSignals.LEFT, step, wait))) {
            hasLeft = true;
            takeLeft(ctx, panel);
        }
        if (!hasRight && (!grid.takesRight(step) || signals.has(ctx, LuSignals.RIGHT, step, wait))) {
            hasRight = true;
            takeRight(ctx, panel);
        }
        return hasLeft && hasRight;
    }

    private void takeLeft(final TaskContext ctx, final LuPanel panel) throws SuspendExecution {
        final int step = panel.step();
        if (grid.takesLeft(step)) {
            for (int i = grid.rowAfter(grid.row(), step); i < grid.blocks(); i += grid.rows()) {
                copy(ctx, rooms.left(step, i), panel.left(i), rooms.bytes(i, step));
            }
            ctx.await(copies);
            if (step + ROOMS < grid.blocks() && !grid.ownsColumn(step + ROOMS)) {
                signals.set(ctx, grid.leftOwner(step + ROOMS), signals.takenLeft(grid.column()), step);
            }
        }
    }

    private void takeRight(final TaskContext ctx, final LuPanel panel) throws SuspendExecution {
        final int step = panel.step();
        if (grid.takesRight(step)) {
            for (int j = grid.columnAfter(grid.column(), step); j < grid.blocks(); j += grid.columns()) {
                copy(ctx, rooms.right(step, j), panel.right(j), rooms.bytes(step, j));
            }
            ctx.await(copies);
            if (step + ROOMS < grid.blocks() && !grid.ownsRow(step + ROOMS)) {
                signals.set(ctx, grid.rightOwner(step + ROOMS), signals.takenRight(grid.row()), step);
            }
        }
    }

    private void copy(final TaskContext ctx, final long from, final double[] tight, final long bytes) {
        Armci.of(ctx).getNb(copies, memory, nodeId, from, LocalBuffer.of(tight), 0, bytes);
    }

    @Override
    void progress(final TaskContext ctx) throws SuspendExecution {
        settle(ctx, false);
    }

    @Override
    void finish(final TaskContext ctx) throws SuspendExecution {
        settle(ctx, true);
        ctx.await();
    }
}
