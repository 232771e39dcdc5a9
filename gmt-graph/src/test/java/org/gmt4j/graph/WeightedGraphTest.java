package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.file.EdgeProgress;
import org.gmt4j.graph.file.GraphFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights against those that Java maps have for the same edges. */
@Timeout(240)
class WeightedGraphTest {
    private static final List<Edge> FIVE = List.of(new Edge(7, 9, 2.5), new Edge(9, 1000, -1), new Edge(1000, 7),
        new Edge(3, 3, 8), new Edge(7, 9, 0.5));

    @TempDir
    private Path folder;

    /** By both ends: all weights, in the order of the list. */
    private static Map<Long, Map<Long, List<Double>>> rows(final List<Edge> edges, final boolean isDirected) {
        final Map<Long, Map<Long, List<Double>>> rows = new TreeMap<>();
        for (final Edge edge : edges) {
            add(rows, edge.from(), edge.to(), edge.weight());
            rows.computeIfAbsent(edge.to(), v -> new TreeMap<>());
            if (!isDirected && edge.from() != edge.to()) {
                add(rows, edge.to(), edge.from(), edge.weight());
            }
        }
        return rows;
    }

    private static void add(final Map<Long, Map<Long, List<Double>>> rows, final long from, final long to,
                            final double weight) {
        rows.computeIfAbsent(from, v -> new TreeMap<>()).computeIfAbsent(to, v -> new ArrayList<>()).add(weight + 0.0);
    }

    private static double merge(final List<Double> weights, final ParallelEdges rule) {
        switch (rule) {
            case FIRST: return weights.get(0);
            case SUM: return weights.stream().sorted().reduce(0.0, Double::sum);
            case MAX: return weights.stream().reduce(Math::max).orElseThrow();
            default: return weights.stream().reduce(Math::min).orElseThrow();
        }
    }

    private static void check(final String name, final Graph graph, final List<Edge> edges, final boolean isDirected,
                              final ParallelEdges rule) {
        rows(edges, isDirected).forEach((vertex, row) -> {
            final List<Long> targets = new ArrayList<>();
            final List<Double> weights = new ArrayList<>();
            row.forEach((target, all) -> {
                if (rule == null) {
                    all.stream().sorted().forEach(weight -> {
                        targets.add(target);
                        weights.add(weight);
                    });
                } else if (!target.equals(vertex)) {
                    targets.add(target);
                    weights.add(merge(all, rule));
                }
            });
            assertArrayEquals(targets.stream().mapToLong(v -> v).toArray(), graph.neighbours(vertex), name);
            assertArrayEquals(weights.stream().mapToDouble(w -> w).toArray(), graph.weights(vertex), name);
        });
    }

    private static void checkAll(final GmtCluster cluster, final String name, final List<Edge> edges) {
        for (final ParallelEdges rule : ParallelEdges.values()) {
            for (final boolean isDirected : new boolean[] {true, false}) {
                final Edges listed = Edges.of(edges).parallel(rule);
                try (Graph graph = Graph.load(cluster, isDirected ? listed : listed.undirected())) {
                    check(name + " " + rule + " " + isDirected, graph, edges, isDirected, rule);
                }
            }
        }
        try (Graph graph = Graph.load(cluster, Edges.of(edges).asListed())) {
            check(name + " as listed", graph, edges, true, null);
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static List<Edge> random(final SplittableRandom random) {
        final int vertices = 1 + random.nextInt(40);
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(8 * vertices); i >= 0; i--) {
            final double weight = random.nextInt(5) == 0 ? 0 : random.nextDouble() - random.nextInt(3);
            edges.add(new Edge(random.nextInt(vertices) * 7L - 3, random.nextInt(vertices) * 7L - 3, weight));
        }
        return edges;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldKeepTheWeightsThatMapsKeep(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int graph = 0; graph < 5; graph++) {
                checkAll(cluster, "random " + graph, random(random));
            }
            checkAll(cluster, "loops", List.of(new Edge(1, 1, 3), new Edge(1, 1, 2), new Edge(2, 2, -0.0)));
            checkAll(cluster, "parallel", List.of(new Edge(1, 2, 3), new Edge(2, 1, 5), new Edge(1, 2, -1),
                new Edge(2, 3, 1e300), new Edge(1, 2, 1e-300)));
            checkAll(cluster, "none", List.of());
        }
    }

