package org.gmt4j.ga;

import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Panels that the nodes who need them get from the matrix, when the owners have said that they are there. */
final class LuGets extends LuExchange {
    private final MatrixPart part;
    private final boolean isBlocking;
    private final OperationHandle gets;
    private boolean hasDiagonal;
    private boolean hasLeft;
    private boolean hasRight;

    /** @param isBlocking blocks are got one after the other */
    LuGets(final TaskContext ctx, final LuGrid grid, final LuSignals signals, final MatrixPart part,
           final boolean isBlocking) {
        super(grid, signals);
        this.part = part;
        this.isBlocking = isBlocking;
        gets = ctx.newOperation();
    }

    @Override
    void begin() {
        hasDiagonal = false;
        hasLeft = false;
        hasRight = false;
    }

    @Override
    void sendDiagonal(final TaskContext ctx, final LuPanel panel) {
        tellDiagonal(ctx, panel.step());
    }

    @Override
    boolean sendLeft(final TaskContext ctx, final LuPanel panel, final boolean wait) {
        tellRow(ctx, LuSignals.LEFT, panel.step());
        return true;
    }

    @Override
    boolean sendRight(final TaskContext ctx, final LuPanel panel, final boolean wait) {
        tellColumn(ctx, LuSignals.RIGHT, panel.step());
        return true;
    }

    @Override
    boolean takeDiagonal(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        if (!hasDiagonal && signals.has(ctx, LuSignals.DIAGONAL, step, wait)) {
            hasDiagonal = true;
            get(ctx, step, step, panel.diagonal());
        }
        return hasDiagonal && isHere(ctx, wait);
    }

    @Override
    boolean take(final TaskContext ctx, final LuPanel panel, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        if (!hasLeft && (!grid.takesLeft(step) || signals.has(ctx, LuSignals.LEFT, step, wait))) {
            hasLeft = true;
            for (int i = grid.rowAfter(grid.row(), step); grid.takesLeft(step) && i < grid.blocks();
                i += grid.rows()) {
                get(ctx, i, step, panel.left(i));
            }
        }
        if (!hasRight && (!grid.takesRight(step) || signals.has(ctx, LuSignals.RIGHT, step, wait))) {
            hasRight = true;
            for (int j = grid.columnAfter(grid.column(), step); grid.takesRight(step) && j < grid.blocks();
                j += grid.columns()) {
                get(ctx, step, j, panel.right(j));
            }
        }
        return hasLeft && hasRight && isHere(ctx, wait);
    }

    private void get(final TaskContext ctx, final int i, final int j, final double[] tight) throws SuspendExecution {
        final Transfer get = Transfer.uncalled(part, grid.box(i, j), Tile.of(tight, grid.length(i), grid.length(j)),
            CallKind.GET, null);
        if (isBlocking) {
            get.run(ctx);
        } else {
            get.start(ctx, gets);
        }
    }

    private boolean isHere(final TaskContext ctx, final boolean wait) throws SuspendExecution {
        if (!wait && !gets.test()) {
            return false;
        }
        ctx.await(gets);
        return true;
    }

    @Override
    void progress(final TaskContext ctx) {
        // gets need nobody
    }

    @Override
    void finish(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
    }
}
