package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Betweenness against its definition. */
@Timeout(240)
class BetweennessTest {
    private static final double PRECISION = 1e-9;

    private static SortedMap<Long, Double> scores(final Betweenness found) {
        final SortedMap<Long, Double> scores = new TreeMap<>();
        found.scores().forEach(scores::put);
        return scores;
    }

    private static void assertClose(final String name, final SortedMap<Long, Double> expected,
                                    final SortedMap<Long, Double> found) {
        assertEquals(expected.keySet(), found.keySet(), name);
        expected.forEach((vertex, score) -> assertEquals(score, found.get(vertex), PRECISION * Math.max(1, score),
            () -> name + ": betweenness of " + vertex));
    }

    private static List<Edge> random(final SplittableRandom random, final int most) {
        final int vertices = 1 + random.nextInt(most);
        final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(4 * vertices); i >= 0; i--) {
            edges.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(vertices)]));
        }
        return edges;
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> listed,
                              final boolean isDirected) {
        final MapBetweenness expected = new MapBetweenness(listed, isDirected, false);
        final Edges edges = Edges.of(listed).named(name);
        try (Graph graph = Graph.load(cluster, isDirected ? edges : edges.undirected())) {
            final long[] vertices = new MapGraph(listed, isDirected).someVertices();
            if (graph.vertices() < 50) {
                try (Betweenness all = graph.betweenness().run()) {
                    final SortedMap<Long, Double> scores = scores(all);
                    assertClose(name, expected.scores(List.copyOf(scores.keySet())), scores);
                    assertEquals(graph.vertices(), all.sources());
                }
            }
            if (vertices.length > 0) {
                try (Betweenness some = graph.betweenness(vertices).run()) {
                    assertClose(name, expected.scores(Arrays.stream(vertices).boxed().collect(Collectors.toSet())),
                        scores(some));
                }
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldBeWhatItIsDefinedAsOnOddShapes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape + " directed", shape.edges(), true);
                check(cluster, shape + " undirected", shape.edges(), false);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldBeWhatItIsDefinedAsOnRandomGraphs(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int graph = 0; graph < 6; graph++) {
                check(cluster, "random " + graph, random(random, 60), graph % 2 == 0);
            }
        }
    }

    /** Bit for bit, by pushes and pulls, on any number of nodes, and of threads of a node. */
    @Test
    void shouldNotDependOnNodesAndThreads() {
        SortedMap<Long, Double> first = null;
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).start();
                 Graph graph = Graph.load(cluster, Edges.kronecker(11, 8, 1));
                 Betweenness found = graph.betweenness().samples(4, 3).normalised().run()) {
                final SortedMap<Long, Double> scores = scores(found);
                first = first == null ? scores : first;
                assertEquals(first, scores, nodes + " nodes");
                assertEquals(first.values().stream().max(Double::compare).orElseThrow(), found.top(1).get(0).value());
                assertEquals(4, found.sources());
            }
        }
        assertTrue(first.values().stream().anyMatch(score -> score > 0));
    }

    /** Other names, other owners, the same scores. */
    @Test
    void shouldRenameScoresWithVertices() {
        final SplittableRandom random = new SplittableRandom(3);
        try (GmtCluster cluster = TestClusters.local(3)) {
            final List<Edge> edges = random(random, 200);
            final long factor = random.nextLong() | 1;
            try (Graph graph = Graph.load(cluster, Edges.of(edges));
                 Graph other = Graph.load(cluster, Edges.of(edges.stream()
                     .map(edge -> new Edge(edge.from() * factor, edge.to() * factor)).toList()));
                 Betweenness scores = graph.betweenness().run();
                 Betweenness otherScores = other.betweenness().run()) {
                assertClose("renamed", new TreeMap<>(scores(scores).entrySet().stream()
                    .collect(Collectors.toMap(e -> e.getKey() * factor, e -> e.getValue()))), scores(otherScores));
            }
        }
    }

    @Test
    void shouldNormaliseAndSample() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph star = Graph.load(cluster, Edges.of(OddShape.STAR.edges()).undirected());
             Betweenness all = star.betweenness().normalised().run();
             Betweenness many = star.betweenness(5).samples(1000, 1).run();
             Betweenness one = star.betweenness(5).normalised().run()) {
            assertEquals(1, all.value(1L << 40), 1e-12);
            assertEquals(0, all.value(5));
            assertEquals(101, many.sources());
            assertEquals(100 * 99, many.value(1L << 40), 1e-6);
            assertEquals(101.0 * 99 / (100 * 99), one.value(1L << 40), 1e-12);
        }
    }

    /** Parallel edges that are kept are different paths. */
    @Test
    void shouldCountParallelEdgesThatAreKept() {
        final List<Edge> edges = List.of(new Edge(1, 2), new Edge(1, 2), new Edge(1, 3), new Edge(2, 4), new Edge(3, 4),
            new Edge(4, 4));
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(edges).asListed());
             Betweenness found = graph.betweenness(1).run()) {
            assertClose("parallel", new MapBetweenness(edges, true, true).scores(List.of(1L)), scores(found));
            assertEquals(2.0 / 3, found.value(2), 1e-12);
        }
    }

    @Test
    void shouldRefuseWhatItCannotDo() {
        final List<Edge> doubling = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            doubling.addAll(List.of(new Edge(3 * i, 3 * i + 1), new Edge(3 * i, 3 * i + 2),
                new Edge(3 * i + 1, 3 * i + 3), new Edge(3 * i + 2, 3 * i + 3)));
        }
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.of(doubling))) {
            assertThrows(IllegalArgumentException.class, () -> graph.betweenness().samples(0, 1));
            graph.betweenness(2097).run().close();
            final long before = RandomGraphs.arrayBytes(cluster);
            assertEquals(GraphException.UNKNOWN_VERTEX,
                assertThrows(GraphException.class, () -> graph.betweenness(-1).run()).number());
            assertEquals(GraphException.TOO_MANY_PATHS,
                assertThrows(GraphException.class, () -> graph.betweenness(0).run()).number());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            try (Betweenness found = graph.betweenness(1200).run()) {
                assertEquals(1, found.value(1203) / (2100 - 1203), 1e-9);
            }
        }
    }
}
