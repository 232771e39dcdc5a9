package org.gmt4j.graph.cores;

import org.gmt4j.graph.serial.LocalCsr;

/** The algorithm of Batagelj and Zaversnik in one thread: vertices in order of their degrees, in bins. */
final class SerialCores {
    private SerialCores() {
    }

    static int[] find(final LocalCsr graph) {
        final int n = graph.vertexCount();
        final int[] degrees = new int[n];
        int most = 0;
        for (int v = 0; v < n; v++) {
            degrees[v] = graph.degree(v);
            most = Math.max(most, degrees[v]);
        }
        final int[] bins = new int[most + 2];
        for (int v = 0; v < n; v++) {
            bins[degrees[v] + 1]++;
        }
        for (int d = 0; d <= most; d++) {
            bins[d + 1] += bins[d];
        }
        final int[] order = new int[n];
        final int[] places = new int[n];
        final int[] next = bins.clone();
        for (int v = 0; v < n; v++) {
            places[v] = next[degrees[v]]++;
            order[places[v]] = v;
        }
        for (int i = 0; i < n; i++) {
            final int v = order[i];
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                final int u = graph.targets()[e];
                if (degrees[u] > degrees[v]) {
                    final int first = bins[degrees[u]];
                    final int other = order[first];
                    order[places[u]] = other;
                    places[other] = places[u];
                    order[first] = u;
                    places[u] = first;
                    bins[degrees[u]]++;
                    degrees[u]--;
                }
            }
        }
        return degrees;
    }
}
