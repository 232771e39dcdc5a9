package org.gmt4j.bench.graph;

import java.util.Arrays;
import java.util.Optional;
import org.gmt4j.graph.Bfs;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.PageRank;
import org.gmt4j.graph.ShortestPaths;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.SerialComponents;
import org.gmt4j.graph.serial.SerialHybridBfs;
import org.gmt4j.graph.serial.SerialPageRank;
import org.gmt4j.graph.serial.SerialShortestPaths;

/** The kernels in two versions. Both of a kernel have the same algorithm and the same parameters. Stateless. */
final class Kernels {
    private static final double DAMPING = 0.85;
    private static final double TOLERANCE = 1e-4;
    private static final int ITERATIONS = 20;
    /** Of sums in another order. */
    private static final double ROUNDING = 1e-9;
    private static final int UNKNOWN = -2;

    private Kernels() {
    }

    // --- breadth-first search, direction-optimising ---

    static KernelPair<Bfs, int[]> bfs(final BenchGraph graph) {
        final SerialHybridBfs search = new SerialHybridBfs(graph.rows(), DirectionRule.usual());
        return new KernelPair<>(trial -> graph.graph().bfs(graph.source(trial)).run(), trial -> {
            search.search(graph.sourceNumber(trial));
            return search.parents();
        }, (found, parents) -> {
            final int[] levels = levels(parents);
            final Answers answers = new Answers(graph, v -> levels[v], v -> true);
            found.levels().forEach(answers::accept);
            return answers.verdict();
        }, parents -> reached(graph, v -> parents[v] >= 0));
    }

    /** Levels of a tree whose root is its own parent; -1 of vertices without a parent. */
    static int[] levels(final int[] parents) {
        final int[] levels = new int[parents.length];
        Arrays.fill(levels, UNKNOWN);
        final int[] way = new int[parents.length];
        for (int v = 0; v < parents.length; v++) {
            int at = v;
            int length = 0;
            while (levels[at] == UNKNOWN) {
                if (parents[at] < 0 || parents[at] == at) {
                    levels[at] = parents[at] < 0 ? -1 : 0;
                } else {
                    way[length++] = at;
                    at = parents[at];
                }
            }
            for (int level = levels[at]; length > 0; ) {
                levels[way[--length]] = ++level;
            }
        }
        return levels;
    }

    // --- shortest paths, delta-stepping ---

    static KernelPair<ShortestPaths, long[]> sssp(final BenchGraph graph) {
        final SerialShortestPaths search = new SerialShortestPaths(graph.weighted());
        return new KernelPair<>(trial -> graph.graph().shortestPaths(graph.source(trial)).run(),
            trial -> search.run(graph.sourceNumber(trial)), (found, distances) -> {
                final Answers answers = new Answers(graph, v -> distances[v],
                    v -> distances[v] != SerialShortestPaths.UNREACHED);
                found.distances().forEach(answers::accept);
                return answers.verdict();
            }, distances -> reached(graph, v -> distances[v] != SerialShortestPaths.UNREACHED));
    }

    // --- PageRank, by pulling ---

    static KernelPair<PageRank, double[]> pageRank(final BenchGraph graph) {
        final SerialPageRank ranks = new SerialPageRank(graph.rows(), graph.inRows(), DAMPING);
        return new KernelPair<>(trial -> graph.graph().pageRank().damping(DAMPING).tolerance(TOLERANCE)
            .maxIterations(ITERATIONS).run(), trial -> ranks.run(TOLERANCE, ITERATIONS), (found, expected) -> {
                final double[] sum = new double[1];
                final int[] next = new int[1];
                found.ranks().forEach((vertex, rank) -> sum[0] += Math.abs(rank - expected[next[0]++]));
                // near the tolerance one of them may have stopped an iteration earlier
                final double allowed = found.iterations() == ranks.iterations() ? ROUNDING : TOLERANCE;
                return next[0] == expected.length && sum[0] <= allowed ? Optional.empty()
                    : Optional.of("ranks of " + next[0] + " vertices differ by " + sum[0]);
            }, expected -> (long) graph.rows().storedEdgeCount() * ranks.iterations());
    }

    // --- components, by union-find ---

    static KernelPair<Components, int[]> components(final BenchGraph graph) {
        return new KernelPair<>(trial -> graph.graph().components().run(),
            trial -> SerialComponents.labels(graph.rows()), (found, labels) -> {
                final Answers answers = new Answers(graph, v -> graph.name(labels[v]), v -> true);
                found.labels().forEach(answers::accept);
                return answers.verdict();
            }, labels -> graph.rows().storedEdgeCount());
    }

    /** Whether something is so of a vertex. */
    private interface Condition {
        boolean holds(int vertex);
    }

    /** The value of a vertex by the serial version. */
    private interface Value {
        double of(int vertex);
    }

    private static long reached(final BenchGraph graph, final Condition condition) {
        long edges = 0;
        for (int v = 0; v < graph.rows().vertexCount(); v++) {
            edges += condition.holds(v) ? graph.rows().degree(v) : 0;
        }
        return edges;
    }

    /** Compares the values of vertices, ascending, with those of the serial version. */
    private static final class Answers {
        private final BenchGraph graph;
        private final Value expected;
        private final Condition hasValue;
        private String mistake;
        private int next;

        Answers(final BenchGraph graph, final Value expected, final Condition hasValue) {
            this.graph = graph;
            this.expected = expected;
            this.hasValue = hasValue;
        }

        void accept(final long vertex, final double value) {
            skip();
            if (mistake == null && (next == graph.rows().vertexCount() || graph.name(next) != vertex
                || expected.of(next) != value)) {
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
}
