package org.gmt4j.bench.graph;

import java.util.Optional;

/** Compares the values of vertices, which come ascending, with those of the serial version. Owned by one thread. */
final class Answers {
    private final BenchGraph graph;
    private final Value expected;
    private final Condition hasValue;
    private final double rounding;
    private String mistake;
    private int next;

    /** Whether something is so of a vertex. */
    interface Condition {
        boolean holds(int vertex);
    }

    /** The value of a vertex by the serial version. */
    interface Value {
        double of(int vertex);
    }

    /** Values are the same. */
    Answers(final BenchGraph graph, final Value expected, final Condition hasValue) {
        this(graph, expected, hasValue, 0);
    }

    /** @param rounding share by which values may differ */
    Answers(final BenchGraph graph, final Value expected, final Condition hasValue, final double rounding) {
        this.graph = graph;
        this.expected = expected;
        this.hasValue = hasValue;
        this.rounding = rounding;
    }

    /** Edges of the rows of some vertices. */
    static long edgesOf(final BenchGraph graph, final Condition condition) {
        long edges = 0;
        for (int v = 0; v < graph.rows().vertexCount(); v++) {
            edges += condition.holds(v) ? graph.rows().degree(v) : 0;
        }
        return edges;
    }

    void accept(final long vertex, final double value) {
        skip();
        if (mistake == null && (next == graph.rows().vertexCount() || graph.name(next) != vertex
            || !(Math.abs(expected.of(next) - value) <= rounding * Math.abs(value)))) {
            mistake = "vertex " + vertex + " has " + value + ", one thread says " + (next
                < graph.rows().vertexCount() ? expected.of(next) + " of vertex " + graph.name(next) : "nothing");
        }
        next++;
    }

    /** Vertices for which no value is expected are left out. */
    private void skip() {
        while (next < graph.rows().vertexCount() && !hasValue.holds(next)) {
            next++;
        }
    }

    Optional<String> verdict() {
        skip();
        return mistake == null && next < graph.rows().vertexCount()
            ? Optional.of("vertex " + graph.name(next) + " has no value") : Optional.ofNullable(mistake);
    }
}
