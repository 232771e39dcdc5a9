package org.gmt4j.graph;

/**
 * A vertex and its value. Immutable.
 *
 * @param vertex by the caller's name, or its number where names are texts
 * @param value  of it
 * @param name   the caller's name; null for the number as a text
 */
public record VertexDouble(long vertex, double value, String name) {
    /** A vertex that is named by its number. */
    public VertexDouble(final long vertex, final double value) {
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
