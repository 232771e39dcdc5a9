package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.graph.levels.Brandes;

/**
 * The betweenness of each vertex: of the shortest paths from each source to each other vertex, the share that leads
 * over the vertex, added up over all of these pairs; ends of paths do not count. Where all vertices of an undirected
 * graph are sources each pair counts twice, once from either end. Any thread. Memory of the nodes: 8 bytes a vertex,
 * given back by {@link #close} of this or of the graph.
 *
 * <p>The same to the last bit with any number of nodes and threads while at most 2^53 shortest paths lead from a source
 * to a vertex; beyond, within a relative 1e-9.
 */
public final class Betweenness implements AutoCloseable {
    private final ResultLife life;
    private final long sources;
    private final VertexDoubles scores;

    Betweenness(final Graph graph, final Brandes found, final long sources) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.sources = sources;
        scores = new VertexDoubles(life, graph.names(), "betweenness", found.scores());
    }

    /** Returns the number of sources. */
    public long sources() {
        return sources;
    }

    /**
     * Returns the betweenness of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double value(final long vertex) {
        return scores.value(vertex);
    }

    /** Returns the vertices of the highest betweenness, the highest first; of equal ones the smaller vertex first. */
    public List<VertexDouble> top(final int count) {
        return scores.top(count);
    }

    /** Returns the betweenness of all vertices. */
    public VertexDoubles scores() {
        return scores;
    }

    /**
     * Writes a row for each vertex, with its betweenness, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, scores.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
