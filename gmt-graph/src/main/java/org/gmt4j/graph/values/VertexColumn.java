package org.gmt4j.graph.values;

import java.io.IOException;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;

/** The values of vertices as a column of a table. Immutable but for the values; travels as a captured value. */
public sealed interface VertexColumn permits NamedColumn, NamedDoubles {
    /** Of the vertices. */
    VertexNames names();

    /** What the cells of a table are. */
    TableEngine.Values type();

    /** The first vertex of this node. */
    long localStart();

    /** The first vertex behind those of this node. */
    long localEnd();

    /** The cells of some vertices of this node, from {@code from} on. */
    Cells read(TaskContext ctx, long from, int count) throws SuspendExecution;

    /**
     * Cells of some vertices.
     *
     * @param type    of the cells
     * @param words   numbers, or the bits of doubles
     * @param texts   where cells are texts
     * @param present whether a vertex has a value; null where all have one
     */
    record Cells(TableEngine.Values type, long[] words, byte[][] texts, boolean[] present) {
        boolean isAbsent(final int index) {
            return present != null && !present[index];
        }

        double real(final int index) {
            return type == TableEngine.Values.DOUBLES ? Double.longBitsToDouble(words[index]) : words[index];
        }

        void add(final ValueRows rows, final int index) throws IOException {
            switch (type) {
                case LONGS -> rows.add(words[index]);
                case DOUBLES -> rows.add(Double.longBitsToDouble(words[index]));
                default -> rows.add(texts[index]);
            }
        }
    }
}
