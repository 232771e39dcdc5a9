package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delta-stepping against a serial Dijkstra, which knows nothing of it. */
@Timeout(240)
class ShortestPathsTest {
    @TempDir
    private Path folder;

    private static Map<Long, Double> distances(final ShortestPaths paths) {
        final Map<Long, Double> found = new TreeMap<>();
        paths.distances().forEach(found::put);
        return found;
    }

    /** Distances are equal to the last bit; the parents are a tree of shortest paths, of the smallest vertices. */
    private static void check(final String name, final ShortestPaths paths, final SerialDijkstra expected) {
        assertEquals(expected.distances(), distances(paths), name);
        assertEquals(expected.distances().size(), paths.reached(), name);
        assertEquals(expected.distances().entrySet().stream()
            .map(e -> new ShortestPaths.Distance(e.getKey(), e.getValue()))
            .sorted(Comparator.comparingDouble((ShortestPaths.Distance d) -> -d.value())
                .thenComparingLong(ShortestPaths.Distance::vertex)).limit(5).toList(), paths.top(5), name);
        final Map<Long, Long> parents = new TreeMap<>();
        paths.parents().forEach(parents::put);
        assertEquals(expected.distances().keySet(), parents.keySet(), name);
        final Map<Long, Long> smallest = expected.parents();
        final Set<Long> reached = new HashSet<>(Set.of(paths.source()));
        parents.forEach((vertex, parent) -> {
            if (vertex == paths.source()) {
                assertEquals(vertex, parent, name);
                return;
            }
            final Double weight = expected.weight(parent, vertex);
            assertNotNull(weight, name + ": " + parent + " -> " + vertex);
            assertEquals(expected.distances().get(vertex), expected.distances().get(parent) + weight, name);
            assertEquals(smallest.getOrDefault(vertex, parent), parent, name);
            final Set<Long> way = new HashSet<>();
            for (long at = vertex; !reached.contains(at); at = parents.get(at)) {
                assertTrue(way.add(at), name + ": parents run in a circle at " + vertex);
            }
            reached.addAll(way);
        });
    }

    private static void checkSome(final String name, final ShortestPaths paths, final SerialDijkstra expected) {
        int looked = 0;
        for (final long vertex : expected.vertices()) {
            final double distance = expected.distances().getOrDefault(vertex, ShortestPaths.UNREACHED);
            assertEquals(distance, paths.distance(vertex), name);
            final long[] path = paths.path(vertex);
            assertEquals(distance == ShortestPaths.UNREACHED, path.length == 0, name);
            double sum = 0;
            for (int i = 1; i < path.length; i++) {
                sum += expected.weight(path[i - 1], path[i]);
            }
            if (path.length > 0) {
                assertEquals(distance, sum, name);
                assertEquals(paths.source(), path[0], name);
                assertEquals(vertex, path[path.length - 1], name);
            } else {
                assertEquals(OptionalLong.empty(), paths.parent(vertex), name);
            }
            if (++looked == 6) {
                return;
            }
        }
    }

