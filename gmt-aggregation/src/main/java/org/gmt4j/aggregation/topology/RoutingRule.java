package org.gmt4j.aggregation.topology;

import java.util.Locale;

/**
 * Chooses the neighbour that brings a request nearer to its target. A function of current node and target only,
 * evaluated afresh at every node: nothing travels with the request, and requests from one node to another take one way.
 * Pure; any thread; cost: the dimensions.
 *
 * <p>Nodes 0 .. n-1 exist; the places behind are empty. Both rules correct one coordinate per hop for ever, so a route
 * has as many hops as coordinates differ; neither has a cycle of buffers that wait for each other, for any shape and
 * any n.
 */
public enum RoutingRule {
    /**
     * Lowest dimension first: the lowest coordinate that differs, unless the place it leads to is empty; then the next
     * one.
     *
     * <p>Why there is always a hop: let h be the highest coordinate that differs. If the target's is smaller,
     * correcting it leads downwards, to a node. If it is larger, correcting the lowest that differs leads to the
     * target, or to a place below it.
     *
     * <p>Why nothing waits in a circle: an empty place is met only where all coordinates above it are those of the last
     * node, so that the coordinate corrected instead can only fall. Hence a coordinate <i>rises</i> only when all below
     * it are correct, and later corrections are in higher dimensions. In a circle of edges some hop would have to raise
     * the highest dimension used, and nothing could follow it.
     */
    LDF {
        @Override
        int nextHop(final Shape shape, final int nodes, final int from, final int target) {
            for (int i = 0; i < shape.dimensions(); i++) {
                final int difference = shape.coordinate(target, i) - shape.coordinate(from, i);
                if (difference != 0) {
                    final int next = from + difference * shape.stride(i);
                    if (next < nodes) {
                        return next;
                    }
                }
            }
            throw new AssertionError("no hop from " + from + " to " + target + " of " + nodes + " in " + shape);
        }
    },
    /**
     * Negative first: all coordinates that fall, lowest first, then all that rise. Numbers fall, so every node on the
     * way exists, as far as the smaller coordinates of both; from there all places are below the target. Falling edges
     * wait for falling and rising ones, rising edges for rising ones only: no circle.
     */
    NFDF {
        @Override
        int nextHop(final Shape shape, final int nodes, final int from, final int target) {
            int rising = from;
            for (int i = shape.dimensions() - 1; i >= 0; i--) {
                final int difference = shape.coordinate(target, i) - shape.coordinate(from, i);
                if (difference > 0) {
                    rising = from + difference * shape.stride(i);
                }
            }
            for (int i = 0; i < shape.dimensions(); i++) {
                final int difference = shape.coordinate(target, i) - shape.coordinate(from, i);
                if (difference < 0) {
                    return from + difference * shape.stride(i);
                }
            }
            return rising;
        }
    };

    /** The next node on the way; {@code from} and {@code target} exist and differ. */
    abstract int nextHop(Shape shape, int nodes, int from, int target);

    /** The rule as users write it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
