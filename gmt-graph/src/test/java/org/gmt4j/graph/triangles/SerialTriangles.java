package org.gmt4j.graph.triangles;

import org.gmt4j.graph.serial.LocalCsr;

/** The same algorithm in one thread: edges oriented by degree, and sorted rows merged. */
final class SerialTriangles {
    private final int[] offsets;
    private final int[] targets;
    private final long[] counts;

    SerialTriangles(final LocalCsr graph) {
        final int n = graph.vertexCount();
        offsets = new int[n + 1];
        targets = new int[graph.storedEdgeCount() / 2];
        counts = new long[n];
        int kept = 0;
        for (int u = 0; u < n; u++) {
            for (int e = graph.offsets()[u]; e < graph.offsets()[u + 1]; e++) {
                final int v = graph.targets()[e];
                if (graph.degree(v) > graph.degree(u) || graph.degree(v) == graph.degree(u) && v > u) {
                    targets[kept++] = v;
                }
            }
            offsets[u + 1] = kept;
        }
    }

    long total() {
        long total = 0;
        for (int u = 0; u < offsets.length - 1; u++) {
            for (int e = offsets[u]; e < offsets[u + 1]; e++) {
                total += common(u, targets[e]);
            }
        }
        return total;
    }

    private long common(final int u, final int v) {
        int a = offsets[u];
        int b = offsets[v];
        final int endA = offsets[u + 1];
        final int endB = offsets[v + 1];
        long common = 0;
        while (a < endA && b < endB) {
            final int x = targets[a];
            final int y = targets[b];
            if (x == y) {
                common++;
            }
            a += x <= y ? 1 : 0;
            b += y <= x ? 1 : 0;
        }
        return common;
    }

    long[] counts() {
        for (int u = 0; u < offsets.length - 1; u++) {
            for (int e = offsets[u]; e < offsets[u + 1]; e++) {
                final int v = targets[e];
                int b = offsets[v];
                for (int a = offsets[u]; a < offsets[u + 1] && b < offsets[v + 1]; a++) {
                    while (b < offsets[v + 1] && targets[b] < targets[a]) {
                        b++;
                    }
                    if (b < offsets[v + 1] && targets[b] == targets[a]) {
                        counts[u]++;
                        counts[v]++;
                        counts[targets[a]]++;
                    }
                }
            }
        }
        return counts;
    }
}
