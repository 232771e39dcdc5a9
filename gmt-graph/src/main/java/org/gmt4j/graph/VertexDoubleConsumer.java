package org.gmt4j.graph;

/** Is given vertices and their values, one after the other, by one thread. */
@FunctionalInterface
public interface VertexDoubleConsumer {
    /**
     * Takes one vertex.
     *
     * @param vertex by the caller's name
     * @param value  of it
     */
    void accept(long vertex, double value);
}
