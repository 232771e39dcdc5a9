package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The distances of vertices, in the memory of the nodes, under the caller's names of vertices. Any thread; valid until
 * its result or its graph is closed.
 */
public final class VertexDistances {
    /** Distances as words, which order as the distances do; none where a vertex was not reached. */
    private final VertexLongs words;
    private final boolean isReal;

    /** Is given vertices and their distances, one after the other, by one thread. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * Takes one vertex.
         *
         * @param vertex   by the caller's name
         * @param distance of it
         */
        void accept(long vertex, double distance);
    }

    /** @param isReal words are the bits of doubles */
    VertexDistances(final VertexLongs words, final boolean isReal) {
        this.words = words;
        this.isReal = isReal;
    }

    private double number(final long word) {
        return isReal ? Double.longBitsToDouble(word) : word;
    }

    /**
     * Returns the distance of a vertex, {@link ShortestPaths#UNREACHED} where it was not reached. Costs a job and two
     * messages.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double value(final long vertex) {
        final OptionalLong word = words.find(vertex);
        return word.isPresent() ? number(word.getAsLong()) : ShortestPaths.UNREACHED;
    }

    /**
     * Returns the vertices of the largest distances, the largest first; of equal ones the smaller vertex first.
     *
     * @param count most vertices to return, 1 or more; the list takes some 60 bytes of the caller's heap for each, and
     *              nodes look at all their values once for each million: for most of a large graph, write a file
     */
    public List<ShortestPaths.Distance> top(final int count) {
        return words.top(count).stream().map(one -> distance(one))
            .toList();
    }

    private ShortestPaths.Distance distance(final VertexLong one) {
        return one.hasText() ? new ShortestPaths.Distance(one.vertex(), number(one.value()), one.name())
            : new ShortestPaths.Distance(one.vertex(), number(one.value()));
    }

    /** Brings all vertices that were reached to the calling thread, in ascending order, some thousand at a time. */
    public void forEach(final Consumer body) {
        words.forEach((vertex, word) -> body.accept(vertex, number(word)));
    }

    /**
     * Writes a line {@code vertex,distance} for each vertex that was reached, as {@link VertexLongs#write} does.
     *
     * @return length of the file in bytes
     * @throws GraphException GMT-314, GMT-315
     */
    public long write(final Path file) {
        return words.write(file);
    }

    /**
     * Writes a row for each vertex that was reached, as {@link VertexLongs#write(Table)} does.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return words.write(table);
    }

    ResultLife life() {
        return words.life();
    }

    Table.Part part() {
        return words.part();
    }
}
