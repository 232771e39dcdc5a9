package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.IntegerArray;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.values.NamedColumn;
import org.gmt4j.graph.values.ValueFile;
import org.gmt4j.graph.values.ValueTarget;
import org.gmt4j.graph.values.VertexTable;
import org.gmt4j.graph.values.VertexValues;

/**
 * A number for each vertex of a graph, in the memory of the nodes, under the caller's names of vertices. Any thread;
 * valid until its result or its graph is closed.
 */
public final class VertexLongs {
    private static final int SLICE = 1 << 15;

    private final ResultLife life;
    private final String name;
    private final NamedColumn column;

    private VertexLongs(final ResultLife life, final String name, final NamedColumn column) {
        this.life = life;
        this.name = name;
        this.column = column;
    }

    static VertexLongs ofNumbers(final ResultLife life, final VertexNames names, final String name,
                                 final IntegerArray values) {
        return new VertexLongs(life, name, new NamedColumn(names, values, VertexValues.Kind.NUMBERS));
    }

    /** Values are lengths as words, and negative where there is none. */
    static VertexLongs ofLengths(final ResultLife life, final VertexNames names, final String name,
                                 final IntegerArray values, final boolean areReal) {
        return new VertexLongs(life, name, new NamedColumn(names, values,
            areReal ? VertexValues.Kind.REAL_LENGTHS : VertexValues.Kind.LENGTHS));
    }

    /** Values are vertices, and negative where there is none. */
    static VertexLongs ofVertices(final ResultLife life, final VertexNames names, final String name,
                                  final IntegerArray values) {
        return new VertexLongs(life, name, new NamedColumn(names, values, VertexValues.Kind.VERTICES));
    }

    /**
     * Returns the value of a vertex, or nothing where it has none. Costs a job and two messages.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public OptionalLong find(final long vertex) {
        return life.call(ctx -> column.find(ctx, vertex));
    }

    /**
     * Returns the value of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name, GMT-343 where the vertex has no value
     */
    public long value(final long vertex) {
        return find(vertex).orElseThrow(() -> new GraphException(GraphException.NO_VALUE, "vertex " + vertex
            + " has no " + name));
    }

    /**
     * Returns the vertices of the largest values, the largest first; of equal values the smaller vertex first.
     *
     * @param count most vertices to return, 1 or more; the list takes some 60 bytes of the caller's heap for each, and
     *              nodes look at all their values once for each million: for most of a large graph, write a file
     */
    public List<VertexLong> top(final int count) {
        if (count < 1) {
            throw new IllegalArgumentException("top " + count + ": 1 or more");
        }
        return life.call(ctx -> column.top(ctx, count));
    }

    /** Brings all vertices that have a value to the calling thread, in ascending order, some thousand at a time. */
    public void forEach(final VertexLongConsumer body) {
        final long end = column.names().count();
        long at = 0;
        while (at < end) {
            final long from = at;
            final long[] slice = life.call(ctx -> column.slice(ctx, from, SLICE));
            at = life.whileOpen(() -> column.sliceEnd(from, SLICE));
            for (int i = 0; i < slice.length; i += 2) {
                body.accept(slice[i], slice[i + 1]);
            }
        }
    }

    /**
     * Returns the same values for bodies that run on the nodes, where each looks at its own vertices:
     *
     * <pre>{@code
     * LocalLongs levels = bfs.levels().onNodes();
     * cluster.run(ctx -> ctx.executeOnAll(node -> levels.forEach(node, (vertex, level) -> ...)));
     * }</pre>
     *
     * @throws GraphException GMT-342 where the result has been closed; so do bodies that are run after its end
     */
    public LocalLongs onNodes() {
        return life.whileOpen(() -> new LocalLongs(life, column));
    }

    /**
     * Writes a line {@code vertex,value} for each vertex that has a value, ascending, by all nodes at the same time;
     * whole or not at all. The end of the name chooses the format: {@code .csv} (with a line of names) or
     * {@code .jsonl}, packed with {@code .gz}; or {@code .parquet}, with the module gmt-sql. All nodes must see the
     * folder.
     *
     * @return length of the file in bytes
     * @throws GraphException GMT-314, GMT-315, GMT-373; GMT-259 for an attribute that is named as the column of
     *                        vertices is, {@code vertex}
     */
    public long write(final Path file) {
        final ValueTarget target = ValueTarget.of(file);
        target.checkNames(List.of(ValueFile.VERTEX, name));
        target.check();
        final VertexTable table = new VertexTable(List.of(name), List.of(column));
        return life.write(target, ctx -> table.write(ctx, target)).bytes();
    }

    /**
     * Writes a row for each vertex that has a value, as {@link #write(Path)} does.
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

    NamedColumn column() {
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
