package org.gmt4j.graph;

import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The result of a breadth-first search: for each vertex its distance from the source in edges, and the vertex before it
 * on one of the shortest ways. Any thread. Memory of the nodes: 8 (12) bytes a vertex, given back by {@link #close} of
 * this or of the graph.
 *
 * <p>Levels are the same with any number of nodes. Of several possible parents any may be found.
 */
public final class Bfs implements AutoCloseable {
    /** Level of a vertex that the search has not reached. */
    public static final long UNREACHED = -1;

    private final ResultLife life;
    private final long source;
    private final Trees trees;
    private final VertexLongs levels;
    private final VertexLongs allLevels;
    private final VertexLongs parents;

    /**
     * In the memory of the nodes.
     *
     * @param levels  per vertex, -1 where it was not reached
     * @param parents per vertex, -1 where it was not reached
     * @param reached vertices
     * @param listed  edges
     * @param depth   largest level
     */
    record Trees(IntegerArray levels, IntegerArray parents, long reached, long listed, long depth) {
        void free(final TaskContext ctx) throws SuspendExecution {
            levels.free(ctx);
            parents.free(ctx);
        }
    }

    Bfs(final Graph graph, final long source, final Trees trees) {
        life = new ResultLife(graph, ctx -> trees.free(ctx));
        this.source = source;
        this.trees = trees;
        levels = VertexLongs.ofLengths(life, graph.names(), "level", trees.levels(), false);
        allLevels = VertexLongs.ofNumbers(life, graph.names(), "level", trees.levels());
        parents = VertexLongs.ofVertices(life, graph.names(), "parent", trees.parents());
    }

    /** Returns the vertex where the search began. */
    public long source() {
        return source;
    }

    /** Returns the number of vertices that were reached, the source included. */
    public long reached() {
        return trees.reached();
    }

    /**
     * Returns the number of edges that lead from reached vertices, as they were listed: loops and parallel edges
     * included, each edge of an undirected graph once.
     */
    public long listedEdges() {
        return trees.listed();
    }

    /** Returns the largest level. */
    public long depth() {
        return trees.depth();
    }

    /**
     * Returns the level of a vertex, {@link #UNREACHED} where it was not reached.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return allLevels.value(vertex);
    }

    /**
     * Returns the parent of a vertex: the source for itself, nothing where it was not reached.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public OptionalLong parent(final long vertex) {
        return parents.find(vertex);
    }

    /** Returns the vertices that are farthest from the source, of those that were reached, and their levels. */
    public List<VertexLong> top(final int count) {
        return levels.top(count);
    }

    /** Returns the levels of the vertices that were reached. */
    public VertexLongs levels() {
        return levels;
    }

    /** Returns the levels of all vertices, {@link #UNREACHED} of those that were not reached. */
    public VertexLongs allLevels() {
        return allLevels;
    }

    /** Returns the parents of the vertices that were reached. */
    public VertexLongs parents() {
        return parents;
    }

    /**
     * Writes a row for each vertex that was reached, with its level and its parent, by all nodes at the same time;
     * whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, levels.part(), parents.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