    private static long levels(final double farthest, final double width) {
        return Math.min(Long.MAX_VALUE - 1, (long) (farthest / width)) + 1;
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> edges, final long source) {
        for (final boolean isDirected : new boolean[] {true, false}) {
            final SerialDijkstra expected = new SerialDijkstra(edges, isDirected, source);
            final Edges listed = isDirected ? Edges.of(edges) : Edges.of(edges).undirected();
            try (Graph graph = Graph.load(cluster, listed); ShortestPaths paths = graph.shortestPaths(source).run();
                 ShortestPaths narrow = graph.shortestPaths(source).delta(0.75).run();
                 ShortestPaths wide = graph.shortestPaths(source).delta(1e9).run()) {
                check(name, paths, expected);
                check(name + " narrow", narrow, expected);
                check(name + " wide", wide, expected);
                final double farthest = expected.distances().values().stream().mapToDouble(d -> d).max().orElse(0);
                assertEquals(levels(farthest, 0.75), narrow.levels(), name);
                assertEquals(levels(farthest, 1e9), wide.levels(), name);
                checkSome(name, paths, expected);
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static List<Edge> random(final SplittableRandom random, final int kind) {
        final int vertices = 1 + random.nextInt(120);
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(4 * vertices); i >= 0; i--) {
            final double weight = kind == 0 ? random.nextInt(4) : kind == 1 ? random.nextDouble() : random.nextInt(256);
            edges.add(new Edge(random.nextInt(vertices) * 7L - 50, random.nextInt(vertices) * 7L - 50, weight));
        }
        return edges;
    }

    private static List<Edge> weighted(final List<Edge> edges, final SplittableRandom random) {
        return edges.stream().map(edge -> new Edge(edge.from(), edge.to(), random.nextInt(9))).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindWhatDijkstraFinds(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int graph = 0; graph < 6; graph++) {
                final List<Edge> edges = random(random, graph % 3);
                check(cluster, "random " + graph, edges, edges.get(0).from());
            }
            for (final OddShape shape : OddShape.values()) {
                if (shape != OddShape.EMPTY) {
                    final List<Edge> edges = weighted(shape.edges(), random);
                    check(cluster, shape.toString(), edges, edges.get(0).from());
                }
            }
            check(cluster, "circle of zeros", List.of(new Edge(5, 4, 2), new Edge(4, 3, 0), new Edge(3, 2, 0),
                new Edge(2, 4, 0), new Edge(2, 1, 0), new Edge(1, 3, 0), new Edge(5, 9, 0), new Edge(9, 5, 0)), 5);
            check(cluster, "all zero", List.of(new Edge(1, 2, 0), new Edge(2, 3, 0), new Edge(3, 1, 0)), 2);
            check(cluster, "lost in rounding", List.of(new Edge(1, 2, 1e300), new Edge(2, 3, 1), new Edge(3, 2, 1),
                new Edge(3, 4, 1e-300)), 1);
            check(cluster, "without weights", OddShape.GRID.edges(), 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldWalkALongPath(final int nodes) {
        final int count = 10_000;
        final long[] from = LongStream.range(0, count).toArray();
        final long[] to = LongStream.rangeClosed(1, count).toArray();
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph graph = Graph.load(cluster, Edges.of(from, to,
                 LongStream.range(0, count).map(i -> i % 5).toArray()));
             ShortestPaths paths = graph.shortestPaths(0).run()) {
            assertEquals(2.0 * count, paths.distance(count));
            assertArrayEquals(LongStream.rangeClosed(0, count).toArray(), paths.path(count));
            assertEquals(List.of(new ShortestPaths.Distance(count, 2.0 * count)), paths.top(1));
            assertEquals(count + " " + 2.0 * count, paths.top(1).get(0).toString());
            try (ShortestPaths end = graph.shortestPaths(count).run()) {
                assertEquals(1, end.reached());
                assertEquals(ShortestPaths.UNREACHED, end.distance(0));
                assertEquals(0, end.path(0).length);
            }
        }
    }

    /**
     * A road network in regions, one a node, whose nodes work ahead; some fast roads between far places, which shorten
     * lengths that other nodes have gone on with.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldFollowAgainWhatOthersShortenLater(final int nodes) {
        final SplittableRandom random = new SplittableRandom(7);
        final int length = 1500;
        final List<Edge> roads = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            for (int lane = 0; lane < 3; lane++) {
                final long here = 3L * at + lane;
                if (at + 1 < length) {
                    roads.add(new Edge(here, here + 3, 1 + random.nextInt(100)));
                }
                if (lane < 2) {
                    roads.add(new Edge(here, here + 1, 1 + random.nextInt(100)));
                }
            }
        }
        for (int fast = 0; fast < 15; fast++) {
            roads.add(new Edge(random.nextInt(3 * length), random.nextInt(3 * length), 1 + random.nextInt(5000)));
        }
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph graph = Graph.load(cluster, Edges.of(roads).undirected())) {
            for (final long source : new long[] {0, 1501, 3L * length - 1}) {
                try (ShortestPaths paths = graph.shortestPaths(source).run();
                     ShortestPaths narrow = graph.shortestPaths(source).delta(3).run()) {
                    final SerialDijkstra expected = new SerialDijkstra(roads, false, source);
                    check("from " + source, paths, expected);
                    check("narrow from " + source, narrow, expected);
                }
            }
        }
    }

    /** Whatever the width: the second one puts all lengths into one bucket. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldTakePolynomialTimeForManyWays(final int nodes) {
        final List<Edge> ways = ManyWays.edges(40);
        final long[] weights = ways.stream().mapToLong(edge -> (long) edge.weight()).toArray();
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph graph = Graph.load(cluster, Edges.of(ways.stream().mapToLong(Edge::from).toArray(),
                 ways.stream().mapToLong(Edge::to).toArray(), weights));
             ShortestPaths paths = graph.shortestPaths(ManyWays.SOURCE).deadline(Duration.ofSeconds(100)).run();
             ShortestPaths wide = graph.shortestPaths(ManyWays.SOURCE).delta(1L << 60)
                 .deadline(Duration.ofSeconds(100)).run()) {
            for (final ShortestPaths found : List.of(paths, wide)) {
                assertEquals(graph.vertices(), found.reached());
                found.distances().forEach((vertex, distance) ->
                    assertEquals(ManyWays.distance(vertex), distance, "vertex " + vertex));
            }
        }
    }

    /** A street that is closed weighs far more than all others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNotBeSpoiledByOneHeavyEdge(final int nodes) {
        final SplittableRandom random = new SplittableRandom(3);
        final int length = 60;
        final List<Edge> streets = new ArrayList<>();
        for (long at = 0; at < length * length; at++) {
            if (at % length + 1 < length) {
                streets.add(new Edge(at, at + 1, 1 + random.nextInt(255)));
            }
            if (at + length < length * length) {
                streets.add(new Edge(at, at + length, 1 + random.nextInt(255)));
            }
        }
        for (final double closed : new double[] {1e9, 1e300}) {
            final List<Edge> edges = new ArrayList<>(streets);
            edges.add(new Edge(0, length * length, closed));
            check(nodes, edges);
        }
    }

    private static void check(final int nodes, final List<Edge> edges) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            check(cluster, "streets", edges, 0);
        }
    }

    /** More is sent than a step may send; several threads of a node receive. */
    @Test
    void shouldAgreeOnALargeGraphWhateverTheNodes() {
        final Map<Long, Double> expected;
        final Map<Long, Long> tree = new TreeMap<>();
        try (GmtCluster cluster = TestClusters.local(1);
             Graph graph = Graph.load(cluster, Edges.kronecker(14, 16, 1).uniformWeights(255, 5));
             ShortestPaths paths = graph.shortestPaths(1).run()) {
            expected = distances(paths);
            paths.parents().forEach(tree::put);
        }
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).dedicated(2, 1).register(ShortestPathsTest.class)
            .start();
             Graph graph = Graph.load(cluster, Edges.kronecker(14, 16, 1).uniformWeights(255, 5));
             ShortestPaths paths = graph.shortestPaths(1).run()) {
            assertEquals(expected, distances(paths));
            final Map<Long, Long> found = new TreeMap<>();
            paths.parents().forEach(found::put);
            assertEquals(tree, found);
        }
    }

    @Test
    void shouldFallWithEdgesAndFollowNames() {
        final SplittableRandom random = new SplittableRandom(8);
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (int graph = 0; graph < 5; graph++) {
                final List<Edge> edges = random(random, 1);
                final long source = edges.get(0).from();
                final List<Edge> more = new ArrayList<>(edges);
                more.add(new Edge(edges.get(edges.size() / 2).from(), edges.get(edges.size() / 3).to(),
                    random.nextDouble()));
                final List<Edge> renamed = edges.stream().map(e -> new Edge(-3 * e.from(), -3 * e.to(), e.weight()))
                    .toList();
                try (Graph one = Graph.load(cluster, Edges.of(edges)); Graph two = Graph.load(cluster, Edges.of(more));
                     Graph three = Graph.load(cluster, Edges.of(renamed));
                     ShortestPaths before = one.shortestPaths(source).run();
                     ShortestPaths after = two.shortestPaths(source).run();
                     ShortestPaths other = three.shortestPaths(-3 * source).run()) {
                    final Map<Long, Double> shorter = distances(after);
                    distances(before).forEach((vertex, distance) ->
                        assertTrue(shorter.get(vertex) <= distance, "vertex " + vertex));
                    final Map<Long, Double> permuted = new TreeMap<>();
                    distances(before).forEach((vertex, distance) -> permuted.put(-3 * vertex, distance));
                    assertEquals(permuted, distances(other));
                }
            }
        }
    }

