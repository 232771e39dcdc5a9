package org.gmt4j.graph;

/**
 * A vertex and its value. Immutable.
 *
 * @param vertex by the caller's name
 * @param value  of it
 */
public record VertexDouble(long vertex, double value) {
}
