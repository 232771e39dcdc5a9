package org.gmt4j.graph;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.paths.DeltaStepping;

/**
 * The shortest paths from a vertex: for each vertex their length, and the vertex before it on one of them. Any thread.
 * Memory of the nodes: 12 (16) bytes a vertex, 8 of distances only, given back by {@link #close} of this or of the
 * graph.
 *
 * <p>All answers are the same with any number of nodes. Of several possible parents over edges that are longer than
 * zero the smallest vertex is taken; where a vertex has none, of those over the fewest edges of length zero the
 * smallest. Lengths in graphs of whole weights are exact; doubles beyond 2^53 round them.
 */
public final class ShortestPaths implements AutoCloseable {
    /** Distance of a vertex that no path reaches. */
    public static final double UNREACHED = Double.POSITIVE_INFINITY;

    private final ResultLife life;
    private final Graph graph;
    private final long source;
    private final DeltaStepping found;
    private final VertexDistances distances;
    /** Null where the run had distances only. */
    private final VertexLongs parents;

    /**
     * A vertex and its distance. Immutable.
     *
     * @param vertex by the caller's name, or its number where names are texts
     * @param value  length of the shortest paths
     * @param name   the caller's name; null for the number as a text
     */
    public record Distance(long vertex, double value, String name) {
        /** A vertex that is named by its number. */
        public Distance(final long vertex, final double value) {
            this(vertex, value, null);
        }

        /** Returns the caller's name as a text. */
        @Override
        public String name() {
            return name == null ? Long.toString(vertex) : name;
        }

        @Override
        public String toString() {
            return name() + " " + value;
        }
    }

    ShortestPaths(final Graph graph, final long source, final DeltaStepping found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.graph = graph;
        this.source = source;
        this.found = found;
        distances = new VertexDistances(VertexLongs.ofLengths(life, graph.names(), "distance", found.distances(),
            found.isReal()), found.isReal());
        parents = found.parents() == null ? null
            : VertexLongs.ofVertices(life, graph.names(), "parent", found.parents());
    }

    /** Returns the vertex where the paths begin. */
    public long source() {
        return source;
    }

    /** Returns the number of vertices that were reached, the source included. */
    public long reached() {
        return found.reached();
    }

    /**
     * Returns the number of buckets of lengths from the source's to that of the farthest vertex, empty ones included:
     * the same on any number of nodes. With weights and buckets of 1 these are the levels of a breadth-first search,
     * the source's included.
     */
    public long levels() {
        return found.levels();
    }

    /**
     * Returns the number of listed edges, loops and parallel ones included, that begin at reached vertices: those that
     * Graph500 counts in a rate. Costs a job, and a pass over the vertices.
     */
    public long listedEdges() {
        final CsrGraph rows = graph.rows();
        final GlobalLongArray lengths = found.distances();
        return life.call(ctx -> {
            long edges = 0;
            for (final long ofNode : ctx.callOnAll(node -> listedEdges(rows.part(), LocalView.of(lengths)))) {
                edges += ofNode;
            }
            return edges;
        });
    }

    private static long listedEdges(final CsrPart part, final LocalView lengths) {
        long edges = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            if (lengths.word(row) != DeltaStepping.NOT_REACHED) {
                edges += part.listedEdges(row);
            }
        }
        return edges;
    }

    /**
     * Returns the length of the shortest paths to a vertex, {@link #UNREACHED} where there is none.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double distance(final long vertex) {
        return distances.value(vertex);
    }

    /**
     * Returns the vertex before a vertex on a shortest path: the source for itself, nothing where it was not reached.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     * @throws IllegalStateException after {@link ShortestPathsRun#distancesOnly}
     */
    public OptionalLong parent(final long vertex) {
        return parents().find(vertex);
    }

    /**
     * Returns a shortest path, from the source to the vertex, both included; of length 0 where the vertex was not
     * reached. Time: an access to another node for each vertex on it.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     * @throws IllegalStateException after {@link ShortestPathsRun#distancesOnly}
     */
    public long[] path(final long vertex) {
        requireParents();
        final IntegerArray tree = found.parents();
        final VertexNames names = graph.names();
        return life.call(ctx -> path(ctx, tree, names, vertex));
    }

    private static long[] path(final TaskContext ctx, final IntegerArray tree, final VertexNames names,
                               final long vertex) throws SuspendExecution {
        long at = names.number(ctx, vertex);
        if (at == VertexNames.NOBODY) {
            throw names.unknown(vertex);
        }
        long next = tree.view(ctx, at, 1).getInteger(0);
        if (next < 0) {
            return new long[0];
        }
        long[] reversed = new long[16];
        int count = 0;
        reversed[count++] = at;
        while (next != at) {
            at = next;
            if (count == reversed.length) {
                reversed = Arrays.copyOf(reversed, 2 * count);
            }
            reversed[count++] = at;
            next = tree.view(ctx, at, 1).getInteger(0);
        }
        final long[] path = new long[count];
        for (int i = 0; i < count; i++) {
            path[i] = reversed[count - 1 - i];
        }
        names.replace(ctx, path, count);
        return path;
    }

    /** Returns the vertices that are farthest from the source, of those that were reached, and their distances. */
    public List<Distance> top(final int count) {
        return distances.top(count);
    }

    /** Returns the distances of the vertices that were reached. */
    public VertexDistances distances() {
        return distances;
    }

    /**
     * Returns the parents of the vertices that were reached.
     *
     * @throws IllegalStateException after {@link ShortestPathsRun#distancesOnly}
     */
    public VertexLongs parents() {
        requireParents();
        return parents;
    }

    private void requireParents() {
        if (parents == null) {
            throw new IllegalStateException(
                "the run was asked for distancesOnly(), so it has no parents and no paths: leave that away");
        }
    }

    /**
     * Writes a row for each vertex that was reached, with its distance and, if the run has them, its parent, by all
     * nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return parents == null ? table.write(life, distances.part())
            : table.write(life, distances.part(), parents.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
