package org.gmt4j.graph.csr;

import org.gmt4j.graph.memory.LocalView;

/**
 * The rows of one node in its memory, for loops that must be as fast as memory. Valid until the graph is freed. Any
 * thread of the node; per command. Indices are not checked.
 */
public final class CsrPart {
    private final long firstVertex;
    private final long rowCount;
    private final long firstTarget;
    private final LocalView offsets;
    private final LocalView targets;
    private final LocalView listed;
    /** Null where each weight is one. */
    private final LocalView weights;

    CsrPart(final CsrGraph graph) {
        firstVertex = graph.listed().localStart();
        rowCount = graph.listed().localCount();
        firstTarget = graph.targets().localStart();
        offsets = LocalView.of(graph.offsets());
        targets = LocalView.of(graph.targets());
        listed = LocalView.of(graph.listed());
        weights = graph.weights() == null ? null : LocalView.of(graph.weights().words());
    }

    /** The vertex of row 0. */
    public long firstVertex() {
        return firstVertex;
    }

    public long rowCount() {
        return rowCount;
    }

    public boolean isLocal(final long vertex) {
        return Long.compareUnsigned(vertex - firstVertex, rowCount) < 0;
    }

    /** Position of a row's first target, for {@link #target}; {@code begin(row + 1)} is the row's end. */
    public long begin(final long row) {
        return offsets.word(row) - firstTarget;
    }

    public long degree(final long row) {
        return begin(row + 1) - begin(row);
    }

    /** Targets of this node's rows. */
    public long storedEdges() {
        return rowCount == 0 ? 0 : begin(rowCount) - begin(0);
    }

    public long target(final long position) {
        return targets.get(position);
    }

    /** The weight of an edge as a word, by the position of its target; only where there are weights. */
    public long weight(final long position) {
        return weights.get(position);
    }

    /** Whether targets take 8 bytes, not 4. */
    public boolean isWide() {
        return targets.isWide();
    }

    /** Targets of all rows by position, for loops over many rows. */
    public LocalView targets() {
        return targets;
    }

    /** Edges of the source that begin at the row's vertex. */
    public int listedEdges(final long row) {
        return (int) listed.get(row);
    }

    /** Position of the first target of a row that is not below {@code vertex}; the row's end when all are. */
    public long lowerBound(final long row, final long vertex) {
        long low = begin(row);
        long high = begin(row + 1);
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (target(middle) < vertex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether {@code vertex} is among a row's targets. */
    public boolean hasTarget(final long row, final long vertex) {
        final long at = lowerBound(row, vertex);
        return at < begin(row + 1) && target(at) == vertex;
    }
}
