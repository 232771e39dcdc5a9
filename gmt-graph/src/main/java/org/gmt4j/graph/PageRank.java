package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.graph.ranks.RankIterations;

/**
 * The PageRank of each vertex: the probability that a walk is there, from 0 to 1; all together 1. The same with any
 * number of nodes and threads, to the last bit. Any thread. Memory of the nodes: 8 bytes a vertex, given back by
 * {@link #close} of this or of the graph.
 */
public final class PageRank implements AutoCloseable {
    private final ResultLife life;
    private final RankIterations found;
    private final double tolerance;
    private final VertexDoubles ranks;

    PageRank(final Graph graph, final RankIterations found, final double tolerance) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        this.tolerance = tolerance;
        ranks = new VertexDoubles(life, graph.names(), "rank", found.ranks());
    }

    /**
     * Returns the rank of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double value(final long vertex) {
        return ranks.value(vertex);
    }

    /** Returns the vertices of the highest ranks, the highest first; of equal ones the smaller vertex first. */
    public List<VertexDouble> top(final int count) {
        return ranks.top(count);
    }

    /** Returns the ranks of all vertices. */
    public VertexDoubles ranks() {
        return ranks;
    }

    /** Returns the number of iterations that were made. */
    public int iterations() {
        return found.iterations();
    }

    /** Returns by how much the ranks have changed in the last iteration, all vertices together. */
    public double error() {
        return found.error();
    }

    /** Returns whether the ranks are within the tolerance; false where the iterations were used up before. */
    public boolean converged() {
        return found.error() <= tolerance;
    }

    /**
     * Writes a row for each vertex, with its rank, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, ranks.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
