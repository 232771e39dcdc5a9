package org.gmt4j.ga;

import org.gmt4j.OperationHandle;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One node's part of an LU factorisation. Its blocks are copied to the heap, changed there, and written to the matrix
 * when they are final, once each. Owned by one task.
 *
 * <pre>
 * step k:  DIAGONAL  factor it, or take it where blocks of the panel are owned
 *          SOLVE     own blocks below and beside it
 *          SEND      them to those who need them
 *          TAKE      those that others own
 *          DONE      all other blocks behind k can be updated
 * </pre>
 *
 * <p>Where the form looks ahead, the stages of step k + 1 are tried after each block that step k updates: those of the
 * next panel come first.
 */
final class LuNode {
    private static final double EPSILON = Math.ulp(1.0);

    private enum Stage { DIAGONAL, SOLVE, SEND_LEFT, SEND_RIGHT, TAKE, DONE }

    private final MatrixPart part;
    private final LuForm form;
    private final LuGrid grid;
    private final LuHeap heap;
    private final LuCells cells;
    private final LuExchange exchange;
    private final OperationHandle moves;
    private double input;
    /** Of this node's first element that is infinite or no number, in the order of rows; null where none is. */
    private LuReport notFinite;
    private LuPanel panel;
    private Stage stage = Stage.DONE;

    private LuNode(final TaskContext ctx, final MatrixPart part, final LuForm form, final LuGrid grid,
                   final LuExchange exchange) {
        this.part = part;
        this.form = form;
        this.grid = grid;
        this.exchange = exchange;
        heap = LuHeap.take(part.factored(), grid);
        cells = heap.cells();
        moves = ctx.newOperation();
    }

    /** A pivot is zero, or as small as rounding errors of what it was summed up from. */
    private static final class BadPivot extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final long row;
        private final double pivot;
        private final double input;

