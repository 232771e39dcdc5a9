package org.gmt4j.graph;

import java.util.stream.LongStream;
import org.gmt4j.graph.independent.MaximalIndependentSet;

/**
 * A maximal independent set: no two of its vertices are neighbours, and each other vertex has a neighbour in it. A
 * directed graph counts as if its edges had no direction; loops do not count. The same with any number of nodes and
 * threads. Any thread. Memory of the nodes: 4 bytes a vertex, given back by {@link #close} of this or of the graph.
 */
public final class IndependentSet implements AutoCloseable {
    private final ResultLife life;
    private final MaximalIndependentSet found;
    private final VertexLongs members;

    IndependentSet(final Graph graph, final MaximalIndependentSet found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        members = VertexLongs.ofLengths(life, graph.names(), "round", found.rounds(), false);
    }

    /** Returns the number of vertices of the set. */
    public long size() {
        return found.size();
    }

    /** Returns how many rounds it took. */
    public int rounds() {
        return found.last();
    }

    /**
     * Returns whether a vertex belongs to the set.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public boolean contains(final long vertex) {
        return members.find(vertex).isPresent();
    }

    /** Returns the vertices of the set, ascending, and the round in which each has joined, from 1 on; no others. */
    public VertexLongs members() {
        return members;
    }

    /** Returns the vertices of the set, ascending. Brings them to the calling thread. */
    public long[] vertices() {
        final LongStream.Builder vertices = LongStream.builder();
        members.forEach((vertex, round) -> vertices.add(vertex));
        return vertices.build().toArray();
    }

    /**
     * Writes a row for each vertex of the set, with the round in which it has joined, by all nodes at the same time;
     * whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, members.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
