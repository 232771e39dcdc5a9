package org.gmt4j.graph.values;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.TableEngine.Values;
import org.gmt4j.graph.table.ValueRows;

/**
 * A file with a line for each vertex: id and value, ascending by vertex. Written beside its place and renamed when it
 * is whole. The end of the name chooses the format, {@code .csv} (with a line of names first) or {@code .jsonl}, packed
 * with {@code .gz}, or {@code .parquet}. Any thread.
 */
public final class ValueFile {
    /** Column of the names of vertices. */
    public static final String VERTEX = "vertex";

    private ValueFile() {
    }

    /**
     * Refuses a name that {@link #write} could not write, before work is done for it.
     *
     * @throws GraphException GMT-315 for an unknown format, GMT-314 where the folder is not there or may not be written
     */
    public static void check(final Path file) {
        ValueTarget.of(file).check();
    }

    /**
     * Writes the vertices from 0 to {@code count - 1}.
     *
     * @param column name of the values
     * @param ids    id of each vertex in the file
     * @param values of each vertex
     * @return length of the file in bytes
     */
    public static long write(final Path file, final String column, final long count, final LongUnaryOperator ids,
                             final LongUnaryOperator values) {
        final ValueTarget target = ValueTarget.of(file);
        target.check();
        final Path part = target.part(0);
        try {
            try (ValueRows lines = target.open(part, List.of(new Column(VERTEX, Values.LONGS),
                new Column(column, Values.LONGS)), true)) {
                for (long v = 0; v < count; v++) {
                    lines.add(ids.applyAsLong(v));
                    lines.add(values.applyAsLong(v));
                    lines.endRow();
                }
            }
            return target.join(List.of(part));
        } catch (final IOException e) {
            throw target.notWritable(e);
        } finally {
            ValueTarget.delete(part);
        }
    }
}
