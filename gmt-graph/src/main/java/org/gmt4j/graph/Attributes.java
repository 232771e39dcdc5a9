package org.gmt4j.graph;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.graph.values.ColumnCopy;

/**
 * Numbers of the vertices of a graph under names, in the memory of the nodes: made by the program, or answers that it
 * keeps. Any thread. Memory of the nodes: 8 bytes a vertex for each, given back by {@link #remove} or with the graph.
 *
 * <pre>{@code
 * LongAttribute age = graph.attributes().longs("age");
 * age.set(7, 36);
 * graph.attributes().keep("rank", ranks.ranks());
 * graph.attributes().write(Tables.csv("people.csv"), "age", "rank");
 * }</pre>
 */
public final class Attributes {
    private final Graph graph;
    /**
     * Each a {@link LongAttribute} or a {@link DoubleAttribute}. Guarded by this: by threads that keep the graph open
     * before, so that none waits behind one that closes it, and makes a callback wait, which that one waits for.
     */
    private final Map<String, Object> all = new TreeMap<>();

    Attributes(final Graph graph) {
        this.graph = graph;
    }

    /**
     * Returns the attribute of this name, whose values are whole numbers; it is made where there is none, with 0 for
     * each vertex.
     *
     * @throws GraphException GMT-346 where it has reals
     */
    public LongAttribute longs(final String name) {
        return graph.whileOpen(() -> knownOrMadeLongs(name));
    }

    private synchronized LongAttribute knownOrMadeLongs(final String name) {
        final Object known = all.get(Objects.requireNonNull(name, "name"));
        if (known != null) {
            if (known instanceof LongAttribute longs) {
                return longs;
            }
            throw new GraphException(GraphException.BAD_ATTRIBUTE, "the attribute " + name + " has reals: ask for"
                + " doubles(), or take another name");
        }
        final long vertices = graph.vertices();
        final GlobalLongArray values = graph.make(
            ctx -> GlobalLongArray.allocate(ctx, ArraySpec.of(vertices)), (ctx, made) -> made.free(ctx));
        final LongAttribute made = new LongAttribute(graph, name, values);
        all.put(name, made);
        return made;
    }

    /**
     * Returns the attribute of this name, whose values are reals; it is made where there is none, with 0 for each
     * vertex.
     *
     * @throws GraphException GMT-346 where it has whole numbers
     */
    public DoubleAttribute doubles(final String name) {
        return graph.whileOpen(() -> knownOrMadeDoubles(name));
    }

    private synchronized DoubleAttribute knownOrMadeDoubles(final String name) {
        final Object known = all.get(Objects.requireNonNull(name, "name"));
        if (known != null) {
            if (known instanceof DoubleAttribute doubles) {
                return doubles;
            }
            throw new GraphException(GraphException.BAD_ATTRIBUTE, "the attribute " + name + " has whole numbers: ask"
                + " for longs(), or take another name");
        }
        final long vertices = graph.vertices();
        final GlobalDoubleArray values = graph.make(
            ctx -> GlobalDoubleArray.allocate(ctx, ArraySpec.of(vertices)), (ctx, made) -> made.free(ctx));
        final DoubleAttribute made = new DoubleAttribute(graph, name, values);
        all.put(name, made);
        return made;
    }

    /**
     * Copies an answer of this graph, which may be closed then. Values that are vertices are copied as their names.
     *
     * @param absent for vertices that have no value
     * @return the attribute, which is made where there is none
     * @throws GraphException GMT-346 where it has reals, or the answer is one of another graph
     */
    public LongAttribute keep(final String name, final VertexLongs answer, final long absent) {
        final ResultLife life = own(answer.life());
        final LongAttribute attribute = longs(name);
        final ColumnCopy copy = new ColumnCopy(answer.part().values());
        final GlobalLongArray to = attribute.array();
        attribute.life().whileOpen(() -> life.call(ctx -> {
            copy.to(ctx, to, absent);
            return true;
        }));
        return attribute;
    }

    /**
     * Copies an answer of this graph, which may be closed then.
     *
     * @return the attribute, which is made where there is none
     * @throws GraphException GMT-346 where it has whole numbers, or the answer is one of another graph
     */
    public DoubleAttribute keep(final String name, final VertexDoubles answer) {
        return keep(name, answer.life(), answer.part());
    }

    /** Copies distances, as {@link #keep(String, VertexDoubles)} does; without one {@link ShortestPaths#UNREACHED}. */
    public DoubleAttribute keep(final String name, final VertexDistances answer) {
        return keep(name, answer.life(), answer.part());
    }

    private DoubleAttribute keep(final String name, final ResultLife answer, final Table.Part part) {
        final ResultLife life = own(answer);
        final DoubleAttribute attribute = doubles(name);
        final ColumnCopy copy = new ColumnCopy(part.values());
        final GlobalDoubleArray to = attribute.array();
        attribute.life().whileOpen(() -> life.call(ctx -> {
            copy.to(ctx, to, ShortestPaths.UNREACHED);
            return true;
        }));
        return attribute;
    }

    private ResultLife own(final ResultLife life) {
        if (life.graph() != graph) {
            throw new GraphException(GraphException.BAD_ATTRIBUTE, "the answer is one of another graph");
        }
        life.requireOpen();                                     // before an attribute is made for it
        return life;
    }

    /** Returns the names of all attributes. */
    public synchronized Set<String> names() {
        return new TreeSet<>(all.keySet());
    }

    /** Gives the memory of an attribute back, and forgets it. Does nothing where there is none. */
    public synchronized void remove(final String name) {
        final Object removed = all.remove(Objects.requireNonNull(name, "name"));
        if (removed instanceof LongAttribute longs) {
            longs.life().close();
        } else if (removed instanceof DoubleAttribute doubles) {
            doubles.life().close();
        }
    }

    /**
     * Writes a row for each vertex, ascending, with a column for each of some attributes, by all nodes at the same
     * time; whole or not at all.
     *
     * @param names of attributes, one or more
     * @return the number of rows
     * @throws GraphException GMT-314; GMT-346 where there is no attribute of a name; GMT-259 where one is named twice,
     *                        or as the column of vertices is, {@code vertex}
     */
    public long write(final Table table, final String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("a table of no attribute: name one or more");
        }
        return graph.whileOpen(() -> writeKnown(table, names));
    }

    private synchronized long writeKnown(final Table table, final String... names) {
        final Table.Part[] parts = new Table.Part[names.length];
        ResultLife life = null;
        for (int i = 0; i < names.length; i++) {
            final Object attribute = all.get(names[i]);
            if (attribute == null) {
                throw new GraphException(GraphException.BAD_ATTRIBUTE, "there is no attribute " + names[i]
                    + "; there are " + all.keySet());
            }
            parts[i] = attribute instanceof LongAttribute longs ? longs.values().part()
                : ((DoubleAttribute) attribute).values().part();
            life = attribute instanceof LongAttribute longs ? longs.life() : ((DoubleAttribute) attribute).life();
        }
        return table.write(life, parts);
    }
}
