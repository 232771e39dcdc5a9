package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.values.NamedDoubles;
import org.gmt4j.graph.values.ValueFile;
import org.gmt4j.graph.values.ValueTarget;
import org.gmt4j.graph.values.VertexTable;

/**
 * A floating-point number for each vertex of a graph, in the memory of the nodes, under the caller's names of vertices.
 * Any thread; valid until its result or its graph is closed.
 */
public final class VertexDoubles {
    private static final int SLICE = 1 << 15;

    private final ResultLife life;
    private final String name;
    private final NamedDoubles column;

    VertexDoubles(final ResultLife life, final VertexNames names, final String name, final GlobalDoubleArray values) {
        this.life = life;
        this.name = name;
        column = new NamedDoubles(names, values);
    }

    /**
     * Returns the value of a vertex. Costs a job and two messages.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double value(final long vertex) {
        return life.call(ctx -> column.find(ctx, vertex));
    }

    /** Returns the value of a vertex, or nothing where no vertex has this name. */
    public OptionalDouble find(final long vertex) {
        try {
            return OptionalDouble.of(value(vertex));
        } catch (final GraphException refused) {
            if (refused.number() == GraphException.UNKNOWN_VERTEX) {
                return OptionalDouble.empty();
            }
            throw refused;
        }
    }

    /**
     * Returns the vertices of the largest values, the largest first; of equal values the smaller vertex first.
     *
     * @param count most vertices to return, 1 or more; the list takes some 60 bytes of the caller's heap for each, and
     *              nodes look at all their values once for each million: for most of a large graph, write a file
     */
    public List<VertexDouble> top(final int count) {
        if (count < 1) {
            throw new IllegalArgumentException("top " + count + ": 1 or more");
        }
        return life.call(ctx -> column.top(ctx, count));
    }

    /** Brings all vertices to the calling thread, in ascending order, some thousand at a time. */
    public void forEach(final VertexDoubleConsumer body) {
        final long end = column.names().count();
        long at = 0;
        while (at < end) {
            final long from = at;
            final long[] slice = life.call(ctx -> column.slice(ctx, from, SLICE));
            for (int i = 0; i < slice.length; i += 2) {
                body.accept(slice[i], Double.longBitsToDouble(slice[i + 1]));
            }
            at += slice.length / 2;
        }
    }

    /** Returns the same values for bodies that run on the nodes, as {@link VertexLongs#onNodes} does. */
    public LocalDoubles onNodes() {
        return life.whileOpen(() -> new LocalDoubles(life, column));
    }

    /**
     * Writes a line {@code vertex,value} for each vertex, ascending, by all nodes at the same time; whole or not at
     * all. The formats are those of {@link VertexLongs#write}. Values have as many digits as tell them from all others.
     *
     * @return length of the file in bytes
     * @throws GraphException as there
     */
    public long write(final Path file) {
        final ValueTarget target = ValueTarget.of(file);
        target.checkNames(List.of(ValueFile.VERTEX, name));
        target.check();
        final VertexTable table = new VertexTable(List.of(name), List.of(column));
        return life.write(target, ctx -> table.write(ctx, target)).bytes();
    }

    /**
     * Writes a row for each vertex, as {@link #write(Path)} does.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, part());
    }

    ResultLife life() {
        return life;
    }

    NamedDoubles column() {
        return column;
    }

    Table.Part part() {
        return part(name);
    }

    /** Under another name. */
    Table.Part part(final String other) {
        return new Table.Part(other, column);
    }
}
