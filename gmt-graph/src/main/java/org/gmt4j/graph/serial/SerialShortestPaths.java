package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Delta-stepping by one thread: vertices lie in buckets by their present length, the lowest bucket is emptied first.
 * Owned by one thread. Memory: 12 bytes a vertex, and buckets.
 *
 * @see "Meyer, Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49, 2003"
 */
public final class SerialShortestPaths {
    /** Distance of a vertex that no path reaches. */
    public static final long UNREACHED = Long.MAX_VALUE;
    private static final int NOBODY = -1;

    private final WeightedCsr graph;
    private final long delta;
    private BucketQueue buckets;
    /** Vertices whose length has fallen since their edges were followed. */
    private BitSet pending;
    private long[] distances;
    private int[] parents;

    /** Takes buckets as wide as a typical weight by the mean degree: few heavy edges do not make them wide. */
    public SerialShortestPaths(final WeightedCsr graph) {
        this.graph = graph;
        final LocalCsr rows = graph.rows();
        final double degree = Math.max(1, (double) rows.storedEdgeCount() / Math.max(1, rows.vertexCount()));
        delta = Math.max(1, (long) (graph.typical() / degree));
    }

    /** Returns the distances from a vertex. */
    public long[] run(final int source) {
        final int count = graph.rows().vertexCount();
        distances = new long[count];
        parents = new int[count];
        Arrays.fill(distances, UNREACHED);
        Arrays.fill(parents, NOBODY);
        buckets = new BucketQueue();
        pending = new BitSet(count);
        lower(source, 0, source);
        for (long bucket = 0; bucket < Long.MAX_VALUE; bucket = buckets.lowest()) {
            buckets.begin(bucket);
            for (int vertex = buckets.take(bucket); vertex >= 0; vertex = buckets.take(bucket)) {
                if (pending.get(vertex)) {
                    pending.clear(vertex);
                    relax(vertex);
                }
            }
        }
        return distances;
    }

    private void relax(final int vertex) {
        final int[] offsets = graph.rows().offsets();
        final int[] targets = graph.rows().targets();
        final int[] weights = graph.weights();
        final long length = distances[vertex];
        for (int e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
            if (length + weights[e] < distances[targets[e]]) {
                lower(targets[e], length + weights[e], vertex);
            }
        }
    }

    private void lower(final int vertex, final long length, final int parent) {
        final long bucket = length / delta;
        if (distances[vertex] / delta != bucket || !pending.get(vertex)) {
            pending.set(vertex);
            buckets.add(bucket, vertex);
        }
        distances[vertex] = length;
        parents[vertex] = parent;
    }

    /** The vertex before each on a shortest path, the source for itself; -1 where it was not reached. */
    public int[] parents() {
        return parents;
    }
}
