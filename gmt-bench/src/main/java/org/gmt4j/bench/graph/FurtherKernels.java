package org.gmt4j.bench.graph;

import java.util.Optional;
import org.gmt4j.graph.Communities;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Cores;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.IndependentSet;
import org.gmt4j.graph.ManyBfs;
import org.gmt4j.graph.Neighbourhood;
import org.gmt4j.graph.Walks;
import org.gmt4j.graph.serial.SerialCommunities;
import org.gmt4j.graph.serial.SerialCores;
import org.gmt4j.graph.serial.SerialIndependentSet;
import org.gmt4j.graph.serial.SerialNeighbourhood;
import org.gmt4j.graph.serial.SerialStrongComponents;
import org.gmt4j.graph.serial.SerialWalks;

/**
 * The library's kernels beyond the GAP suite, in two versions: the same results, with the best algorithm for each.
 * Stateless.
 */
final class FurtherKernels {
    private static final int ITERATIONS = 20;
    private static final int STEPS = 40;
    private static final int NEAR = 2;

    private FurtherKernels() {
    }

    // --- core numbers, by taking away vertices ---

    static KernelPair<Cores, int[]> cores(final BenchGraph graph) {
        return new KernelPair<>(trial -> graph.graph().cores().run(), trial -> SerialCores.find(graph.bothWays()),
            (found, cores) -> {
                final Answers answers = new Answers(graph, v -> cores[v], v -> true);
                found.numbers().forEach(answers::accept);
                return answers.verdict();
            }, cores -> graph.bothWays().storedEdgeCount());
    }

    // --- communities, by label propagation ---

    /**
     * Labels.
     *
     * @param vertices   per vertex the smallest one of its community
     * @param iterations done
     */
    record Labels(int[] vertices, int iterations) {
    }

    static KernelPair<Communities, Labels> communities(final BenchGraph graph) {
        final Graph unweighted = graph.unweighted();
        return new KernelPair<>(trial -> unweighted.communities().maxIterations(ITERATIONS).run(), trial -> {
            final SerialCommunities serial = graph.serialCommunities();
            return new Labels(serial.find(ITERATIONS), serial.iterations());
        }, (found, labels) -> {
            final Answers answers = new Answers(graph, v -> graph.name(labels.vertices()[v]), v -> true);
            found.labels().forEach(answers::accept);
            return answers.verdict();
        }, labels -> (long) graph.bothWays().storedEdgeCount() * labels.iterations());
    }

    // --- a maximal independent set, by rounds ---

    static KernelPair<IndependentSet, int[]> independentSet(final BenchGraph graph) {
        return new KernelPair<>(trial -> graph.graph().independentSet().seed(trial).run(),
            trial -> SerialIndependentSet.rounds(graph.bothWays(), trial), (found, rounds) -> {
                final Answers answers = new Answers(graph, v -> rounds[v], v -> rounds[v] > 0);
                found.members().forEach(answers::accept);
                return answers.verdict();
            }, rounds -> graph.bothWays().storedEdgeCount());
    }

    // --- strong components: colours against Tarjan's algorithm ---

    static KernelPair<Components, int[]> strongComponents(final BenchGraph graph) {
        return new KernelPair<>(trial -> graph.graph().strongComponents().run(),
            trial -> new SerialStrongComponents(graph.rows()).find(), (found, labels) -> {
                final Answers answers = new Answers(graph, v -> graph.name(labels[v]), v -> true);
                found.labels().forEach(answers::accept);
                return answers.verdict();
            }, labels -> graph.rows().storedEdgeCount());
    }

    // --- the vertices within two steps of one ---

    static KernelPair<Neighbourhood, int[]> neighbourhood(final BenchGraph graph) {
        final SerialNeighbourhood search = new SerialNeighbourhood(graph.rows());
        return new KernelPair<>(trial -> graph.graph().neighbourhood(graph.source(trial), NEAR).run(),
            trial -> search.find(graph.sourceNumber(trial), NEAR), (found, steps) -> {
                final Answers answers = new Answers(graph, v -> steps[v], v -> steps[v] >= 0);
                found.forEach(answers::accept);
                return answers.verdict();
            }, steps -> Answers.edgesOf(graph, v -> steps[v] >= 0 && steps[v] < NEAR));
    }

    // --- searches from 64 vertices: in one pass against one by one ---

    /**
     * What remains of searches, whose levels would fill memories.
     *
     * @param sums   of each search, a sum over all vertices that has each level in it
     * @param edges  that were looked at
     */
    record Searches(long[] sums, long edges) {
    }

    static KernelPair<ManyBfs, Searches> manyBfs(final BenchGraph graph) {
        final SerialNeighbourhood search = new SerialNeighbourhood(graph.rows());
        return new KernelPair<>(trial -> graph.graph().manyBfs(graph.manySources()).run(), trial -> {
            final long[] sources = graph.manySources();
            final long[] sums = new long[sources.length];
            long edges = 0;
            for (int i = 0; i < sources.length; i++) {
                final int[] levels = search.find(graph.number(sources[i]), Integer.MAX_VALUE);
                for (int v = 0; v < levels.length; v++) {
                    sums[i] += digest(v, levels[v]);
                    edges += levels[v] >= 0 ? graph.rows().degree(v) : 0;
                }
            }
            return new Searches(sums, edges);
        }, (found, searches) -> {
            for (int i = 0; i < searches.sums().length; i++) {
                final long[] sumAndNext = new long[2];
                found.allLevels(graph.manySources()[i]).forEach((vertex, level) ->
                    sumAndNext[0] += digest((int) sumAndNext[1]++, level));
                if (sumAndNext[0] != searches.sums()[i]) {
                    return Optional.of("the search from " + graph.manySources()[i]
                        + " has other levels than one thread's");
                }
            }
            return Optional.empty();
        }, Searches::edges);
    }

    private static long digest(final int vertex, final long level) {
        return (vertex + 1L) * 0x9E3779B97F4A7C15L * (level + 2);
    }

    // --- random walks of 40 steps, as many as vertices ---

    static KernelPair<Walks, long[]> walks(final BenchGraph graph) {
        final int walkers = graph.rows().vertexCount();
        return new KernelPair<>(trial -> graph.graph().walks().walkers(walkers).length(STEPS).seed(trial).run(),
            trial -> SerialWalks.visits(graph.rows(), walkers, STEPS, trial), (found, visits) -> {
                final Answers answers = new Answers(graph, v -> visits[v], v -> true);
                found.visits().forEach(answers::accept);
                return answers.verdict();
            }, visits -> {
                long steps = -walkers;
                for (final long count : visits) {
                    steps += count;
                }
                return steps;
            });
    }
}
