package org.gmt4j.aggregation.topology;

/** A topology that cannot be: refused before anything is built. The message starts with its code. */
public final class TopologyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private TopologyException(final String message) {
        super(message);
    }

    static TopologyException shape(final String message) {
        return new TopologyException("GMT-260 " + message);
    }

    static TopologyException nodeCount(final long found) {
        return new TopologyException("GMT-261 a topology of " + found + " nodes, expected 1 .. " + Shape.MAX_CAPACITY);
    }

    static TopologyException node(final int found, final int nodeCount) {
        return new TopologyException("GMT-262 there is no node " + found + ": nodes are numbered 0 .. "
            + (nodeCount - 1));
    }
}
