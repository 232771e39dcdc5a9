package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.PairWeightedSource;
import org.gmt4j.graph.source.PairWeights;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges take the answers of one thread, and find each defect put into them. */
class JudgesTest {
    static Stream<NumberedEdges> graphs() {
        return Stream.of(new KroneckerSource(9, 6, 1), new UniformSource(8, 1, 2), new GridSource(11, 13, 3),
            new GridSource(1, 1, 1), new GridSource(1, 300, 1)).flatMap(source -> Stream.of(true, false)
            .map(isDirected -> NumberedEdges.of(weighted(source), isDirected)));
    }

    private static EdgeSource weighted(final EdgeSource source) {
        return source.weighted() ? source : new PairWeightedSource(source, new PairWeights(20, 1));
    }

    // --- components ---

    private static long count(final int... labels) {
        return IntStream.range(0, labels.length).filter(v -> labels[v] == v).count();
    }

    private static Optional<String> judge(final ComponentsVerifier judge, final int[] labels, final long components) {
        judge.begin();
        for (int v = 0; v < labels.length; v++) {
            judge.accept(v, labels[v]);
        }
        return judge.verdict(components, largest(labels));
    }

    private static long largest(final int... labels) {
        return IntStream.of(labels).mapToLong(label -> IntStream.of(labels).filter(l -> l == label).count()).max()
            .orElse(0);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeComponents(final NumberedEdges edges) {
        final int[] labels = SerialComponents.labels(LocalCsr.of(edges.toSource(), edges.isDirected()));
        final ComponentsVerifier judge = new ComponentsVerifier(edges);
        final long count = count(labels);
        assertEquals(Optional.empty(), judge(judge, labels, count));
        assertTrue(judge(judge, labels, count + 1).orElse("").contains((count + 1) + " components, not " + count));
        assertTrue(judge.verdict(count, largest(labels) + 1).orElse("").contains("the largest of the components"));
        final int last = labels.length - 1;
        labels[last] = labels[last] == last ? last + 1 : last;      // split off, or of another component
        assertTrue(judge(judge, labels, count).orElse("").contains("vertex " + last + " has component"));
        labels[last]--;
        assertTrue(judge(judge, Arrays.copyOf(labels, last), count).orElse("").contains(last + " vertices have"));
    }

    // --- ranks ---

    private static Optional<String> judge(final RanksVerifier judge, final double[] ranks, final int iterations,
                                          final double change) {
        judge.begin();
        for (int v = 0; v < ranks.length; v++) {
            judge.accept(v, ranks[v]);
        }
        return judge.verdict(iterations, change, 1e-9, 200);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeRanks(final NumberedEdges edges) {
        final LocalCsr graph = LocalCsr.of(edges.toSource(), edges.isDirected());
        final SerialPageRank serial = new SerialPageRank(graph, edges.isDirected() ? graph.reversed() : graph, 0.85);
        final double[] ranks = serial.run(1e-9, 200);
        final RanksVerifier judge = new RanksVerifier(edges, 0.85);
        assertTrue(serial.iterations() > 0 && serial.error() <= 1e-9);
        final int iterations = serial.iterations();
        assertEquals(Optional.empty(), judge(judge, ranks, iterations, serial.error()));
        if (ranks.length > 1) {
            ranks[0] += 1e-6;
            assertTrue(judge(judge, ranks, iterations, serial.error()).orElse("").contains("together, not 1"));
            ranks[1] -= 1e-6;
            assertTrue(judge(judge, ranks, iterations, serial.error()).orElse("")
                .contains("one more iteration changes"));
        }
    }

    /** Ranks of fewer iterations are right where the run may make no more, and only then. */
    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeTheEndOfRanks(final NumberedEdges edges) {
        final LocalCsr graph = LocalCsr.of(edges.toSource(), edges.isDirected());
        final SerialPageRank serial = new SerialPageRank(graph, edges.isDirected() ? graph.reversed() : graph, 0.85);
        final RanksVerifier judge = new RanksVerifier(edges, 0.85);
        final double[] ranks = serial.run(1e-12, 2);
        if (serial.error() > 1e-9) {
            assertTrue(judge(judge, ranks, 2, serial.error()).orElse("").contains("after 2 iterations of 200"));
            assertEquals(Optional.empty(), judge.verdict(2, serial.error(), 1e-9, 2));
            assertTrue(judge.verdict(1, serial.error(), 1e-9, 2).orElse("").contains("after 1 iterations of 2"));
            assertTrue(judge.verdict(20, serial.error(), 1e-9, 20).orElse("").contains("that are possible"));
            assertTrue(judge.verdict(2, Double.NaN, 1e-9, 2).isPresent(), "not a number");
            assertTrue(judge.verdict(2, 1e-10, 1e-9, 2).orElse("").contains("one more iteration changes"));
        }
    }

    // --- paths ---

    private static Optional<String> judge(final PathsVerifier judge, final NumberedEdges judged,
                                          final long[] distances, final int[] parents, final int source) {
        judge.begin();
        for (int v = 0; v < distances.length; v++) {
            if (distances[v] != SerialShortestPaths.UNREACHED) {
                judge.distance(v, distances[v]);
            }
        }
        for (int v = 0; v < distances.length; v++) {
            if (parents[v] >= 0) {
                judge.parent(v, parents[v]);
            }
        }
        return judge.verdict(source, reached(distances), listed(judged, distances), distances[farthest(distances)]);
    }

    private static long reached(final long... distances) {
        return LongStream.of(distances).filter(distance -> distance != SerialShortestPaths.UNREACHED).count();
    }

    private static long listed(final NumberedEdges edges, final long... distances) {
        final long[] count = {0};
        edges.forEach((from, to, weight) -> count[0] += distances[from] == SerialShortestPaths.UNREACHED ? 0 : 1);
        return count[0];
    }

    /** Bellman and Ford: as often as anything falls. */
    private static long[] plain(final NumberedEdges edges, final int source) {
        final long[] distances = new long[edges.vertexCount()];
        Arrays.fill(distances, SerialShortestPaths.UNREACHED);
        distances[source] = 0;
        final boolean[] falls = {true};
        while (falls[0]) {
            falls[0] = false;
            edges.forEachDirection((from, to, weight) -> {
                if (distances[from] != SerialShortestPaths.UNREACHED && distances[from] + weight < distances[to]) {
                    distances[to] = distances[from] + weight;
                    falls[0] = true;
                }
            });
        }
        return distances;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgePaths(final NumberedEdges edges) {
        final WeightedCsr graph = WeightedCsr.of(edges);
        final int source = graph.rows().hub();
        final SerialShortestPaths serial = new SerialShortestPaths(graph);
        final long[] distances = serial.run(source);
        final int[] parents = serial.parents();
        assertArrayEquals(plain(edges, source), distances);
        final PathsVerifier judge = new PathsVerifier(edges);
        assertEquals(Optional.empty(), judge(judge, edges, distances, parents, source));
        final int far = farthest(distances);
        final long count = reached(distances);
        final long listed = listed(edges, distances);
        assertTrue(judge.verdict(source, count + 1, listed, distances[far]).orElse("").contains("are said to be"));
        assertTrue(judge.verdict(source, count, listed + 1, distances[far]).isPresent(), "edges");
        if (far != source) {
            assertTrue(judge.verdict(source, count, listed, 0).isPresent(), "the farthest");
            distances[far]++;
            assertTrue(judge(judge, edges, distances, parents, source).orElse("").contains(", but over "));
            distances[far] -= 2;
            assertTrue(judge(judge, edges, distances, parents, source).isPresent(), "too short");
            distances[far]++;
            final int parent = parents[far];
            parents[far] = far;
            assertTrue(judge(judge, edges, distances, parents, source).orElse("").contains("makes up the difference"));
            parents[far] = -1;
            assertTrue(judge(judge, edges, distances, parents, source).orElse("").contains("(it has none)"));
            parents[far] = parent;
            distances[far] = SerialShortestPaths.UNREACHED;
            assertTrue(judge(judge, edges, distances, parents, source).isPresent(), "forgotten");
        }
    }

    private static int farthest(final long[] distances) {
        int far = 0;
        for (int v = 1; v < distances.length; v++) {
            if (distances[v] != SerialShortestPaths.UNREACHED
                && (distances[far] == SerialShortestPaths.UNREACHED || distances[v] > distances[far])) {
                far = v;
            }
        }
        return far;
    }

    @Test
    void shouldFindParentsThatRunInACircle() {
        final ListedEdges ring = new ListedEdges("ring", 4, false, true);
        for (final int[] edge : new int[][] {{0, 1}, {0, 2}, {1, 3}, {2, 3}}) {
            ring.add(edge[0], edge[1], 0);
        }
        final NumberedEdges edges = NumberedEdges.of(ring, false);
        final PathsVerifier judge = new PathsVerifier(edges);
        assertEquals(Optional.empty(), judge(judge, edges, new long[4], new int[] {0, 0, 0, 1}, 0));
        assertTrue(judge(judge, edges, new long[4], new int[] {0, 3, 0, 1}, 0).orElse("").contains("run in a circle"));
    }

    /** Two ways of the same length, and an edge that adds nothing between their ends. */
    @Test
    void shouldAskForTheSmallestParentsWhereTheseArePromised() {
        final ListedEdges ways = new ListedEdges("ways", 5, true, true);
        for (final int[] edge : new int[][] {{0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, 3, 2}, {3, 4, 0}, {2, 4, 2}}) {
            ways.add(edge[0], edge[1], edge[2]);
        }
        final NumberedEdges edges = NumberedEdges.of(ways, true);
        final PathsVerifier any = new PathsVerifier(edges);
        final PathsVerifier smallest = PathsVerifier.ofSmallestParents(edges);
        final long[] distances = {0, 1, 2, 4, 4};
        assertEquals(Optional.empty(), judge(smallest, edges, distances, new int[] {0, 0, 0, 1, 2}, 0));
        for (final int[] parents : new int[][] {{0, 0, 0, 2, 2}, {0, 0, 0, 1, 3}}) {
            assertEquals(Optional.empty(), judge(any, edges, distances, parents, 0));
            assertTrue(judge(smallest, edges, distances, parents, 0).orElse("").contains("a shortest path leads over"));
        }
        assertEquals(Optional.empty(), judge(smallest, edges, distances, new int[] {0, 0, 0, 1, 2}, 0), "again");
    }
}
