package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * Delta-stepping by one thread: vertices lie in buckets by their present length, the lowest bucket is emptied first.
 * The buckets are a ring, as long as the heaviest edge is in widths. Owned by one thread. Memory: 12 bytes a vertex,
 * and buckets.
 *
 * @see "Meyer, Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49, 2003"
 */
public final class SerialShortestPaths {
    /** Distance of a vertex that no path reaches. */
    public static final long UNREACHED = Long.MAX_VALUE;
    private static final int NOBODY = -1;

    private final WeightedCsr graph;
    private final long delta;
    private final int[][] buckets;
    private final int[] counts;
    private long[] distances;
    private int[] parents;
    private long waiting;

    /** Takes buckets as wide as the heaviest edge by the mean degree. */
    public SerialShortestPaths(final WeightedCsr graph) {
        this.graph = graph;
        final LocalCsr rows = graph.rows();
        final double degree = Math.max(1, (double) rows.storedEdgeCount() / Math.max(1, rows.vertexCount()));
        delta = Math.max(1, (long) (graph.heaviest() / degree));
        buckets = new int[(int) (graph.heaviest() / delta) + 2][16];
        counts = new int[buckets.length];
    }

    /** Returns the distances from a vertex. */
    public long[] run(final int source) {
        final int count = graph.rows().vertexCount();
        distances = new long[count];
        parents = new int[count];
        Arrays.fill(distances, UNREACHED);
        Arrays.fill(parents, NOBODY);
        Arrays.fill(counts, 0);
        waiting = 0;
        lower(source, 0, source);
        for (long bucket = 0; waiting > 0; bucket++) {
            final int at = (int) (bucket % buckets.length);
            while (counts[at] > 0) {
                final int vertex = buckets[at][--counts[at]];
                waiting--;
                if (distances[vertex] / delta == bucket) {
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
        distances[vertex] = length;
        parents[vertex] = parent;
        final int at = (int) (length / delta % buckets.length);
        if (counts[at] == buckets[at].length) {
            buckets[at] = Arrays.copyOf(buckets[at], 2 * counts[at]);
        }
        buckets[at][counts[at]++] = vertex;
        waiting++;
    }

    /** The vertex before each on a shortest path, the source for itself; -1 where it was not reached. */
    public int[] parents() {
        return parents;
    }
}
