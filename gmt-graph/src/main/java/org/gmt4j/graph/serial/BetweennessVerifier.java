package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges betweenness. Whatever the algorithm, all values together are the inner vertices of the paths: the sum of
 * (steps - 1) over all pairs of a source and a vertex that it reaches. And each value is compared with that of one
 * thread that hands dependencies on to the vertices before, edge by edge, where the library gathers them row by row.
 * Owned by one thread. Time O(V + E) for each source; memory: rows of the whole graph in both directions, and 45 bytes
 * a vertex.
 *
 * @see "Brandes, A faster algorithm for betweenness centrality, Journal of Mathematical Sociology 25, 2001"
 */
public final class BetweennessVerifier {
    /** Of sums in another order. */
    private static final double ROUNDING = 1e-9;

    private final LocalCsr graph;
    private final LocalCsr reversed;
    private final NumberedEdges edges;
    private final AnswerColumn scores;
    private final double[] expected;
    private final double[] paths;
    private final double[] dependencies;
    private final int[] levels;
    private final int[] order;

    /** Reads the edges and makes rows of them. */
    public BetweennessVerifier(final NumberedEdges edges) {
        this.edges = edges;
        graph = LocalCsr.of(edges.toSource(), edges.isDirected());
        reversed = edges.isDirected() ? graph.reversed() : graph;
        scores = new AnswerColumn(edges, "a value");
        expected = new double[graph.vertexCount()];
        paths = new double[graph.vertexCount()];
        dependencies = new double[graph.vertexCount()];
        levels = new int[graph.vertexCount()];
        order = new int[graph.vertexCount()];
    }

    /** Begins with an answer. */
    public void begin() {
        scores.begin();
    }

    /** Takes the value of the next vertex; they ascend. */
    public void accept(final long vertex, final double score) {
        scores.accept(vertex, score);
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param sources by their names, each once
     * @param factor  by which sums are multiplied
     */
    public Optional<String> verdict(final long[] sources, final double factor) {
        if (scores.gap().isPresent()) {
            return scores.gap();
        }
        Arrays.fill(expected, 0);
        double inner = 0;
        for (final long source : sources) {
            inner += add(edges.find(source));
        }
        double sum = 0;
        for (int v = 0; v < expected.length; v++) {
            sum += scores.real(v);
        }
        if (!isNear(sum, inner * factor)) {
            return Optional.of("all values together are " + sum + ", all paths have " + inner * factor
                + " inner vertices");
        }
        for (int v = 0; v < expected.length; v++) {
            if (!isNear(scores.real(v), expected[v] * factor)) {
                return Optional.of("vertex " + edges.name(v) + " has " + scores.real(v) + ", one thread says "
                    + expected[v] * factor);
            }
        }
        return Optional.empty();
    }

    /**
     * Requires that no vertex has more than one of the answer that has just been judged. Returns what is wrong, or
     * nothing.
     *
     * @param vertex of the highest value, as the answer says
     * @param score  that value, as it says
     */
    public Optional<String> highest(final long vertex, final double score) {
        final int number = edges.find(vertex);
        for (int v = 0; v < expected.length; v++) {
            if (number < 0 || scores.real(number) != score || scores.real(v) > score) {
                return Optional.of("the highest value is said to be " + score + " of vertex " + vertex + ", but vertex "
                    + edges.name(v) + " has " + scores.real(v));
            }
        }
        return Optional.empty();
    }

    private static boolean isNear(final double value, final double other) {
        return Math.abs(value - other) <= ROUNDING * Math.max(Math.abs(value), Math.abs(other));
    }

    /** Returns the inner vertices of one path to each vertex that is reached. */
    private double add(final int source) {
        final int reached = search(source);
        Arrays.fill(paths, 0);
        Arrays.fill(dependencies, 0);
        paths[source] = 1;
        double inner = 0;
        for (int i = 1; i < reached; i++) {
            final int vertex = order[i];
            inner += levels[vertex] - 1;
            for (int e = reversed.offsets()[vertex]; e < reversed.offsets()[vertex + 1]; e++) {
                final int before = reversed.targets()[e];
                paths[vertex] += isBefore(before, vertex) ? paths[before] : 0;
            }
        }
        for (int i = reached - 1; i > 0; i--) {
            handOn(order[i], source);
        }
        return inner;
    }

    private boolean isBefore(final int before, final int vertex) {
        return levels[before] >= 0 && levels[before] == levels[vertex] - 1;
    }

    private void handOn(final int vertex, final int source) {
        expected[vertex] += dependencies[vertex];
        final double share = (1 + dependencies[vertex]) / paths[vertex];
        for (int e = reversed.offsets()[vertex]; e < reversed.offsets()[vertex + 1]; e++) {
            final int before = reversed.targets()[e];
            if (before != source && isBefore(before, vertex)) {
                dependencies[before] += paths[before] * share;
            }
        }
    }

    private int search(final int source) {
        Arrays.fill(levels, -1);
        levels[source] = 0;
        order[0] = source;
        int reached = 1;
        for (int i = 0; i < reached; i++) {
            for (int e = graph.offsets()[order[i]]; e < graph.offsets()[order[i] + 1]; e++) {
                final int target = graph.targets()[e];
                if (levels[target] < 0) {
                    levels[target] = levels[order[i]] + 1;
                    order[reached++] = target;
                }
            }
        }
        return reached;
    }
}