    /** Several chunks, of which the first have no weight but one; several lanes. */
    @Test
    void shouldKeepWeightsThatBeginLate() {
        final List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            edges.add(new Edge(i % 300, i % 301, i < 30_000 ? 1 : i));
        }
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).dedicated(2, 1).register(WeightedGraphTest.class)
            .start()) {
            for (final ParallelEdges rule : ParallelEdges.values()) {
                try (Graph graph = Graph.load(cluster, Edges.of(edges).undirected().parallel(rule))) {
                    check("late " + rule, graph, edges, false, rule);
                }
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldReadTheSameWeightsFromEverything() throws Exception {
        final Path wel = Files.writeString(folder.resolve("five.wel"),
            "# five\n7 9 2.5\n9 1000 -1\n1000 7 1e0\r\n\t3 3 8\n7 9 .5");
        final List<Edges> all = List.of(Edges.of(FIVE), Edges.of(FIVE.stream()), Edges.file(wel),
            Edges.of(new long[] {7, 9, 1000, 3, 7}, new long[] {9, 1000, 7, 3, 9}, new double[] {2.5, -1, 1, 8, .5}),
            Edges.of(new long[] {7, 9, 1000, 3, 7}, new long[] {9, 1000, 7, 3, 9}, new float[] {2.5F, -1, 1, 8, .5F}),
            Edges.perNode((node, nodes) -> Stream.of(new Edge(7, 9, 2.5), new Edge(9, 1000, -1), new Edge(1000, 7),
                new Edge(3, 3, 8), new Edge(7, 9, 0.5)).skip(node == 0 ? 0 : node == 1 ? 2 : 5)
                .limit(node == 0 ? 2 : 3).iterator()));
        try (GmtCluster cluster = TestClusters.local(3)) {
            for (final Edges one : all) {
                try (Graph graph = Graph.load(cluster, one.parallel(ParallelEdges.FIRST))) {
                    assertTrue(graph.isWeighted());
                    assertEquals(5, graph.listedEdges());
                    check("five", graph, FIVE, true, ParallelEdges.FIRST);
                }
                if (one != all.get(1)) {
                    try (Graph graph = Graph.load(cluster, one.undirected().parallel(ParallelEdges.SUM))) {
                        check("five", graph, FIVE, false, ParallelEdges.SUM);
                    }
                    try (Graph graph = Graph.load(cluster, one.withoutWeights())) {
                        assertFalse(graph.isWeighted());
                        assertArrayEquals(new double[] {1}, graph.weights(7));
                    }
                }
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldReadWholeNumbersExactly() throws Exception {
        final Path roads = Files.writeString(folder.resolve("roads.gr"),
            "c two\np sp 4 3\na 1 2 7\na 2 3 5\na 1 2 6\n");
        final Path whole = Files.writeString(folder.resolve("whole.mtx"),
            "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 -4\n3 2 123456789\n");
        final Path real = Files.writeString(folder.resolve("real.mtx"),
            "%%MatrixMarket matrix coordinate real general\n3 3 3\n2 1 -4.25e2\n3 2 0.1\n1 3 123456789012345.6789\n");
        try (GmtCluster cluster = TestClusters.local(2)) {
            try (Graph graph = Graph.load(cluster, Edges.file(roads).asListed())) {
                assertArrayEquals(new long[] {2, 2}, graph.neighbours(1));
                assertArrayEquals(new double[] {6, 7}, graph.weights(1));
                assertArrayEquals(new double[0], graph.weights(4));
            }
            try (Graph graph = Graph.load(cluster, Edges.file(whole))) {
                assertArrayEquals(new double[] {-4, 123456789}, graph.weights(2));
            }
            try (Graph graph = Graph.load(cluster, Edges.file(real))) {
                assertArrayEquals(new double[] {-425}, graph.weights(2));
                assertArrayEquals(new double[] {0.1}, graph.weights(3));
                assertArrayEquals(new double[] {123456789012345.6789}, graph.weights(1));
            }
            try (Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 2, 1}, new long[] {2, 1, 2},
                new long[] {1L << 60, 1L << 60, -(1L << 60)}).undirected().parallel(ParallelEdges.SUM))) {
                assertArrayEquals(new double[] {1L << 60}, graph.weights(2));
            }
            try (Graph graph = Graph.load(cluster, Edges.of(new int[] {1, 2, 1}, new int[] {2, 1, 2})
                .undirected().parallel(ParallelEdges.SUM))) {
                assertArrayEquals(new double[] {3}, graph.weights(1));
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** As if each weight were one, whatever the source says of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldCountParallelEdgesWhoseWeightsAreLeftOut(final int nodes) throws Exception {
        final long[] from = {1, 1, 2, 1, 2};
        final long[] to = {2, 2, 1, 2, 3};
        final Path calls = Files.writeString(folder.resolve("calls.wel"), "1 2 5\n1 2 7\n2 1 4\n1 2 9\n2 3 6\n");
        final Path binary = folder.resolve("calls.gmtg");
        GraphFiles.write(GraphFiles.open(calls), binary, EdgeProgress.NONE);
        final List<Edges> all = List.of(Edges.of(from, to, new double[] {0.5, 7, 2, 1, 9}), Edges.file(calls),
            Edges.file(binary), Edges.of(from, to).uniformWeights(9, 1));
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final Edges one : all) {
                try (Graph graph = Graph.load(cluster, one.withoutWeights().parallel(ParallelEdges.SUM));
                     Graph undirected = Graph.load(cluster,
                         one.undirected().parallel(ParallelEdges.SUM).withoutWeights());
                     Graph listed = Graph.load(cluster,
                         one.asListed().parallel(ParallelEdges.SUM).withoutWeights())) {
                    assertArrayEquals(new double[] {3}, graph.weights(1));
                    assertArrayEquals(new double[] {1, 1}, graph.weights(2));
                    assertArrayEquals(new double[] {4, 1}, undirected.weights(2));
                    assertFalse(listed.isWeighted(), "nothing is stored once");
                    assertEquals(5, listed.edges());
                }
            }
            try (Graph streets = Graph.load(cluster,
                Edges.grid(2, 2, 1).withoutWeights().parallel(ParallelEdges.SUM))) {
                assertArrayEquals(new double[] {1, 1}, streets.weights(0));
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Whatever the nodes, and whoever makes the pairs. */
    @Test
    void shouldMakeTheSameWeightsOnAnyNodes() {
        double[][] expected = null;
        for (final int nodes : new int[] {1, 2, 5}) {
            try (GmtCluster cluster = TestClusters.local(nodes);
                 Graph graph = Graph.load(cluster, Edges.kronecker(7, 8, 3).uniformWeights(255, 9));
                 Graph listed = Graph.load(cluster, Edges.of(new int[] {4, 5}, new int[] {5, 6})
                     .uniformWeights(1000, 9));
                 Graph back = Graph.load(cluster, Edges.of(new int[] {5, 6}, new int[] {4, 5})
                     .uniformWeights(1000, 9))) {
                final double[][] all = new double[128][];
                for (int v = 0; v < all.length; v++) {
                    all[v] = graph.weights(v);
                    final long[] row = graph.neighbours(v);
                    for (int i = 0; i < row.length; i++) {
                        assertTrue(all[v][i] >= 1 && all[v][i] <= 255);
                        if (row[i] < v) {
                            final int at = java.util.Arrays.binarySearch(graph.neighbours(row[i]), v);
                            assertEquals(all[(int) row[i]][at], all[v][i]);
                        }
                    }
                }
                expected = expected == null ? all : expected;
                assertArrayEquals(expected, all);
                assertArrayEquals(listed.weights(4), back.weights(5));
                assertArrayEquals(listed.weights(5), back.weights(6));
            }
        }
        final long different = Stream.of(expected).flatMapToDouble(java.util.Arrays::stream).distinct().count();
        assertTrue(different > 200, "of 255 weights " + different + " occur");
    }

    @Test
    void shouldTakeMemoryForWeightsOnly() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final long plain;
            try (Graph graph = Graph.load(cluster, Edges.uniform(8, 4, 3))) {
                assertFalse(graph.isWeighted());
                plain = RandomGraphs.arrayBytes(cluster);
            }
            try (Graph graph = Graph.load(cluster, Edges.uniform(8, 4, 3).uniformWeights(255, 1))) {
                assertTrue(RandomGraphs.arrayBytes(cluster) >= plain + 4 * 2 * graph.edges());
                assertTrue(RandomGraphs.arrayBytes(cluster) < plain + 5 * 2 * graph.edges());
            }
            try (Graph ones = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2), new Edge(2, 3))))) {
                assertFalse(ones.isWeighted());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    private static void assertRefused(final int number, final String text, final Runnable action) {
        final GraphException failure = assertThrows(GraphException.class, action::run);
        assertEquals(number, failure.number(), failure::getMessage);
        assertTrue(failure.getMessage().contains(text), failure::getMessage);
    }

    @Test
    void shouldNameWhatIsWrongBeforeAnythingIsKept() throws Exception {
        final long[] two = {1, 2};
        assertRefused(341, "2 edges, 3 weights", () -> Edges.of(two, two, new int[3]));
        assertRefused(341, "2 sources, 1 targets", () -> Edges.of(two, new long[1], new double[2]));
        assertRefused(345, "edge 1 (counted from 0), from 2 to 2, has the weight NaN",
            () -> Edges.of(two, two, new double[] {1, Double.NaN}));
        assertRefused(345, "Infinity", () -> Edges.of(two, two, new float[] {Float.NEGATIVE_INFINITY, 2}));
        assertThrows(IllegalArgumentException.class, () -> Edges.kronecker(3, 3, 3).uniformWeights(0, 1));
        try (GmtCluster cluster = TestClusters.local(2)) {
            final List<Edge> infinite = List.of(new Edge(1, 2), new Edge(5, 6, Double.POSITIVE_INFINITY));
            assertRefused(345, "edge 1 (counted from 0), from 5 to 6",
                () -> Graph.load(cluster, Edges.of(infinite)));
            assertRefused(345, "node 1: edge 0 (counted from 0), from 3 to 4, has the weight NaN",
                () -> Graph.load(cluster, Edges.perNode((node, nodes) ->
                    List.of(new Edge(3, 4, node == 1 ? Double.NaN : 2)).iterator())));
            for (final String bad : new String[] {"NaN", "x", "-Infinity", "", "1 2", "1e999", "5x",
                "1f", "7D", "0x1p3", "1.5d", "\u0663", "\u001A", "+3\0"}) {
                final Path file = Files.writeString(folder.resolve("bad.wel"), "1 2 3\n2 3 " + bad + "\n");
                assertRefused(302, "bad.wel:2", () -> Graph.load(cluster, Edges.file(file)));
            }
            final Path road = Files.writeString(folder.resolve("bad.gr"), "p sp 2 1\na 1 2 2.5\n");
            assertRefused(302, "a whole number", () -> Graph.load(cluster, Edges.file(road)));
            try (Graph graph = Graph.load(cluster, Edges.file(road).withoutWeights())) {
                assertEquals(1, graph.edges());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Of several edges those of the smallest vertices are named, as the caller names them. */
    @Test
    void shouldNameEdgesWithoutASum() throws Exception {
        final long[] from = {700, 8, 500, 900, 500, 700};
        final long[] to = {900, 9, 700, 700, 700, 900};
        final long[] weights = {Long.MAX_VALUE, 1, Long.MAX_VALUE, Long.MAX_VALUE, 1, 1};
        try (GmtCluster cluster = GmtCluster.local(2)) {
            assertRefused(345, "the weights of 2 parallel edges between 500 and 700 have no sum that a long can hold",
                () -> Graph.load(cluster, Edges.of(from, to, weights).parallel(ParallelEdges.SUM)));
            final String[] names = {"bob", "x".repeat(100)};
            assertRefused(345, "parallel edges between \"bob\" and \"" + "x".repeat(80) + "...\" have no sum that a"
                + " double can hold", () -> Graph.load(cluster, Edges.of(new String[] {names[0], names[1]},
                    new String[] {names[1], names[0]}, new double[] {1e308, 1e308}).undirected()
                    .parallel(ParallelEdges.SUM)));
            final Path road = Files.writeString(folder.resolve("far.gr"), "p sp 3 2\na 2 3 9223372036854775807\n"
                + "a 2 3 9223372036854775807\n");
            assertRefused(345, "between 2 and 3 have no sum", () -> Graph.load(cluster,
                Edges.file(road).parallel(ParallelEdges.SUM)));
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, weights))) {
                assertRefused(345, "the weights of 2 parallel edges between 700 and 900 have no sum that a long can"
                    + " hold: take smaller weights", () -> graph.communities().run());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Whatever the sum is on the way. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAddWeightsThatHaveASum(final int nodes) {
        final long[] from = {1, 2, 1, 2, 1};
        final long[] to = {2, 1, 2, 1, 2};
        final long most = Long.MAX_VALUE;
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph whole = Graph.load(cluster, Edges.of(from, to, new long[] {most, -most, most, -most, 7})
                 .undirected().parallel(ParallelEdges.SUM));
             Graph lowest = Graph.load(cluster, Edges.of(from, to, new long[] {-most, -most, most, -1, 0})
                 .undirected().parallel(ParallelEdges.SUM));
             Graph real = Graph.load(cluster, Edges.of(from, to, new double[] {1e308, -1e308, 1e308, -1e308, 0.5e308})
                 .undirected().parallel(ParallelEdges.SUM))) {
            for (final long vertex : new long[] {1, 2}) {
                assertArrayEquals(new double[] {7}, whole.weights(vertex));
                assertArrayEquals(new double[] {Long.MIN_VALUE}, lowest.weights(vertex));
                assertArrayEquals(new double[] {0.5e308}, real.weights(vertex));
            }
        }
    }

    @Test
    void shouldNameEdgesOfNegativeWeights() {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph numbers = Graph.load(cluster, Edges.of(new long[] {700, 500}, new long[] {900, 700},
                 new long[] {-1, -2}));
             Graph texts = Graph.load(cluster, Edges.of(new String[] {"bob", "alice"}, new String[] {"eve", "bob"},
                 new double[] {-2.5, 1}))) {
            for (final Graph graph : List.of(numbers, texts)) {
                final String edge = graph == numbers ? "the edge from 500 to 700 has the weight -2: "
                    : "the edge from \"bob\" to \"eve\" has the weight -2.5: ";
                assertRefused(345, edge + "shortest paths need", () -> graph.shortestPaths(graph == texts ? 0 : 500)
                    .run());
                assertRefused(345, edge + "communities need", () -> graph.communities().run());
                assertRefused(345, edge + "walks need", () -> graph.walks().weighted().run());
            }
        }
    }
}
