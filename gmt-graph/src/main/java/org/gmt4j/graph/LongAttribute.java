package org.gmt4j.graph;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.graph.names.VertexNames;

/**
 * A whole number for each vertex of a graph under a name, to be read and written, see {@link Attributes}. Any thread;
 * valid until it is removed, or its graph is closed. A vertex that several threads or tasks write has the value of one
 * of them.
 */
public final class LongAttribute {
    private final ResultLife life;
    private final Graph graph;
    private final String name;
    private final GlobalLongArray array;
    private final VertexLongs values;

    LongAttribute(final Graph graph, final String name, final GlobalLongArray array) {
        this.graph = graph;
        this.name = name;
        this.array = array;
        life = new ResultLife(graph, "the attribute " + name, ctx -> array.free(ctx));
        values = VertexLongs.ofNumbers(life, graph.names(), name, array);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /**
     * Returns the value of a vertex. Costs a job and two messages.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long get(final long vertex) {
        return values.value(vertex);
    }

    /**
     * Sets the value of a vertex. Costs a job and two messages.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public void set(final long vertex, final long value) {
        set(new long[] {vertex}, new long[] {value});
    }

    /**
     * Sets the values of vertices with one job. A vertex that is named several times has the last of its values.
     *
     * @param vertices their names
     * @param settings as many values
     * @throws GraphException GMT-340 where no vertex has one of these names: no value is set then
     */
    public void set(final long[] vertices, final long[] settings) {
        if (vertices.length != settings.length) {
            throw new IllegalArgumentException(vertices.length + " vertices, " + settings.length + " values");
        }
        final VertexNames names = graph.names();
        final GlobalLongArray to = array;
        final long[] asked = vertices.clone();
        final long[] given = settings.clone();
        life.call(ctx -> {
            final long[] numbers = ManyBfsRun.numbers(ctx, names, asked);
            for (final int place : LastSettings.places(numbers)) {
                to.putNb(ctx, numbers[place], given[place]);
            }
            ctx.await();
            return true;
        });
    }

    /** Sets the value of all vertices. */
    public void fill(final long value) {
        final GlobalLongArray to = array;
        life.call(ctx -> {
            to.fill(ctx, value);
            return true;
        });
    }

    /** Returns the values as they are when they are looked at: for the largest ones, all, and files. */
    public VertexLongs values() {
        return values;
    }

    /**
     * Returns the same values for bodies that run on the nodes.
     *
     * @throws GraphException GMT-342 where the attribute has been removed; so do bodies that are run after its end
     */
    public NodeLongs onNodes() {
        return life.whileOpen(() -> new NodeLongs(life, values.column(), array));
    }

    ResultLife life() {
        return life;
    }

    GlobalLongArray array() {
        return array;
    }
}
