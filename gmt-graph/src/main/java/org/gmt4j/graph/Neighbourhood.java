package org.gmt4j.graph;

import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.graph.levels.ManySearch;

/**
 * The vertices within some steps of a vertex, itself included, along edges in their direction. The same with any number
 * of nodes. Any thread. Memory of the nodes: 4 bytes for each vertex of the graph, given back by {@link #close} of this
 * or of the graph.
 */
public final class Neighbourhood implements AutoCloseable {
    private final ResultLife life;
    private final long source;
    private final int steps;
    private final ManySearch found;
    private final VertexLongs distances;

    Neighbourhood(final Graph graph, final long source, final int steps, final ManySearch found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.source = source;
        this.steps = steps;
        this.found = found;
        distances = VertexLongs.ofLengths(life, graph.names(), "steps", found.levels().get(0), false);
    }

    /** Returns the vertex in the middle. */
    public long source() {
        return source;
    }

    /** Returns the number of steps that were allowed. */
    public int steps() {
        return steps;
    }

    /** Returns the number of vertices, the source included. */
    public long size() {
        return found.reached()[0];
    }

    /**
     * Returns how many steps a vertex is away; nothing where it is farther than that.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public OptionalLong find(final long vertex) {
        return distances.find(vertex);
    }

    /** Returns the vertices that are farthest away, of those that are near enough. */
    public List<VertexLong> top(final int count) {
        return distances.top(count);
    }

    /** Brings the vertices to the calling thread, ascending, each with its steps. */
    public void forEach(final VertexLongConsumer body) {
        distances.forEach(body);
    }

    /** Returns the steps of the vertices; those that are farther away have none. */
    public VertexLongs distances() {
        return distances;
    }

    /**
     * Writes a row for each vertex, with its steps, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, distances.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
