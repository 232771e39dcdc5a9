package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for any graph, whatever it looks like: other names permute the answers; an edge more shortens paths. */
@Timeout(240)
class PropertiesTest {
    private static final int GRAPHS = 3;
    private static final int MORE_EDGES = 4;
    private static final double TOLERANCE = 1e-9;

    /** Weights are whole, so that sums do not depend on their order. */
    private static List<Edge> weighted(final List<Edge> edges, final SplittableRandom random) {
        return edges.stream().map(edge -> new Edge(edge.from(), edge.to(), 1 + random.nextInt(20))).toList();
    }

    private static List<Long> vertices(final List<Edge> edges) {
        return edges.stream().flatMap(edge -> Stream.of(edge.from(), edge.to())).distinct().sorted()
            .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Any order of names but the old one: numbers of vertices and owners change with it. */
    private static Map<Long, Long> otherNames(final List<Long> vertices, final long seed) {
        final List<Long> names = new ArrayList<>();
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeSet<Long> drawn = new TreeSet<>();
        while (drawn.size() < vertices.size()) {
            drawn.add(random.nextLong());
        }
        names.addAll(drawn);
        Collections.shuffle(names, new Random(seed));
        final Map<Long, Long> renaming = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            renaming.put(vertices.get(i), names.get(i));
        }
        return renaming;
    }

    private static Map<Long, Long> values(final VertexLongs column) {
        final Map<Long, Long> values = new TreeMap<>();
        column.forEach(values::put);
        return values;
    }

    private static Map<Long, Double> values(final VertexDoubles column) {
        final Map<Long, Double> values = new TreeMap<>();
        column.forEach(values::put);
        return values;
    }

    private static Map<Long, Double> values(final VertexDistances column) {
        final Map<Long, Double> values = new TreeMap<>();
        column.forEach(values::put);
        return values;
    }

    private static <V> Map<Long, V> renamed(final Map<Long, V> values, final Map<Long, Long> names) {
        final Map<Long, V> renamed = new TreeMap<>();
        values.forEach((vertex, value) -> renamed.put(names.get(vertex), value));
        return renamed;
    }

    /** The groups of vertices with the same label, whatever it is. */
    private static List<TreeSet<Long>> groups(final Map<Long, Long> labels) {
        final Map<Long, TreeSet<Long>> groups = new TreeMap<>();
        labels.forEach((vertex, label) -> groups.computeIfAbsent(label, l -> new TreeSet<>()).add(vertex));
        return groups.values().stream().sorted((a, b) -> Long.compare(a.first(), b.first())).toList();
    }

    private static void assertNear(final Map<Long, Double> expected, final Map<Long, Double> found) {
        assertEquals(expected.keySet(), found.keySet());
        expected.forEach((vertex, value) -> assertEquals(value, found.get(vertex), TOLERANCE * (1 + value)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldPermuteAnswersWithNames(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int i = 0; i < GRAPHS; i++) {
                final List<Edge> edges = weighted(RandomGraphs.random(random), random);
                final List<Long> vertices = vertices(edges);
                final Map<Long, Long> names = otherNames(vertices, random.nextLong());
                final List<Edge> others = edges.stream()
                    .map(edge -> new Edge(names.get(edge.from()), names.get(edge.to()), edge.weight())).toList();
                final long source = vertices.get(random.nextInt(vertices.size()));
                try (Graph graph = Graph.load(cluster, Edges.of(edges));
                     Graph other = Graph.load(cluster, Edges.of(others))) {
                    compare(graph, other, source, names);
                }
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    private static void compare(final Graph graph, final Graph other, final long source,
                                final Map<Long, Long> names) {
        final long there = names.get(source);
        assertEquals(renamed(values(graph.bfs(source).run().levels()), names), values(other.bfs(there).run().levels()));
        assertEquals(renamed(values(graph.manyBfs(source).run().levels(source)), names),
            values(other.manyBfs(there).run().levels(there)));
        assertEquals(renamed(values(graph.neighbourhood(source, 2).run().distances()), names),
            values(other.neighbourhood(there, 2).run().distances()));
        assertEquals(renamed(values(graph.shortestPaths(source).run().distances()), names),
            values(other.shortestPaths(there).run().distances()));
        assertEquals(groups(renamed(values(graph.components().run().labels()), names)),
            groups(values(other.components().run().labels())));
        assertEquals(groups(renamed(values(graph.strongComponents().run().labels()), names)),
            groups(values(other.strongComponents().run().labels())));
        assertEquals(renamed(values(graph.cores().run().numbers()), names), values(other.cores().run().numbers()));
        assertEquals(renamed(values(graph.triangles().run().counts()), names),
            values(other.triangles().run().counts()));
        assertNear(renamed(values(graph.pageRank().maxIterations(20).run().ranks()), names),
            values(other.pageRank().maxIterations(20).run().ranks()));
        assertNear(renamed(values(graph.betweenness().run().scores()), names),
            values(other.betweenness().run().scores()));
    }

    /** No distance becomes longer, no vertex is lost, no core smaller, no component more. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNotRaiseADistanceByAnEdgeMore(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            final List<Edge> edges = new ArrayList<>(weighted(RandomGraphs.random(random), random));
            final List<Long> vertices = vertices(edges);
            final long source = vertices.get(random.nextInt(vertices.size()));
            Answers before = null;
            for (int i = 0; i <= MORE_EDGES; i++) {
                try (Graph graph = Graph.load(cluster, Edges.of(edges))) {
                    final Answers now = Answers.of(graph, source);
                    if (before != null) {
                        before.requireNotLessThan(now);
                    }
                    before = now;
                }
                edges.add(new Edge(vertices.get(random.nextInt(vertices.size())),
                    vertices.get(random.nextInt(vertices.size())), random.nextInt(3)));
            }
        }
    }

    /** Of one graph. */
    private record Answers(Map<Long, Double> distances, Map<Long, Long> levels, Map<Long, Long> cores, long parts,
                           long triangles) {
        static Answers of(final Graph graph, final long source) {
            return new Answers(values(graph.shortestPaths(source).run().distances()),
                values(graph.bfs(source).run().levels()), values(graph.cores().run().numbers()),
                graph.components().run().count(), graph.triangles().count());
        }

        void requireNotLessThan(final Answers later) {
            distances.forEach((vertex, distance) -> assertTrue(later.distances.get(vertex) <= distance,
                () -> vertex + ": " + distance + ", then " + later.distances.get(vertex)));
            levels.forEach((vertex, level) -> assertTrue(level < 0 || later.levels.get(vertex) >= 0
                && later.levels.get(vertex) <= level));
            cores.forEach((vertex, core) -> assertTrue(later.cores.get(vertex) >= core));
            assertTrue(later.parts <= parts && later.triangles >= triangles);
        }
    }
}