    /** Of an undirected graph the way back to the source is too long already. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindPathsBesideThoseThatAreTooLong(final int nodes) {
        final long[] from = {1, 2, 1, 2};
        final long[] to = {2, 3, 3, 4};
        final Edges whole = Edges.of(from, to, new long[] {1L << 62, 1L << 62, 1, (1L << 62) - 3});
        final Edges real = Edges.of(from, to, new double[] {1e308, 1e308, 1, 0.5e308});
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final Edges edges : List.of(whole, whole.undirected(), real, real.undirected())) {
                try (Graph graph = Graph.load(cluster, edges)) {
                    for (final double delta : new double[] {1, 1 << 30, 1e300}) {
                        try (ShortestPaths paths = graph.shortestPaths(1).delta(delta).run()) {
                            assertEquals(1, paths.distance(3));
                            assertEquals(graph.weights(1)[0], paths.distance(2));
                            assertEquals(graph.weights(1)[0] + graph.weights(2)[graph.weights(2).length - 1],
                                paths.distance(4));
                            assertArrayEquals(new long[] {1, 2, 4}, paths.path(4));
                        }
                    }
                }
            }
        }
    }

    private static void assertRefused(final int number, final String text, final Runnable action) {
        final GraphException failure = assertThrows(GraphException.class, action::run);
        assertEquals(number, failure.number(), failure::getMessage);
        assertTrue(failure.getMessage().contains(text), failure::getMessage);
    }

    @Test
    void shouldNameWhatIsWrongAndLeaveNothing() {
        final long[] from = {1, 2};
        final long[] to = {2, 3};
        try (GmtCluster cluster = TestClusters.local(2)) {
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, new double[] {1, -0.5}))) {
                final long before = RandomGraphs.arrayBytes(cluster);
                assertRefused(345, "the edge from 2 to 3 has the weight -0.5", () -> graph.shortestPaths(1).run());
                assertRefused(340, "vertex 9", () -> graph.shortestPaths(9).run());
                assertThrows(IllegalArgumentException.class, () -> graph.shortestPaths(1).delta(0));
                assertThrows(IllegalArgumentException.class, () -> graph.shortestPaths(1).delta(Double.NaN));
                assertEquals(before, RandomGraphs.arrayBytes(cluster));
            }
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, new long[] {Long.MAX_VALUE - 1, 5}))) {
                final long before = RandomGraphs.arrayBytes(cluster);
                assertRefused(345, "longer than a long can hold", () -> graph.shortestPaths(1).run());
                assertEquals(before, RandomGraphs.arrayBytes(cluster));
            }
            final long[] halves = {1L << 62, 3L << 61};
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, halves).undirected())) {
                assertRefused(345, "longer than a long can hold", () -> graph.shortestPaths(1).run());
                assertRefused(345, "longer than a long can hold", () -> graph.shortestPaths(1).delta(1 << 30).run());
            }
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, new double[] {1e308, 1e308}))) {
                assertRefused(345, "longer than a double can hold", () -> graph.shortestPaths(1).run());
            }
            try (Graph graph = Graph.load(cluster, Edges.of(from, to, new int[] {4, 5}))) {
                final ShortestPaths paths = graph.shortestPaths(1).run();
                assertRefused(340, "vertex 7", () -> paths.distance(7));
                assertRefused(340, "vertex 7", () -> paths.path(7));
                paths.close();
                paths.close();
                assertRefused(342, "closed", () -> paths.distance(1));
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldWriteDistances() throws Exception {
        final Path csv = folder.resolve("far.csv");
        try (GmtCluster cluster = TestClusters.local(3);
             Graph real = Graph.load(cluster, Edges.of(new long[] {-1, 5, 9}, new long[] {5, 7, 9},
                 new double[] {0.5, 1.25, 3}));
             Graph whole = Graph.load(cluster, Edges.of(new long[] {-1, 5, 9}, new long[] {5, 7, 9},
                 new int[] {4, 5, 3}))) {
            try (ShortestPaths paths = real.shortestPaths(-1).run()) {
                final long bytes = paths.distances().write(csv);
                assertEquals(bytes, Files.size(csv));
            }
            assertEquals("vertex,distance\n-1,0.0\n5,0.5\n7,1.75\n", Files.readString(csv));
            try (ShortestPaths paths = whole.shortestPaths(-1).run()) {
                paths.distances().write(csv);
            }
            assertEquals("vertex,distance\n-1,0\n5,4\n7,9\n", Files.readString(csv));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldLeaveParentsOutWhenAsked(final int nodes) throws Exception {
        final Path csv = folder.resolve("only.csv");
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph graph = Graph.load(cluster, Edges.kronecker(9, 4, 1).uniformWeights(255, 3));
             ShortestPaths whole = graph.shortestPaths(0).run();
             ShortestPaths only = graph.shortestPaths(0).distancesOnly().run()) {
            assertEquals(distances(whole), distances(only));
            assertEquals(whole.reached(), only.reached());
            assertEquals(whole.listedEdges(), only.listedEdges());
            assertEquals(whole.top(3), only.top(3));
            assertEquals(only.reached(), only.write(Tables.csv(csv)));
            assertEquals("vertex,distance", Files.readAllLines(csv).get(0));
            assertThrows(IllegalStateException.class, () -> only.path(0));
            assertThrows(IllegalStateException.class, () -> only.parent(0));
            assertThrows(IllegalStateException.class, only::parents);
        }
    }

    @Test
    void shouldEndARunThatIsLateAndGoOn() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.kronecker(13, 8, 1).uniformWeights(255, 1))) {
            final long before = RandomGraphs.arrayBytes(cluster);
            boolean isLate = false;
            while (!isLate) {
                try (ShortestPaths paths = graph.shortestPaths(0).deadline(Duration.ofNanos(1)).run()) {
                    isLate = paths == null;
                } catch (final JobCancelledException late) {
                    isLate = true;
                }
            }
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            try (ShortestPaths paths = graph.shortestPaths(0).deadline(Duration.ofMinutes(3)).run()) {
                assertTrue(paths.reached() > 1);
            }
        }
    }
}
