package org.gmt4j.graph.csr;

import org.gmt4j.graph.GraphException;

/**
 * The weights of parallel edges have no sum that their type can hold (GMT-345). Rows know vertices by their numbers
 * only: whoever knows their names says it again.
 */
public final class NoSumException extends GraphException {
    private static final long serialVersionUID = 1L;
    private final long from;
    private final long to;
    private final long count;
    private final String type;

    NoSumException(final NoSum noSum, final String type) {
        super(BAD_WEIGHT, text(noSum.count(), "the vertices of numbers " + noSum.from() + " and " + noSum.to(), type)
            + ": keep another one than the sum");
        from = noSum.from();
        to = noSum.to();
        count = noSum.count();
        this.type = type;
    }

    private static String text(final long count, final String vertices, final String type) {
        return "the weights of " + count + " parallel edges between " + vertices + " have no sum that a " + type
            + " can hold";
    }

    /** Returns the numbers of the vertices. */
    public long[] vertices() {
        return new long[] {from, to};
    }

    /**
     * Returns the same under the names of the vertices.
     *
     * @param names  of {@link #vertices}
     * @param advice what to change
     */
    public GraphException named(final String[] names, final String advice) {
        return new GraphException(BAD_WEIGHT, text(count, names[0] + " and " + names[1], type) + ": " + advice, this);
    }
}
