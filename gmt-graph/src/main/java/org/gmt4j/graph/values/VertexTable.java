package org.gmt4j.graph.values;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.TableEngine.Values;
import org.gmt4j.graph.table.ValueRows;

/**
 * Columns of the vertices of a graph as a table: a row for each vertex, ascending, with its name first; those vertices
 * are left out that lack a value. Immutable; travels as a captured value.
 *
 * @param names   of the columns
 * @param columns one or more, of one graph
 */
public record VertexTable(List<String> names, List<VertexColumn> columns) {
    private static final int BATCH = 4096;
    private static final byte[][] NO_TEXTS = {};

    /** Writes it, by all nodes at the same time. Called by one task. */
    public Written write(final TaskContext ctx, final ValueTarget target) throws SuspendExecution {
        final List<Column> all = new ArrayList<>();
        all.add(new Column(ValueFile.VERTEX, columns.get(0).names().areTexts() ? Values.TEXTS : Values.LONGS));
        for (int i = 0; i < names.size(); i++) {
            all.add(new Column(names.get(i), columns.get(i).type()));
        }
        final VertexTable table = this;
        return TableParts.write(ctx, target, List.copyOf(all), (node, rows) -> table.writeHere(node, rows));
    }

    private long writeHere(final TaskContext ctx, final ValueRows rows) throws SuspendExecution, IOException {
        final VertexColumn first = columns.get(0);
        final long end = first.localEnd();
        long written = 0;
        for (long from = first.localStart(); from < end; from += BATCH) {
            written += write(ctx, rows, from, (int) Math.min(BATCH, end - from));
            ctx.yield();
        }
        return written;
    }

    private long write(final TaskContext ctx, final ValueRows rows, final long from, final int count)
        throws SuspendExecution, IOException {
        final VertexNames vertices = columns.get(0).names();
        final byte[][] texts = vertices.areTexts()
            ? vertices.texts(ctx, LongStream.range(from, from + count).toArray(), count) : NO_TEXTS;
        final VertexColumn.Cells[] cells = new VertexColumn.Cells[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = columns.get(i).read(ctx, from, count);
        }
        long written = 0;
        for (int i = 0; i < count; i++) {
            if (isWhole(cells, i)) {
                if (texts.length == 0) {
                    rows.add(vertices.nameHere(from + i));
                } else {
                    rows.add(texts[i]);
                }
                for (final VertexColumn.Cells column : cells) {
                    column.add(rows, i);
                }
                rows.endRow();
                written++;
            }
        }
        return written;
    }

    private static boolean isWhole(final VertexColumn.Cells[] cells, final int index) {
        for (final VertexColumn.Cells column : cells) {
            if (column.isAbsent(index)) {
                return false;
            }
        }
        return true;
    }
}