        BadPivot(final long row, final double pivot, final double input) {
            super(null, null, false, false);
            this.row = row;
            this.pivot = pivot;
            this.input = input;
        }
    }

    /** Factors this node's part; called by the members of a team. */
    static LuReport run(final TaskContext ctx, final MatrixPart part, final LuForm form, final ArmciMemory memory)
        throws SuspendExecution {
        final LuGrid grid = LuGrid.of(part);
        if (grid == null) {
            ctx.collectives().allReduce(0.0, ReduceOperator.MAX);
            return LuReport.empty(ctx.nodeId());
        }
        final LuSignals signals = new LuSignals(grid, memory);
        final LuExchange exchange = form == LuForm.PUT_NB ? new LuPuts(ctx, grid, signals, memory)
            : new LuGets(ctx, grid, signals, part, !form.isAhead());
        try {
            return new LuNode(ctx, part, form, grid, exchange).run(ctx);
        } catch (final LuSignals.Abandoned other) {
            return LuReport.empty(ctx.nodeId());
        } catch (final BadPivot bad) {
            signals.fail(ctx);
            return LuReport.refused(ctx.nodeId(), bad.row, bad.row, bad.pivot, bad.input);
        } catch (final RuntimeException | Error failure) {
            signals.fail(ctx);
            throw failure;
        }
    }

    private LuReport run(final TaskContext ctx) throws SuspendExecution {
        input = ctx.collectives().allReduce(load(ctx), ReduceOperator.MAX);
        if (!Double.isFinite(input)) {                 // all nodes know, and none has sent anything yet
            heap.keep(part.factored());
            return notFinite != null ? notFinite : LuReport.empty(ctx.nodeId());
        }
        begin(0);
        advance(ctx, true);
        for (int step = 0; step + 1 < grid.blocks(); step++) {
            final LuPanel current = panel;
            int from = step + 1;
            if (form.isAhead()) {
                updateNext(ctx, current);
                begin(++from - 1);
                advance(ctx, false);
            }
            for (int j = grid.columnAfter(grid.column(), from - 1); j < grid.blocks(); j += grid.columns()) {
                for (int i = grid.rowAfter(grid.row(), from - 1); i < grid.blocks(); i += grid.rows()) {
                    update(ctx, current, i, j);
                }
            }
            if (!form.isAhead()) {
                begin(step + 1);
            }
            advance(ctx, true);
        }
        exchange.finish(ctx);
        heap.keep(part.factored());
        return new LuReport(ctx.nodeId(), LuReport.NONE, LuReport.NONE, 0, input, cells.largest(), cells.largestRow(),
            cells.largestColumn());
    }

    /** Copies the own blocks to the heap, and returns the size of the largest element; no number where one is none. */
    private double load(final TaskContext ctx) throws SuspendExecution {
        final double[] tight = heap.panel(0).diagonal();
        double largest = 0;
        for (int i = grid.row(); i < grid.blocks(); i += grid.rows()) {
            for (int j = grid.column(); j < grid.blocks(); j += grid.columns()) {
                Transfer.uncalled(part, grid.box(i, j), tile(tight, i, j), CallKind.GET, null).run(ctx);
                LuKernels.unpack(tight, cells.at(i, j), grid.length(i), grid.length(j));
                final double found = LuKernels.largest(tight, grid.length(i) * grid.length(j));
                if (!Double.isFinite(found)) {
                    note(ctx.nodeId(), grid.box(i, j), tight);
                }
                largest = Math.max(largest, found);
            }
            ctx.yield();
        }
        return largest;
    }

    /** Keeps the first element of a block that is not finite, where it comes before what has been found. */
    private void note(final int node, final Box box, final double[] tight) {
        int at = 0;
        while (Double.isFinite(tight[at])) {
            at++;
        }
        final LuReport found = LuReport.refused(node, box.from(0) + at / box.extent(1),
            box.from(1) + at % box.extent(1), tight[at], Math.abs(tight[at]));
        notFinite = notFinite == null || found.isBefore(notFinite) ? found : notFinite;
    }

    private Tile tile(final double[] tight, final int i, final int j) {
        return Tile.of(tight, grid.length(i), grid.length(j));
    }

    private void write(final TaskContext ctx, final int i, final int j, final double[] tight)
        throws SuspendExecution {
        Transfer.uncalled(part, grid.box(i, j), tile(tight, i, j), CallKind.PUT, null).start(ctx, moves);
        ctx.await(moves);
    }

    // --- updates ---

    /** Updates the column and the row of blocks of the next step. */
    private void updateNext(final TaskContext ctx, final LuPanel current) throws SuspendExecution {
        final int next = current.step() + 1;
        if (grid.ownsColumn(next)) {
            for (int i = grid.rowAfter(grid.row(), next - 1); i < grid.blocks(); i += grid.rows()) {
                update(ctx, current, i, next);
            }
        }
        if (grid.ownsRow(next)) {
            for (int j = grid.columnAfter(grid.column(), next); j < grid.blocks(); j += grid.columns()) {
                update(ctx, current, next, j);
            }
        }
    }

    private void update(final TaskContext ctx, final LuPanel current, final int i, final int j)
        throws SuspendExecution {
        cells.update(current, i, j);
        ctx.yield();
        exchange.progress(ctx);
        if (form.isAhead()) {
            advance(ctx, false);
        }
    }

    // --- panels ---

    private void begin(final int step) {
        panel = heap.panel(step);
        panel.begin(step);
        exchange.begin();
        stage = Stage.DIAGONAL;
    }

    /** Goes through the stages of the panel as far as others let it. @param wait to the end */
    private void advance(final TaskContext ctx, final boolean wait) throws SuspendExecution {
        while (stage != Stage.DONE && isPassed(ctx, wait)) {
            stage = Stage.values()[stage.ordinal() + 1];
            if (stage == Stage.DONE) {
                panel.complete();
            }
        }
    }

    private boolean isPassed(final TaskContext ctx, final boolean wait) throws SuspendExecution {
        switch (stage) {
            case DIAGONAL:
                return diagonal(ctx, wait);
            case SOLVE:
                return solve(ctx);
            case SEND_LEFT:
                return !grid.hasLeft(panel.step()) || exchange.sendLeft(ctx, panel, wait);
            case SEND_RIGHT:
                return !grid.hasRight(panel.step()) || exchange.sendRight(ctx, panel, wait);
            default:
                return exchange.take(ctx, panel, wait);
        }
    }

    private boolean diagonal(final TaskContext ctx, final boolean wait) throws SuspendExecution {
        final int step = panel.step();
        if (grid.ownsDiagonal(step)) {
            factor(ctx, step);
            exchange.sendDiagonal(ctx, panel);
            return true;
        }
        return !grid.takesDiagonal(step) || exchange.takeDiagonal(ctx, panel, wait);
    }

    private void factor(final TaskContext ctx, final int step) throws SuspendExecution {
        final int bad = cells.factor(panel, grid.size() * EPSILON);
        if (bad >= 0) {
            throw new BadPivot((long) step * grid.side() + bad, cells.at(step, step)[bad][bad], input);
        }
        write(ctx, step, step, panel.diagonal());
    }

    private boolean solve(final TaskContext ctx) throws SuspendExecution {
        final int step = panel.step();
        final int rowsEnd = grid.hasLeft(step) ? grid.blocks() : 0;
        for (int i = grid.rowAfter(grid.row(), step); i < rowsEnd; i += grid.rows()) {
            cells.divide(panel, i);
            write(ctx, i, step, panel.left(i));
            ctx.yield();
            exchange.progress(ctx);
        }
        final int columnsEnd = grid.hasRight(step) ? grid.blocks() : 0;
        for (int j = grid.columnAfter(grid.column(), step); j < columnsEnd; j += grid.columns()) {
            cells.eliminate(panel, j);
            write(ctx, step, j, panel.right(j));
            ctx.yield();
            exchange.progress(ctx);
        }
        return true;
    }
}
