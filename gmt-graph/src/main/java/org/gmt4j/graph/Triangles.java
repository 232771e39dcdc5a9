package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.graph.triangles.TriangleCount;

/**
 * The triangles of a graph: how many there are, how many each vertex is part of, and how closely its neighbours are
 * knit. A directed graph counts as if its edges had no direction; loops and parallel edges do not count. The same with
 * any number of nodes and threads, doubles to the last bit. Any thread. Memory of the nodes: 16 bytes a vertex, given
 * back by {@link #close} of this or of the graph.
 */
public final class Triangles implements AutoCloseable {
    private final ResultLife life;
    private final TriangleCount found;
    private final VertexLongs counts;
    private final VertexDoubles clustering;

    Triangles(final Graph graph, final TriangleCount found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        counts = VertexLongs.ofNumbers(life, graph.names(), "triangles", found.counts());
        clustering = new VertexDoubles(life, graph.names(), "clustering", found.clustering());
    }

    /** Returns the number of triangles, each counted once. */
    public long count() {
        return found.total();
    }

    /**
     * Returns the number of triangles that a vertex is part of.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return counts.value(vertex);
    }

    /** Returns the vertices of most triangles, those first; of equal ones the smaller vertex first. */
    public List<VertexLong> top(final int count) {
        return counts.top(count);
    }

    /** Returns the number of triangles of each vertex. */
    public VertexLongs counts() {
        return counts;
    }

    /**
     * Returns the local clustering coefficient of each vertex: which part of the pairs of its neighbours are neighbours
     * themselves, from 0 to 1; 0 for a vertex with fewer than two neighbours.
     */
    public VertexDoubles clustering() {
        return clustering;
    }

    /** Returns the mean of the local clustering coefficients of all vertices; 0 for a graph without vertices. */
    public double meanClustering() {
        return found.mean();
    }

    /**
     * Returns the global clustering coefficient: which part of all pairs of neighbours of a vertex, of all vertices
     * together, are neighbours; 0 where there are none.
     */
    public double transitivity() {
        return found.transitivity();
    }

    /**
     * Writes a row for each vertex, with its triangles and clustering, by all nodes at the same time; whole or not at
     * all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, counts.part(), clustering.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
