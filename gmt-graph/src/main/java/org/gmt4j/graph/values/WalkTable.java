package org.gmt4j.graph.values;

import java.io.IOException;
import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.TableEngine.Values;
import org.gmt4j.graph.table.ValueRows;

/**
 * Walks as a table: a row for each vertex of each walk, with the walker's number, the step from 0 on, and the vertex;
 * in the order of walkers and steps. Immutable; travels as a captured value.
 *
 * @param names of vertices
 * @param paths of each walker as many vertices, -1 behind its end
 * @param each  vertices of a walker
 */
public record WalkTable(VertexNames names, GlobalLongArray paths, int each) {
    private static final int BATCH = 4096;
    private static final byte[][] NO_TEXTS = {};

    /** Writes it, by all nodes at the same time. Called by one task. */
    public Written write(final TaskContext ctx, final ValueTarget target) throws SuspendExecution {
        final WalkTable table = this;
        return TableParts.write(ctx, target, List.of(new Column("walker", Values.LONGS),
            new Column("step", Values.LONGS), new Column("vertex", names.areTexts() ? Values.TEXTS : Values.LONGS)),
            (node, rows) -> table.writeHere(node, rows));
    }

    /** The elements of this node, which may begin and end within a walk. */
    private long writeHere(final TaskContext ctx, final ValueRows rows) throws SuspendExecution, IOException {
        final long end = paths.localEnd();
        final long[] batch = new long[BATCH];
        long written = 0;
        for (long from = paths.localStart(); from < end; from += BATCH) {
            final int count = (int) Math.min(BATCH, end - from);
            for (int i = 0; i < count; i++) {
                batch[i] = paths.getLocal(from + i);
            }
            written += write(ctx, rows, from, batch, count);
            ctx.yield();
        }
        return written;
    }

    private long write(final TaskContext ctx, final ValueRows rows, final long from, final long[] batch,
                       final int count) throws SuspendExecution, IOException {
        final boolean[] isStep = new boolean[count];
        for (int i = 0; i < count; i++) {
            isStep[i] = batch[i] >= 0;
        }
        final byte[][] texts = names.areTexts() ? names.texts(ctx, batch, count) : NO_TEXTS;
        if (texts.length == 0) {
            names.replace(ctx, batch, count);
        }
        long written = 0;
        for (int i = 0; i < count; i++) {
            if (isStep[i]) {
                rows.add((from + i) / each);
                rows.add((from + i) % each);
                if (texts.length == 0) {
                    rows.add(batch[i]);
                } else {
                    rows.add(texts[i]);
                }
                rows.endRow();
                written++;
            }
        }
        return written;
    }
}
