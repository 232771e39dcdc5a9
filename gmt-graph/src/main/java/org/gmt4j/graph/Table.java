package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.graph.values.ValueFile;
import org.gmt4j.graph.values.ValueTarget;
import org.gmt4j.graph.values.VertexColumn;
import org.gmt4j.graph.values.VertexTable;
import org.gmt4j.graph.values.WalkTable;

/** A table that answers are written to, see {@link Tables}. Immutable, any thread; may be written several times. */
public final class Table {
    private final ValueTarget target;

    /**
     * Values of vertices under a name.
     *
     * @param name   of the column
     * @param values of all vertices
     */
    record Part(String name, VertexColumn values) {
    }

    /** Refuses what could not be written. */
    Table(final ValueTarget target) {
        this.target = target;
        target.check();
    }

    /**
     * Writes a row for each vertex that has all values; returns how many.
     *
     * @throws GraphException GMT-259 where two columns have the same name; see {@link ValueTarget#check} for others
     */
    long write(final ResultLife life, final Part... parts) {
        final List<String> names = new ArrayList<>();
        final List<VertexColumn> columns = new ArrayList<>();
        names.add(ValueFile.VERTEX);
        for (final Part part : parts) {
            names.add(part.name());
            columns.add(part.values());
        }
        final VertexTable table = new VertexTable(List.copyOf(names.subList(1, names.size())), List.copyOf(columns));
        final ValueTarget to = target.again();
        to.checkNames(names);
        to.check();
        return life.write(to, ctx -> table.write(ctx, to)).rows();
    }

    /** Writes a row for each vertex of each walk; returns how many. */
    long write(final ResultLife life, final WalkTable walks) {
        final ValueTarget to = target.again();
        to.check();
        return life.write(to, ctx -> walks.write(ctx, to)).rows();
    }

    /** Returns the path of the file, and the name of the table where it is one of a data base. */
    @Override
    public String toString() {
        return target.toString();
    }
}
