package org.gmt4j.graph;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.levels.NearVertices;
import org.gmt4j.graph.names.VertexNames;

/**
 * The vertices within some steps of a vertex, itself included, along edges in their direction. The same with any number
 * of nodes. Any thread.
 *
 * <p>Few vertices, as one task finds them, are in the memory of the caller, 20 bytes each: questions about them send
 * nothing but for the first, which fetches their names, and for {@link #distances} and {@link #write}, which make a
 * column of the nodes first. Many are such a column from the beginning: 4 bytes for each vertex of the graph, given
 * back by {@link #close} of this or of the graph.
 */
public final class Neighbourhood implements AutoCloseable {
    private final Graph graph;
    private final ResultLife life;
    private final long source;
    private final int steps;
    private final long size;
    /** Null where there are many. */
    private final NearVertices few;
    /**
     * Null where there are few, until somebody asks for a column of all vertices. Made under the lock of this, which
     * is taken last.
     */
    private volatile GlobalIntArray column;

    /** Of few vertices. */
    Neighbourhood(final Graph graph, final long source, final int steps, final NearVertices few) {
        this(graph, source, steps, few.size(), few, null);
    }

    /** Of many. */
    Neighbourhood(final Graph graph, final long source, final int steps, final ManySearch found) {
        this(graph, source, steps, found.reached()[0], null, found.levels().get(0));
    }

    private Neighbourhood(final Graph graph, final long source, final int steps, final long size,
                          final NearVertices few, final GlobalIntArray column) {
        this.graph = graph;
        this.source = source;
        this.steps = steps;
        this.size = size;
        this.few = few;
        this.column = column;
        life = new ResultLife(graph, ctx -> {
            final GlobalIntArray made = this.column;
            if (made != null) {
                made.free(ctx);
            }
        });
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
        return size;
    }

    /**
     * Returns how many steps a vertex is away; nothing where it is farther than that.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public OptionalLong find(final long vertex) {
        if (few == null) {
            return distances().find(vertex);
        }
        final OptionalLong away = near().find(vertex);
        if (away.isEmpty() && !graph.contains(vertex)) {
            throw graph.names().unknown(vertex);
        }
        return away;
    }

    /** Returns the vertices that are farthest away, of those that are near enough. */
    public List<VertexLong> top(final int count) {
        if (few == null) {
            return distances().top(count);
        }
        if (count < 1) {
            throw new IllegalArgumentException("top " + count + ": 1 or more");
        }
        final VertexNames numbered = graph.names();
        final List<VertexLong> farthest = life.call(ctx -> few.farthest(ctx, numbered, count));
        if (!graph.hasTextNames()) {
            return farthest;
        }
        final String[] names = graph.names(farthest.stream().mapToLong(VertexLong::vertex).toArray());
        return IntStream.range(0, names.length).mapToObj(i -> new VertexLong(farthest.get(i).vertex(),
            farthest.get(i).value(), names[i])).toList();
    }

    /** Brings the vertices to the calling thread, ascending, each with its steps. */
    public void forEach(final VertexLongConsumer body) {
        if (few == null) {
            distances().forEach(body);
        } else {
            near().forEach(body);
        }
    }

    /** Returns the few vertices with their names, which are fetched the first time. */
    private NearVertices near() {
        return life.whileOpen(this::nearWithNames);
    }

    private synchronized NearVertices nearWithNames() {
        if (!few.hasNames()) {
            final VertexNames names = graph.names();
            life.call(ctx -> {
                few.fetchNames(ctx, names);
                return null;
            });
        }
        return few;
    }

    /** Returns the steps of the vertices; those that are farther away have none. */
    public VertexLongs distances() {
        return VertexLongs.ofLengths(life, graph.names(), "steps", column(), false);
    }

    private GlobalIntArray column() {
        return column != null ? column : life.whileOpen(this::madeColumn);
    }

    private synchronized GlobalIntArray madeColumn() {
        if (column == null) {
            column = graph.make(ctx -> few.column(ctx, graph.rows()), (ctx, made) -> made.free(ctx));
        }
        return column;
    }

    /**
     * Writes a row for each vertex, with its steps, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, distances().part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
