package org.gmt4j.graph.serial;

/**
 * Core numbers as the textbook finds them, in one thread: vertices in the order of what is left of their degrees, in
 * bins. What the faster {@link SerialCores} and the nodes are compared with. Stateless; time O(V + E).
 *
 * @see "Batagelj, Zaversnik, An O(m) Algorithm for Cores Decomposition of Networks, 2003"
 */
public final class TextbookCores {
    private TextbookCores() {
    }

    /** Returns the core number of each vertex of a graph whose rows are symmetric. */
    public static int[] find(final LocalCsr graph) {
        final int n = graph.vertexCount();
        final int[] degrees = new int[n];
        int most = 0;
        for (int v = 0; v < n; v++) {
            degrees[v] = graph.degree(v);
            most = Math.max(most, degrees[v]);
        }
        final int[] bins = new int[most + 2];
        final int[] order = new int[n];
        final int[] places = new int[n];
        sort(degrees, bins, order, places);
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

    /** By degrees; {@code bins} gets the first place of each. */
    private static void sort(final int[] degrees, final int[] bins, final int[] order, final int[] places) {
        for (final int degree : degrees) {
            bins[degree + 1]++;
        }
        for (int d = 1; d < bins.length; d++) {
            bins[d] += bins[d - 1];
        }
        final int[] next = bins.clone();
        for (int v = 0; v < degrees.length; v++) {
            places[v] = next[degrees[v]]++;
            order[places[v]] = v;
        }
    }
}
