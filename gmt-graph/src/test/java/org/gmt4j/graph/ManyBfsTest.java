package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many searches at once, and neighbourhoods, against searches of Java maps, one by one. */
@Timeout(240)
class ManyBfsTest {
    private static Map<Long, Long> values(final VertexLongs column) {
        final Map<Long, Long> values = new TreeMap<>();
        column.forEach(values::put);
        return values;
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> listed,
                              final boolean isDirected, final int most) {
        final MapGraph expected = new MapGraph(listed, isDirected);
        final Edges edges = Edges.of(listed).named(name);
        try (Graph graph = Graph.load(cluster, isDirected ? edges : edges.undirected())) {
            final long[] sources = expected.vertices().stream().mapToLong(v -> v).limit(most).toArray();
            if (sources.length > 0) {
                try (ManyBfs found = graph.manyBfs(sources).run()) {
                    for (final long source : sources) {
                        check(name, expected.levels(source), found, source);
                    }
                }
                for (final int steps : new int[] {0, 1, 3}) {
                    checkNear(graph, name, expected.levels(sources[sources.length / 2]), sources[sources.length / 2],
                        steps);
                }
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static void check(final String name, final Map<Long, Long> expected, final ManyBfs found,
                              final long source) {
        assertEquals(expected, values(found.allLevels(source)), name);
        final Map<Long, Long> reached = new TreeMap<>(expected);
        reached.values().removeIf(level -> level < 0);
        assertEquals(reached, values(found.levels(source)), name);
        expected.keySet().stream().limit(3).forEach(vertex ->
            assertEquals(expected.get(vertex), found.value(source, vertex), name));
        assertEquals(expected.values().stream().filter(level -> level >= 0).count(), found.reached(source), name);
        assertEquals(expected.values().stream().mapToLong(level -> level).max().orElseThrow(), found.depth(source));
    }

    private static void checkNear(final Graph graph, final String name, final Map<Long, Long> levels,
                                  final long source, final int steps) {
        final Map<Long, Long> expected = new TreeMap<>(levels);
        expected.values().removeIf(level -> level < 0 || level > steps);
        try (Neighbourhood near = graph.neighbourhood(source, steps).run()) {
            final Map<Long, Long> found = new TreeMap<>();
            near.forEach(found::put);
            assertEquals(expected, found, name + " within " + steps);
            assertEquals(expected.size(), near.size(), name);
            levels.keySet().stream().limit(3).forEach(vertex -> assertEquals(expected.containsKey(vertex)
                ? OptionalLong.of(expected.get(vertex)) : OptionalLong.empty(), near.find(vertex)));
            assertEquals(expected, values(near.distances()), name + " as a column");
            assertEquals(near.distances().top(5), near.top(5), name);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldSearchOddShapesAsMapsDo(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape + " directed", shape.edges(), true, 3);
                check(cluster, shape + " undirected", shape.edges(), false, 3);
            }
        }
    }

    /** One pass, a full one, and more than one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldSearchRandomGraphsAsMapsDo(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            int round = 0;
            for (final int sources : new int[] {1, 64, 65, 63}) {
                final List<Edge> edges = new ArrayList<>();
                final long[] names = random.longs(80).map(v -> v >> random.nextInt(64)).toArray();
                for (int i = 0; i < 100 << round; i++) {
                    edges.add(new Edge(names[random.nextInt(80)], names[random.nextInt(80)]));
                }
                check(cluster, sources + " sources", edges, round++ % 2 == 0, sources);
            }
        }
    }

    /** Several threads, and levels that are pulled. */
    @Test
    void shouldNotDependOnNodesAndThreads() {
        Map<Long, Long> first = null;
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).start();
                 Graph graph = Graph.load(cluster, Edges.kronecker(12, 8, 1));
                 Bfs one = graph.bfs(4).run();
                 ManyBfs found = graph.manyBfs(1, 2, 3, 4).run()) {
                first = first == null ? values(one.levels()) : first;
                assertEquals(first, values(found.levels(4)), nodes + " nodes");
                assertEquals(one.reached(), found.reached(4));
            }
        }
    }

    /** Searches that share few vertices go on apart, and together again where they come to share them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldSearchLongGraphsAsOneThreadDoes(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(nodes == 2 ? 2 : 1, 1).start()) {
            for (final LongShape shape : LongShape.values()) {
                for (final boolean isDirected : new boolean[] {true, false}) {
                    compare(cluster, shape, isDirected);
                }
            }
        }
    }

    private static void compare(final GmtCluster cluster, final LongShape shape, final boolean isDirected) {
        final Edges edges = Edges.of(shape.from(), shape.to()).named(shape.name());
        final MapGraph expected = shape.graph(isDirected);
        final long[] sources = new SplittableRandom(1).longs(66, 0, shape.vertices()).distinct().toArray();
        try (Graph graph = Graph.load(cluster, isDirected ? edges : edges.undirected())) {
            for (final int count : new int[] {1, sources.length}) {
                try (ManyBfs found = graph.manyBfs(Arrays.copyOf(sources, count)).run()) {
                    for (int i = 0; i < count; i += 9) {
                        check(shape + " " + isDirected, expected.levels(sources[i]), found, sources[i]);
                    }
                }
            }
            for (final int steps : new int[] {9, 31}) {
                checkNear(graph, shape.name(), expected.levels(sources[0]), sources[0], steps);
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), shape + ": bytes not given back");
    }

    /** Few vertices are in the caller's memory, many in that of the nodes: nobody can tell. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerAlikeForFewAndMany(final boolean areFew) {
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.grid(300, 300, 1))) {
            final long empty = RandomGraphs.arrayBytes(cluster);
            final int steps = areFew ? 2 : 598;
            final Neighbourhood near = graph.neighbourhood(45_150, steps).run();
            assertEquals(areFew, RandomGraphs.arrayBytes(cluster) == empty);
            assertEquals(areFew ? 13 : 90_000, near.size());
            assertEquals(OptionalLong.of(2), near.find(45_152));
            assertEquals(areFew ? OptionalLong.empty() : OptionalLong.of(3), near.find(45_153));
            assertEquals(GraphException.UNKNOWN_VERTEX,
                assertThrows(GraphException.class, () -> near.find(90_000)).number());
            assertEquals(areFew ? 2 : 300, near.top(1).get(0).value());
            assertThrows(IllegalArgumentException.class, () -> near.top(0));
            assertEquals(near.size(), values(near.distances()).size());
            near.close();
            near.close();
            assertEquals(empty, RandomGraphs.arrayBytes(cluster));
            for (final Executable use : new Executable[] {() -> near.find(1), () -> near.top(1),
                () -> near.forEach((vertex, away) -> { }), () -> near.distances().find(1)}) {
                assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, use).number());
            }
        }
    }

    @Test
    void shouldNameNearVerticesByTexts() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new String[] {"ann", "bob", "cy"},
                 new String[] {"bob", "cy", "di"}));
             Neighbourhood near = graph.neighbourhood(graph.vertex("ann"), 2).run()) {
            assertEquals(List.of("cy 2", "bob 1", "ann 0"), near.top(9).stream().map(VertexLong::toString).toList());
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2))))) {
            assertThrows(IllegalArgumentException.class, () -> graph.manyBfs());
            assertThrows(IllegalArgumentException.class, () -> graph.neighbourhood(1, -1));
            for (final GraphRun<?> run : List.of(graph.manyBfs(1, 7), graph.neighbourhood(7, 1))) {
                assertEquals(GraphException.UNKNOWN_VERTEX, assertThrows(GraphException.class, run::run).number());
            }
            try (ManyBfs found = graph.manyBfs(2, 1, 2).run()) {
                assertEquals(-1, found.value(2, 1));
                assertThrows(IllegalArgumentException.class, () -> found.reached(3));
            }
        }
    }
}
