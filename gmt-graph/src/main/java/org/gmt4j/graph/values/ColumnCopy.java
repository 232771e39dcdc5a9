package org.gmt4j.graph.values;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Copies the cells of a column to an array, each node its own. Immutable; travels as a captured value.
 *
 * @param from whose cells are numbers, or vertices that are copied by name
 */
public record ColumnCopy(VertexColumn from) {
    private static final int BATCH = 4096;

    /**
     * Called by one task.
     *
     * @param absent for vertices without a value
     */
    public void to(final TaskContext ctx, final GlobalLongArray array, final long absent) throws SuspendExecution {
        final ColumnCopy copy = this;
        ctx.executeOnAll(node -> copy.toHere(node, array, absent));
    }

    private void toHere(final TaskContext ctx, final GlobalLongArray array, final long absent)
        throws SuspendExecution {
        final long end = from.localEnd();
        for (long at = from.localStart(); at < end; at += BATCH) {
            final VertexColumn.Cells cells = from.read(ctx, at, (int) Math.min(BATCH, end - at));
            for (int i = 0; i < Math.min(BATCH, end - at); i++) {
                array.setLocal(at + i, cells.isAbsent(i) ? absent : cells.words()[i]);
            }
            ctx.yield();
        }
    }

    /** The same of cells that are reals, or whole numbers. Called by one task. */
    public void to(final TaskContext ctx, final GlobalDoubleArray array, final double absent) throws SuspendExecution {
        final ColumnCopy copy = this;
        ctx.executeOnAll(node -> copy.toHere(node, array, absent));
    }

    private void toHere(final TaskContext ctx, final GlobalDoubleArray array, final double absent)
        throws SuspendExecution {
        final long end = from.localEnd();
        for (long at = from.localStart(); at < end; at += BATCH) {
            final VertexColumn.Cells cells = from.read(ctx, at, (int) Math.min(BATCH, end - at));
            for (int i = 0; i < Math.min(BATCH, end - at); i++) {
                array.setLocal(at + i, cells.isAbsent(i) ? absent : cells.real(i));
            }
            ctx.yield();
        }
    }
}
