package org.gmt4j.bench.plain;

import java.util.Arrays;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeSource;

/**
 * The graph of the serial programs, in arrays of the same element types as {@link GlobalGraph}, but for the offsets:
 * ints, which is to the advantage of the serial programs.
 *
 * @param listed edges as listed from each vertex, for Graph500's count of traversed edges
 */
record SerialGraph(int[] offsets, int[] targets, int[] weights, int[] listed) {
    private static final int LARGEST_WEIGHT = 255;

    /** Both directions of every edge, with a weight of 1 to 255 that both share. */
    static SerialGraph of(final EdgeSource source) {
        final LocalCsr csr = LocalCsr.symmetrised(source);
        final int[] offsets = csr.offsets();
        final int[] targets = csr.targets();
        final int[] weights = new int[targets.length];
        final int[] listed = new int[csr.vertexCount()];
        for (int v = 0; v < listed.length; v++) {
            listed[v] = csr.listedEdges(v);
            for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                weights[e] = weight(Math.min(v, targets[e]), Math.max(v, targets[e]));
            }
        }
        return new SerialGraph(offsets, targets, weights, listed);
    }

    private static int weight(final long smaller, final long larger) {
        return 1 + (int) Long.remainderUnsigned(RandomIndex.word(smaller, larger), LARGEST_WEIGHT);
    }

    int vertexCount() {
        return offsets.length - 1;
    }

    long[] longOffsets() {
        return Arrays.stream(offsets).asLongStream().toArray();
    }

    /** Edges as listed among the vertices whose value is not {@code unreached}. */
    long listedEdges(final long[] values, final long unreached) {
        long edges = 0;
        for (int v = 0; v < values.length; v++) {
            edges += values[v] == unreached ? 0 : listed[v];
        }
        return edges;
    }

    /** A vertex with a neighbour, another one for each number; there must be an edge. */
    int root(final long seed, final long number) {
        long draw = number << 32;
        int vertex;
        do {
            vertex = (int) Long.remainderUnsigned(RandomIndex.word(seed, ++draw), vertexCount());
        } while (offsets[vertex] == offsets[vertex + 1]);
        return vertex;
    }
}
