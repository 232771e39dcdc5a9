package org.gmt4j.graph.values;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.ValueRows;

/**
 * Writes the values of a global array for each vertex, a line each, under the ids of the graph's source, by all nodes
 * at the same time, see {@link TableParts}.
 *
 * <pre>{@code
 * VertexValues.write(ctx, Path.of("levels.csv.gz"), "level", verifier.levels(), () -> spec.open(),
 *     VertexValues.Kind.NUMBERS);
 * }</pre>
 *
 * <p>Formats: see {@link ValueFile}. Register {@link #bodyClasses()}.
 */
public final class VertexValues {
    private static final int LINES_BETWEEN_YIELDS = 8192;

    /** The kinds of values. */
    public enum Kind {
        /** Written as they are. */
        NUMBERS,
        /** Vertices: written as the source calls them; negative ones, which are none, as they are. */
        VERTICES,
        /** Numbers of zero or more; vertices with negative ones have none. Of named columns only. */
        LENGTHS,
        /** Bits of doubles of zero or more; vertices with negative words have none. Of named columns only. */
        REAL_LENGTHS
    }

    private VertexValues() {
    }

    /**
     * Writes all elements of {@code values}. Called by one task.
     *
     * @param column name of the values in the file
     * @param values one for each vertex, in contiguous parts like the vertices of a graph
     * @param source names of vertices, opened on every node
     * @return length of the file in bytes
     * @throws GraphException GMT-314, GMT-315
     */
    public static long write(final TaskContext ctx, final Path file, final String column, final IntegerArray values,
                             final EdgeSourceOpener source, final Kind kind) throws SuspendExecution {
        if (values.distribution().isCyclic() || values.distribution().isReplicated()) {
            throw new IllegalArgumentException("values must lie in one contiguous part on each node, "
                + "like the vertices of a graph");
        }
        return TableParts.write(ctx, ValueTarget.of(file), List.of(
            new Column(ValueFile.VERTEX, TableEngine.Values.LONGS), new Column(column, TableEngine.Values.LONGS)),
            (node, lines) -> writeRows(node, lines, values, source.open(), kind)).bytes();
    }

    private static long writeRows(final TaskContext ctx, final ValueRows lines, final IntegerArray values,
                                  final EdgeSource ids, final Kind kind) throws SuspendExecution, IOException {
        final long count = values.localCount();
        for (long row = 0; row < count; row += LINES_BETWEEN_YIELDS) {
            writeRows(lines, row, Math.min(count, row + LINES_BETWEEN_YIELDS), values, ids, kind == Kind.VERTICES);
            ctx.yield();
        }
        return count;
    }

    private static void writeRows(final ValueRows lines, final long low, final long high, final IntegerArray values,
                                  final EdgeSource ids, final boolean areVertices) throws IOException {
        final LocalView view = LocalView.of(values);
        final long first = values.localStart();
        for (long row = low; row < high; row++) {
            final long value = view.get(row);
            lines.add(ids.originalId(first + row));
            lines.add(areVertices && value >= 0 ? ids.originalId(value) : value);
            lines.endRow();
        }
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {VertexValues.class, Kind.class, TableEngine.Values.class, Column.class,
            ValueTarget.class, ValueFormat.class, TableParts.class, VertexTable.class, WalkTable.class,
            ColumnCopy.class,
            NamedColumn.class, NamedDoubles.class};
    }
}
