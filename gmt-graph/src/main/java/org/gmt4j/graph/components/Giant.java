package org.gmt4j.graph.components;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.graph.serial.UnionFind;

/**
 * The large pieces of several nodes that are known to be of one component, by edges of some of their vertices: most
 * often all of them. Nothing follows where they are not. Immutable.
 */
final class Giant {
    static final long NONE = -1;

    private final long[] pieces;
    private final long root;

    /** @param pieces by node, the root of its piece; {@link #NONE} of a node that has none in it */
    Giant(final long[] pieces) {
        this.pieces = pieces;
        root = Arrays.stream(pieces).filter(piece -> piece != NONE).min().orElse(NONE);
    }

    /**
     * Takes the most nodes whose pieces hang together.
     *
     * @param samples by node, the root of its piece, and roots that this has edges to; nothing of a node without rows
     * @return by node, the root of its piece; {@link #NONE} of a node that has none in it
     */
    static long[] find(final List<long[]> samples) {
        final int nodes = samples.size();
        final UnionFind groups = new UnionFind(nodes);
        final Map<Long, Integer> byRoot = new HashMap<>();
        for (int node = 0; node < nodes; node++) {
            if (samples.get(node).length > 0) {
                byRoot.put(samples.get(node)[0], node);
            }
        }
        for (int node = 0; node < nodes; node++) {
            final long[] sample = samples.get(node);
            for (int i = 1; i < sample.length; i++) {
                groups.join(node, byRoot.getOrDefault(sample[i], node));
            }
        }
        final int[] counts = new int[nodes];
        int largest = 0;
        for (int node = 0; node < nodes; node++) {
            final int group = groups.find(node);
            counts[group] += samples.get(node).length > 0 ? 1 : 0;
            largest = counts[group] > counts[largest] ? group : largest;
        }
        final long[] pieces = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            final boolean isIn = groups.find(node) == largest && samples.get(node).length > 0;
            pieces[node] = isIn ? samples.get(node)[0] : NONE;
        }
        return pieces;
    }

    /** The root of all of them, the smallest; {@link #NONE} where there are none. */
    long root() {
        return root;
    }

    /** The root of a node's piece; {@link #NONE} where it is not known to belong to the others. */
    long of(final int node) {
        return pieces[node];
    }
}
