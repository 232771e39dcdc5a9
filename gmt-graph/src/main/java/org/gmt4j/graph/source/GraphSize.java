package org.gmt4j.graph.source;

/**
 * How large a graph is, as far as could be seen in a moment.
 *
 * @param vertices number of vertices, the largest id + 1; at least so many where it is not exact
 * @param edges    listed edges; about so many where it is not exact
 * @param isExact  all of the source was looked at, or it says so itself
 */
public record GraphSize(long vertices, long edges, boolean isExact) {
    /** Fewer vertices than this cost nothing, listed or not. */
    private static final long SMALL = 1 << 20;

    /** Vertices that no edge can name: each names two at most. */
    public long neverListed() {
        return Math.max(0, vertices - 2 * edges);
    }

    /** Most vertices are never listed, and they are many. */
    public boolean hasGaps() {
        return vertices > SMALL && neverListed() > vertices / 2;
    }
}
