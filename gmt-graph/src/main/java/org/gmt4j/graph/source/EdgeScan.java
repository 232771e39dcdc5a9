package org.gmt4j.graph.source;

/**
 * The findings of one pass over some parts.
 *
 * @param edgeCount edges seen
 * @param maxVertex largest vertex id seen, -1 when there was no edge
 */
public record EdgeScan(long edgeCount, long maxVertex) {
    public EdgeScan merge(final EdgeScan other) {
        return new EdgeScan(edgeCount + other.edgeCount, Math.max(maxVertex, other.maxVertex));
    }

    public long vertexCount() {
        return maxVertex + 1;
    }
}
