package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

/** Communities against maps of Java, and against what makes labels communities. */
@Timeout(240)
class CommunitiesTest {
    private static SortedMap<Long, Long> labels(final Communities found) {
        final SortedMap<Long, Long> labels = new TreeMap<>();
        found.labels().forEach(labels::put);
        return labels;
    }

    private static void check(final String name, final MapCommunities expected, final Graph graph) {
        for (final int most : new int[] {2, 100}) {
            try (Communities found = graph.communities().maxIterations(most).run()) {
                final SortedMap<Long, Long> labels = labels(found);
                assertEquals(expected.find(most), labels, name);
                assertEquals(expected.iterations(), found.iterations(), name);
                assertEquals(expected.isStable(), found.converged(), name);
                assertTrue(!found.converged() || expected.isStable(labels), name);
                assertTrue(most == 2 || found.converged(), name);
                assertEquals(expected.modularity(labels), found.modularity(), 1e-9, name);
                final Map<Long, Long> sizes = labels.values().stream()
                    .collect(Collectors.groupingBy(label -> label, Collectors.counting()));
                assertEquals(sizes.size(), found.count(), name);
                assertEquals(sizes.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
                    .sorted(MapGraph.BEST_FIRST).limit(3).toList(), found.top(3), name);
                labels.forEach((vertex, label) -> assertTrue(label <= vertex && labels.get(label).equals(label), name));
            }
        }
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> edges) {
        try (Graph graph = Graph.load(cluster, Edges.of(edges).undirected())) {
            check(name + " undirected", new MapCommunities(edges, Math::min), graph);
        }
        try (Graph graph = Graph.load(cluster, Edges.of(edges).asListed())) {
            check(name + " as listed", new MapCommunities(edges, Double::sum), graph);
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static List<Edge> weighted(final List<Edge> edges, final SplittableRandom random) {
        return edges.stream().map(edge -> new Edge(edge.from(), edge.to(), random.nextInt(9) / 4.0)).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindWhatMapsFind(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape.toString(), shape.edges());
            }
            for (int i = 0; i < 4; i++) {
                final List<Edge> edges = RandomGraphs.random(random);
                check(cluster, "random " + i, i % 2 == 0 ? edges : weighted(edges, random));
            }
        }
    }

    /** Edges to and fro, and parallel ones that are kept, count two whether or not somebody says that each is one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountOnesAsEdgesWithoutWeights(final boolean isAsListed) {
        final long[] from = {1, 2, 2, 3, 3, 4, 4, 6, 6, 6, 6};
        final long[] to = {2, 1, 3, 4, 2, 5, 3, 7, 8, 8, 9};
        final double[] ones = new double[from.length];
        Arrays.fill(ones, 1);
        final double[] nearlyOnes = ones.clone();
        nearlyOnes[0] = 1 + 1e-12;
        final List<Edge> list = new ArrayList<>();
        for (int i = 0; i < from.length; i++) {
            list.add(new Edge(from[i], to[i]));
        }
        final List<Object> answers = new ArrayList<>();
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : List.of(Edges.of(from, to, nearlyOnes), Edges.of(from, to), Edges.of(list),
                Edges.of(from, to, ones), Edges.of(from, to, nearlyOnes).withoutWeights())) {
                try (Graph graph = Graph.load(cluster, isAsListed ? edges.asListed() : edges);
                     Triangles before = graph.triangles().run();
                     Communities found = graph.communities().run()) {
                    answers.add(List.of(labels(found), Math.round(found.modularity() * 1e9), before.count()));
                }
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster), "bytes not given back");
        }
        assertEquals(Collections.nCopies(answers.size(), answers.get(0)), answers);
    }

    /** Where no edges lead to and fro all sums are one: these rows are those that triangles need, made once. */
    @Test
    void shouldLeaveRowsToTriangles() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 2, 1, 3}, new long[] {2, 3, 3, 4}))) {
            final long before = RandomGraphs.arrayBytes(cluster);
            graph.communities().run().close();
            final long bytes = RandomGraphs.arrayBytes(cluster);
            assertTrue(bytes > before, "no rows were kept");
            try (Triangles found = graph.triangles().run()) {
                assertEquals(1, found.count());
            }
            assertEquals(bytes, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldTellCliquesApart() {
        final List<Edge> edges = new ArrayList<>(OddShape.TWO_CLIQUES.edges());
        edges.add(new Edge(3, 1003));
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(edges).undirected());
             Communities found = graph.communities().run()) {
            assertEquals(List.of(new VertexLong(0, 15), new VertexLong(1000, 15)), found.top(5));
            assertEquals(1000, found.value(1007));
            assertEquals(0.5, found.modularity(), 0.01);
        }
    }

    /** Other names of the same order, other nodes, several threads: the same, the modularity to the last bit. */
    @Test
    void shouldNotDependOnNamesNodesAndThreads() {
        final SplittableRandom random = new SplittableRandom(8);
        final List<Edge> edges = new ArrayList<>(OddShape.GRID.edges());
        edges.addAll(OddShape.ACYCLIC.edges());
        final List<Edge> weighted = edges.stream()
            .map(edge -> new Edge(edge.from(), edge.to(), random.nextInt(1, 9))).toList();
        SortedMap<Long, Long> first = null;
        double modularity = 0;
        for (final int nodes : new int[] {1, 2, 3, 5}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).register(CommunitiesTest.class)
                    .start();
                 Graph graph = Graph.load(cluster, Edges.of(weighted.stream()
                     .map(edge -> new Edge(edge.from() * nodes, edge.to() * nodes, edge.weight())).toList()));
                 Communities found = graph.communities().run()) {
                final SortedMap<Long, Long> labels = new TreeMap<>();
                found.labels().forEach((vertex, label) -> labels.put(vertex / nodes, label / nodes));
                first = first == null ? labels : first;
                modularity = nodes == 1 ? found.modularity() : modularity;
                assertEquals(first, labels, nodes + " nodes");
                assertEquals(modularity, found.modularity(), nodes + " nodes");
            }
        }
    }

    /** In the one direction of each edge the sum might be a double, in both it is none. */
    @Test
    void shouldRefuseWeightsWithoutASum() {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2, 0x1p1022),
                 new Edge(2, 3, 0x1p1022))))) {
            final String message = assertThrows(GraphException.class, () -> graph.communities().run()).getMessage();
            assertTrue(message.startsWith("GMT-345 the weights of all edges"), message);
        }
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2, 0x1p1021),
                 new Edge(3, 4, 0x1p1021))));
             Communities found = graph.communities().run()) {
            assertEquals(0.5, found.modularity());
        }
    }

    @Test
    void shouldRefuseNegativeWeightsAndGiveMemoryBack() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            try (Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2, -0.5), new Edge(2, 3, 1))))) {
                assertEquals("GMT-345 the edge from 1 to 2 has the weight -0.5: communities need weights of zero or"
                    + " more",
                    assertThrows(GraphException.class, () -> graph.communities().run()).getMessage());
                assertThrows(IllegalArgumentException.class, () -> graph.communities().maxIterations(0));
            }
            final Graph graph = Graph.load(cluster, Edges.kronecker(14, 8, 1));
            final long before = RandomGraphs.arrayBytes(cluster);
            Thread.currentThread().interrupt();
            assertThrows(RuntimeException.class, () -> graph.communities().run());
            assertTrue(Thread.interrupted());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            final Communities open = graph.communities().deadline(Duration.ofMinutes(3)).run();
            graph.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> open.value(1)).number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }
}
