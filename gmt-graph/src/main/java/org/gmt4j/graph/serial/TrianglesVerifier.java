package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges triangles: one thread takes the vertices of most neighbours out of the graph, one after the other, and counts
 * the triangles that go with each; it orients no edges and intersects no rows, as the library does. Coefficients must
 * follow from the counts. Owned by one thread. Time O(E^1.5), once; memory: rows of the whole graph, and 34 bytes a
 * vertex.
 *
 * @see "Chiba, Nishizeki, Arboricity and Subgraph Listing Algorithms, SIAM Journal on Computing 14, 1985"
 */
public final class TrianglesVerifier {
    private static final double ROUNDING = 1e-12;
    private static final double ROUNDING_OF_SUMS = 1e-9;

    private final LocalCsr graph;
    private final NumberedEdges edges;
    private final long[] expected;
    private final AnswerColumn counts;
    private final AnswerColumn clustering;
    private long total;

    /** Reads the edges, makes rows of them, and counts. */
    public TrianglesVerifier(final NumberedEdges edges) {
        this.edges = edges;
        graph = LocalCsr.symmetrised(edges.toSource());
        expected = new long[graph.vertexCount()];
        counts = new AnswerColumn(edges, "a number of triangles");
        clustering = new AnswerColumn(edges, "a coefficient");
        count();
    }

    private void count() {
        final int[] order = byDegree();
        final int[] places = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            places[order[i]] = i;
        }
        final boolean[] isMarked = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            takeOut(order[i], places, isMarked);
        }
    }

    /** Vertices of most neighbours first. */
    private int[] byDegree() {
        final int n = graph.vertexCount();
        final int[] starts = new int[n + 1];
        for (int v = 0; v < n; v++) {
            starts[n - 1 - graph.degree(v) + 1]++;
        }
        for (int i = 1; i <= n; i++) {
            starts[i] += starts[i - 1];
        }
        final int[] order = new int[n];
        for (int v = 0; v < n; v++) {
            order[starts[n - 1 - graph.degree(v)]++] = v;
        }
        return order;
    }

    /** Counts the triangles of a vertex with two that are still there. */
    private void takeOut(final int vertex, final int[] places, final boolean[] isMarked) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        for (int e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
            isMarked[targets[e]] = places[targets[e]] > places[vertex];
        }
        for (int e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
            final int second = targets[e];
            if (isMarked[second]) {
                for (int f = offsets[second]; f < offsets[second + 1]; f++) {
                    if (isMarked[targets[f]]) {
                        expected[vertex]++;
                        expected[second]++;
                        expected[targets[f]]++;
                        total++;
                    }
                }
                isMarked[second] = false;
            }
        }
    }

    /** Begins with an answer. */
    public void begin() {
        counts.begin();
        clustering.begin();
    }

    /** Takes the number of triangles of the next vertex; they ascend. */
    public void count(final long vertex, final long triangles) {
        counts.accept(vertex, triangles);
    }

    /** Takes the local clustering coefficient of the next vertex; they ascend. */
    public void clustering(final long vertex, final double coefficient) {
        clustering.accept(vertex, coefficient);
    }

    /** Ends an answer of which only the number of all is known: what is wrong with it, or nothing. */
    public Optional<String> verdict(final long triangles) {
        return triangles == total ? Optional.empty()
            : Optional.of(triangles + " triangles, one thread counts " + total);
    }

    /**
     * Ends an answer for all vertices: what is wrong with it, or nothing.
     *
     * @param mean         of the coefficients of all vertices
     * @param transitivity which part of all pairs of neighbours are neighbours
     */
    public Optional<String> verdictOfAll(final long triangles, final double mean, final double transitivity) {
        return verdict(triangles).or(counts::gap).or(clustering::gap).or(this::difference)
            .or(() -> wrongMeans(mean, transitivity));
    }

    private double pairs(final int vertex) {
        return graph.degree(vertex) * (graph.degree(vertex) - 1.0) / 2;
    }

    private double coefficient(final int vertex) {
        return pairs(vertex) == 0 ? 0 : expected[vertex] / pairs(vertex);
    }

    private Optional<String> wrongMeans(final double mean, final double transitivity) {
        double sum = 0;
        double pairs = 0;
        for (int v = 0; v < expected.length; v++) {
            sum += coefficient(v);
            pairs += pairs(v);
        }
        final double ofAll = expected.length == 0 ? 0 : sum / expected.length;
        final double part = pairs == 0 ? 0 : 3.0 * total / pairs;
        return Math.abs(mean - ofAll) <= ROUNDING_OF_SUMS && Math.abs(transitivity - part) <= ROUNDING_OF_SUMS
            ? Optional.empty() : Optional.of("the mean coefficient is said to be " + mean + ", the transitivity "
                + transitivity + "; one thread says " + ofAll + " and " + part);
    }

    private Optional<String> difference() {
        for (int v = 0; v < expected.length; v++) {
            if (counts.word(v) != expected[v]) {
                return Optional.of("vertex " + edges.name(v) + " has " + counts.word(v)
                    + " triangles, one thread counts " + expected[v]);
            }
            if (!(Math.abs(clustering.real(v) - coefficient(v)) <= ROUNDING)) {
                return Optional.of("vertex " + edges.name(v) + " has the coefficient " + clustering.real(v)
                    + ", its triangles and neighbours make " + coefficient(v));
            }
        }
        return Optional.empty();
    }
}
