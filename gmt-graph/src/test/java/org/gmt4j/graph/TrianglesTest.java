package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Triangles against sets of Java, where each pair of neighbours is looked up. */
@Timeout(240)
class TrianglesTest {
    /** Per vertex the pairs of its neighbours that are neighbours. */
    private static SortedMap<Long, Long> counts(final SortedMap<Long, TreeSet<Long>> rows) {
        final SortedMap<Long, Long> counts = new TreeMap<>();
        rows.forEach((vertex, row) -> counts.put(vertex, row.stream()
            .mapToLong(a -> row.tailSet(a, false).stream().filter(b -> rows.get(a).contains(b)).count()).sum()));
        return counts;
    }

    private static SortedMap<Long, Long> counts(final Triangles found) {
        final SortedMap<Long, Long> counts = new TreeMap<>();
        found.counts().forEach(counts::put);
        return counts;
    }

    private static void check(final String name, final List<Edge> edges, final Graph graph) {
        final SortedMap<Long, TreeSet<Long>> rows = RandomGraphs.neighbours(edges);
        final SortedMap<Long, Long> expected = counts(rows);
        try (Triangles found = graph.triangles().run()) {
            assertEquals(expected, counts(found), name);
            final long total = expected.values().stream().mapToLong(count -> count).sum();
            assertEquals(total, 3 * found.count(), name);
            assertEquals(found.count(), graph.triangles().count(), name);
            final SortedMap<Long, Double> coefficients = new TreeMap<>();
            found.clustering().forEach(coefficients::put);
            long wedges = 0;
            double sum = 0;
            for (final long vertex : rows.keySet()) {
                final long degree = rows.get(vertex).size();
                final double pairs = degree * (degree - 1) / 2.0;
                wedges += (long) pairs;
                assertEquals(pairs == 0 ? 0 : expected.get(vertex) / pairs, coefficients.get(vertex), name);
                sum += coefficients.get(vertex);
            }
            assertEquals(rows.isEmpty() ? 0 : sum / rows.size(), found.meanClustering(), 1e-12, name);
            assertEquals(wedges == 0 ? 0 : (double) total / wedges, found.transitivity(), 1e-15, name);
            assertEquals(expected.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
                .sorted(MapGraph.BEST_FIRST).limit(3).toList(), found.top(3), name);
            if (!rows.isEmpty()) {
                assertEquals(expected.get(expected.lastKey()), found.value(expected.lastKey()), name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldCountWhatSetsCount(final int nodes) {
        RandomGraphs.forAll(nodes, TrianglesTest::check);
    }

    /** Other names, other nodes, several threads: the same, doubles to the last bit. */
    @Test
    void shouldNotDependOnNamesNodesAndThreads() {
        final List<Edge> edges = new ArrayList<>(OddShape.ACYCLIC.edges());
        edges.addAll(RandomGraphs.random(new SplittableRandom(5)));
        final long factor = 0x9E3779B97F4A7C15L;
        SortedMap<Long, Double> first = null;
        double mean = 0;
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).register(TrianglesTest.class)
                    .start();
                 Graph graph = Graph.load(cluster, Edges.of(RandomGraphs.renamed(edges, nodes % 2 == 0 ? factor : 1)));
                 Triangles found = graph.triangles().run()) {
                final SortedMap<Long, Double> coefficients = new TreeMap<>();
                found.clustering().forEach((vertex, value) ->
                    coefficients.put(nodes % 2 == 0 ? vertex * 0xF1DE83E19937733DL : vertex, value));
                first = first == null ? coefficients : first;
                mean = mean == 0 ? found.meanClustering() : mean;
                assertEquals(first, coefficients, nodes + " nodes");
                assertEquals(mean, found.meanClustering(), nodes + " nodes");
            }
        }
    }

    @Test
    void shouldEndARunWhoseThreadIsInterruptedAndGiveMemoryBack() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = Graph.load(cluster, Edges.kronecker(14, 16, 1));
            final long before = RandomGraphs.arrayBytes(cluster);
            Thread.currentThread().interrupt();
            assertEquals("GMT-242", assertThrows(GmtException.class, () -> graph.triangles().count()).code());
            assertTrue(Thread.interrupted());
            Thread.currentThread().interrupt();
            assertEquals("GMT-242", assertThrows(GmtException.class, () -> graph.triangles().run()).code());
            assertTrue(Thread.interrupted());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            final Triangles open = graph.triangles().deadline(Duration.ofMinutes(3)).run();
            assertThrows(IllegalArgumentException.class, () -> open.top(0));
            assertEquals(GraphException.UNKNOWN_VERTEX,
                assertThrows(GraphException.class, () -> open.value(-1)).number());
            graph.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> open.value(1)).number());
            assertEquals(GraphException.CLOSED,
                assertThrows(GraphException.class, () -> graph.triangles().count()).number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }
}
