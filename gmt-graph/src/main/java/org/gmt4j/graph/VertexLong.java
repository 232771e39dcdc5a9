package org.gmt4j.graph;

/**
 * A vertex and its value. Immutable.
 *
 * @param vertex by the caller's name, or its number where names are texts
 * @param value  of it
 * @param name   the caller's name; null for the number as a text
 */
public record VertexLong(long vertex, long value, String name) {
    /** A vertex that is named by its number. */
    public VertexLong(final long vertex, final long value) {
        this(vertex, value, null);
    }

    /** Returns the caller's name as a text. */
    @Override
    public String name() {
        return name == null ? Long.toString(vertex) : name;
    }

    boolean hasText() {
        return name != null;
    }

    @Override
    public String toString() {
        return name() + " " + value;
    }
}
