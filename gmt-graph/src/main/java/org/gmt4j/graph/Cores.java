package org.gmt4j.graph;

import java.util.List;
import java.util.stream.LongStream;
import org.gmt4j.graph.cores.CoreNumbers;

/**
 * The cores of a graph. The k-core is its largest part in which each vertex has k neighbours or more; a vertex has core
 * number k when it is in the k-core, but not in the (k+1)-core. A directed graph counts as if its edges had no
 * direction; loops and parallel edges do not count. The same with any number of nodes. Any thread. Memory of the nodes:
 * 4 bytes a vertex, given back by {@link #close} of this or of the graph.
 */
public final class Cores implements AutoCloseable {
    private final ResultLife life;
    private final CoreNumbers found;
    private final VertexLongs numbers;

    Cores(final Graph graph, final CoreNumbers found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        numbers = VertexLongs.ofNumbers(life, graph.names(), "core", found.numbers());
    }

    /** Returns the largest core number, the degeneracy of the graph; 0 for a graph without edges. */
    public long degeneracy() {
        return found.degeneracy();
    }

    /**
     * Returns the core number of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return numbers.value(vertex);
    }

    /** Returns the vertices of the largest core numbers, those first; of equal ones the smaller vertex first. */
    public List<VertexLong> top(final int count) {
        return numbers.top(count);
    }

    /** Returns the core number of each vertex. */
    public VertexLongs numbers() {
        return numbers;
    }

    /** Returns the number of vertices of the k-core. */
    public long size(final long k) {
        return life.call(ctx -> found.numbers().count(ctx, number -> number >= k));
    }

    /** Returns the vertices of the k-core, ascending. Brings all core numbers to the calling thread: time O(V). */
    public long[] vertices(final long k) {
        final LongStream.Builder vertices = LongStream.builder();
        numbers.forEach((vertex, number) -> {
            if (number >= k) {
                vertices.add(vertex);
            }
        });
        return vertices.build().toArray();
    }

    /**
     * Writes a row for each vertex, with its core number, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, numbers.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
