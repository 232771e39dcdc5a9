package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialStrongComponents;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strong components against who reaches whom in Java maps, and against Tarjan's algorithm. */
@Timeout(240)
class StrongComponentsTest {
    private static Map<Long, Long> labels(final Components found) {
        final Map<Long, Long> labels = new TreeMap<>();
        found.labels().forEach(labels::put);
        return labels;
    }

    /** Per vertex the smallest one that it reaches and that reaches it. */
    private static Map<Long, Long> definition(final List<Edge> edges) {
        final MapGraph there = new MapGraph(edges, true);
        final MapGraph back = new MapGraph(edges.stream().map(edge -> new Edge(edge.to(), edge.from())).toList(), true);
        final Map<Long, Long> labels = new TreeMap<>();
        for (final long vertex : there.vertices()) {
            if (!labels.containsKey(vertex)) {
                final Map<Long, Long> reaching = back.levels(vertex);
                there.levels(vertex).forEach((other, level) -> {
                    if (level >= 0 && reaching.get(other) >= 0) {
                        labels.put(other, vertex);
                    }
                });
            }
        }
        return labels;
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> edges) {
        final Map<Long, Long> expected = definition(edges);
        try (Graph graph = Graph.load(cluster, Edges.of(edges).named(name).asListed());
             Components found = graph.strongComponents().run()) {
            assertEquals(expected, labels(found), name);
            final Map<Long, Long> sizes = expected.values().stream()
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()));
            assertEquals(sizes.size(), found.count(), name);
            assertEquals(sizes.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
                .sorted(MapGraph.BEST_FIRST).limit(4).toList(), found.top(4), name);
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static List<Edge> random(final SplittableRandom random, final int vertices, final int edges) {
        final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
        final List<Edge> list = new ArrayList<>();
        for (int i = 0; i < edges; i++) {
            list.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(vertices)]));
        }
        return list;
    }

    /** Circles of three, each with an edge to the next one. */
    private static List<Edge> chainOfCircles(final int circles, final int step) {
        final List<Edge> edges = new ArrayList<>();
        for (long circle = 0; circle < circles; circle++) {
            final long name = 3 * circle * step;
            edges.addAll(List.of(new Edge(name, name + step), new Edge(name + step, name + 2 * step),
                new Edge(name + 2 * step, name)));
            if (circle > 0) {
                edges.add(new Edge(3 * (circle - 1) * step, name));
            }
        }
        return edges;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindWhoReachesEachOther(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape.name(), shape.edges());
            }
            check(cluster, "circles that ascend", chainOfCircles(60, 1));
            check(cluster, "circles that descend", chainOfCircles(60, -1));
            for (int i = 0; i < 6; i++) {
                final int vertices = 1 + random.nextInt(150);
                check(cluster, "random " + i, random(random, vertices, vertices * (i + 2) / 2));
            }
        }
    }

    /** Circles of five whose vertices are anywhere, with edges from circles to later ones. */
    private static List<Edge> circlesWithEdgesBetween(final SplittableRandom random, final int circles) {
        final long[] names = random.longs(0, 1L << 40).distinct().limit(5L * circles).toArray();
        final List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            edges.add(new Edge(names[i], names[i % 5 == 4 ? i - 4 : i + 1]));
        }
        for (int i = 0; i < 6 * circles; i++) {
            final int from = random.nextInt(names.length - 5);
            edges.add(new Edge(names[from], names[random.nextInt(from / 5 * 5 + 5, names.length)]));
        }
        return edges;
    }

    /** Edges from other regions must not hide colours from a vertex. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldCloseEachOfManyCircles(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int i = 0; i < 3; i++) {
                try (Graph graph = Graph.load(cluster, Edges.of(circlesWithEdgesBetween(random, 400)));
                     Components found = graph.strongComponents().run()) {
                    assertEquals(400, found.count());
                    assertEquals(5, found.top(1).get(0).value());
                }
            }
        }
    }

    @Test
    void shouldAgreeWithTarjan() {
        final int[] expected = new SerialStrongComponents(LocalCsr.directed(new KroneckerSource(13, 2, 1))).find();
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).start();
                 Graph graph = Graph.load(cluster, Edges.kronecker(13, 2, 1).directed());
                 Components found = graph.strongComponents().run()) {
                labels(found).forEach((vertex, label) -> assertEquals(expected[vertex.intValue()], (long) label));
                assertEquals(expected.length, graph.vertices());
            }
        }
    }

    @Test
    void shouldBeComponentsOfUndirectedGraphs() {
        final List<Edge> edges = random(new SplittableRandom(5), 100, 70);
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(edges).undirected());
             Components strong = graph.strongComponents().run()) {
            assertEquals(new MapGraph(edges, false).components(), labels(strong));
        }
    }
}
