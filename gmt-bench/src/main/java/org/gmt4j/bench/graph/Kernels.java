package org.gmt4j.bench.graph;

import java.util.Optional;
import org.gmt4j.graph.Betweenness;
import org.gmt4j.graph.Bfs;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.PageRank;
import org.gmt4j.graph.ShortestPaths;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.RoundingRule;
import org.gmt4j.graph.serial.SerialBrandes;
import org.gmt4j.graph.serial.SerialComponents;
import org.gmt4j.graph.serial.SerialHybridBfs;
import org.gmt4j.graph.serial.SerialPageRank;
import org.gmt4j.graph.serial.SerialShortestPaths;
import org.gmt4j.graph.serial.SerialTriangles;

/**
 * The kernels of the GAP suite in two versions. Both of a kernel have the same algorithm and the same parameters.
 * Stateless.
 */
final class Kernels {
    static final double DAMPING = 0.85;
    static final double TOLERANCE = 1e-4;
    static final int ITERATIONS = 20;
    /** Of sums in another order. */
    private static final double ROUNDING = 1e-9;

    private Kernels() {
    }

    // --- breadth-first search, direction-optimising ---

    static KernelPair<Bfs, int[]> bfs(final BenchGraph graph) {
        final SerialHybridBfs search = new SerialHybridBfs(graph.rows(), DirectionRule.usual());
        final int[] distances = new int[graph.rows().vertexCount()];      // besides parents, as the library has both
        return new KernelPair<>(trial -> graph.graph().bfs(graph.source(trial)).run(), trial -> {
            search.search(graph.sourceNumber(trial), distances);
            return distances;
        }, (found, levels) -> {
            final Answers answers = new Answers(graph, v -> levels[v], v -> levels[v] >= 0);
            found.levels().forEach(answers::accept);
            return answers.verdict();
        }, levels -> Answers.edgesOf(graph, v -> levels[v] >= 0));
    }

    // --- shortest paths, delta-stepping ---

    static KernelPair<ShortestPaths, long[]> sssp(final BenchGraph graph) {
        final SerialShortestPaths search = new SerialShortestPaths(graph.weighted());
        return new KernelPair<>(trial -> graph.graph().shortestPaths(graph.source(trial)).distancesOnly().run(),
            trial -> search.run(graph.sourceNumber(trial)), (found, distances) -> {
                final Answers answers = new Answers(graph, v -> distances[v],
                    v -> distances[v] != SerialShortestPaths.UNREACHED);
                found.distances().forEach(answers::accept);
                return answers.verdict();
            }, distances -> Answers.edgesOf(graph, v -> distances[v] != SerialShortestPaths.UNREACHED));
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
                final double rounding = RoundingRule.isSingle(expected.length, TOLERANCE)
                    ? RoundingRule.ofRanks(DAMPING) : ROUNDING;
                final double allowed = found.iterations() == ranks.iterations() ? rounding : TOLERANCE;
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

    // --- betweenness by one source, Brandes ---

    static KernelPair<Betweenness, double[]> betweenness(final BenchGraph graph) {
        return new KernelPair<>(trial -> graph.graph().betweenness(graph.source(trial)).run(), trial -> {
            final SerialBrandes brandes = new SerialBrandes(graph.rows());
            brandes.add(graph.sourceNumber(trial));
            return brandes.scores();
        }, (found, scores) -> {
            final Answers answers = new Answers(graph, v -> scores[v], v -> true, ROUNDING);
            found.scores().forEach(answers::accept);
            return answers.verdict();
        }, scores -> graph.rows().storedEdgeCount());
    }

    // --- number of triangles, by oriented rows ---

    /** A number, which takes no memory of the nodes. */
    record Count(long value) implements AutoCloseable {
        @Override
        public void close() {
            // nothing to give back
        }
    }

    static KernelPair<Count, Long> triangles(final BenchGraph graph) {
        return new KernelPair<>(trial -> new Count(graph.graph().triangles().count()),
            trial -> new SerialTriangles(graph.bothWays()).total(), (found, total) -> found.value() == total
                ? Optional.empty() : Optional.of(found.value() + " triangles, one thread counts " + total),
            total -> graph.bothWays().storedEdgeCount());
    }
}
