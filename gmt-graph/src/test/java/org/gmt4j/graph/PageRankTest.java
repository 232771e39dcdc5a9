package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.serial.RoundingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PageRank against maps of Java that push ranks along a list of edges. */
@Timeout(240)
class PageRankTest {
    private static final double PRECISION = 1e-9;

    @TempDir
    private Path folder;

    private static SortedMap<Long, Double> ranks(final PageRank found) {
        final SortedMap<Long, Double> ranks = new TreeMap<>();
        found.ranks().forEach(ranks::put);
        return ranks;
    }

    private static void assertClose(final String name, final SortedMap<Long, Double> expected,
                                    final SortedMap<Long, Double> found) {
        assertEquals(expected.keySet(), found.keySet(), name);
        expected.forEach((vertex, rank) -> assertEquals(rank, found.get(vertex), PRECISION * rank,
            () -> name + ": rank of " + vertex));
    }

    private static void check(final GmtCluster cluster, final String name, final List<Edge> listed,
                              final boolean isDirected) {
        final MapRanks expected = MapRanks.distinct(listed, isDirected);
        final Edges edges = Edges.of(listed).named(name);
        try (Graph graph = Graph.load(cluster, isDirected ? edges : edges.undirected())) {
            try (PageRank found = graph.pageRank().tolerance(1e-9).maxIterations(60).run()) {
                check(name, expected.iterate(0.85, found.iterations()), found);
                assertEquals(found.error() <= 1e-9, found.converged());
                assertTrue(found.converged() || found.iterations() == 60, name);
            }
            if (!listed.isEmpty()) {
                final long[] starts = {listed.get(0).from(), listed.get(listed.size() / 2).to(), listed.get(0).from()};
                try (PageRank found = graph.pageRank().damping(0.5).maxIterations(7).personalised(starts).run()) {
                    check(name + " personalised", expected.iterate(0.5, found.iterations(), starts), found);
                }
                try (PageRank jumps = graph.pageRank().damping(0).run()) {
                    assertTrue(jumps.converged());
                    ranks(jumps).values().forEach(rank -> assertEquals(1.0 / graph.vertices(), rank, 1e-15));
                }
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static void check(final String name, final MapRanks expected, final PageRank found) {
        final SortedMap<Long, Double> ranks = ranks(found);
        assertClose(name, expected.ranks(), ranks);
        assertEquals(expected.change(), found.error(), PRECISION, name);
        assertEquals(ranks.isEmpty() ? 0 : 1, ranks.values().stream().mapToDouble(rank -> rank).sum(), PRECISION, name);
        assertEquals(ranks.entrySet().stream().map(e -> new VertexDouble(e.getKey(), e.getValue()))
            .sorted((a, b) -> a.value() == b.value() ? Long.compare(a.vertex(), b.vertex())
                : Double.compare(b.value(), a.value())).limit(5).toList(), found.top(5), name);
        if (!ranks.isEmpty()) {
            assertEquals(ranks.get(ranks.lastKey()), found.value(ranks.lastKey()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldRankAsMapsDoOnOddShapes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape + " directed", shape.edges(), true);
                check(cluster, shape + " undirected", shape.edges(), false);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldRankAsMapsDoOnRandomGraphs(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int graph = 0; graph < 6; graph++) {
                check(cluster, "random " + graph, random(random), graph % 2 == 0);
            }
        }
    }

    private static List<Edge> random(final SplittableRandom random) {
        final int vertices = 1 + random.nextInt(300);
        final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(3 * vertices); i >= 0; i--) {
            edges.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(vertices)]));
        }
        return edges;
    }

    /** Bit for bit, on any number of nodes, and of threads of a node. */
    @ParameterizedTest
    @EnumSource(names = {"STAR", "GRID", "ACYCLIC", "EXTREME_NAMES"})
    void shouldNotDependOnNodesAndThreads(final OddShape shape) {
        final List<Edge> edges = new ArrayList<>(shape.edges());
        edges.addAll(random(new SplittableRandom(7)));
        SortedMap<Long, Double> first = null;
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).register(PageRankTest.class)
                    .start();
                 Graph graph = Graph.load(cluster, Edges.of(edges));
                 PageRank found = graph.pageRank().tolerance(1e-12).run()) {
                final SortedMap<Long, Double> ranks = ranks(found);
                first = first == null ? ranks : first;
                assertEquals(first, ranks, nodes + " nodes");
            }
        }
    }

    /** Several chunks of rows, and of vertices that a consumer sees. */
    @Test
    void shouldNotDependOnNodesOfLargerGraphs() {
        SortedMap<Long, Double> first = null;
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).register(PageRankTest.class)
                    .start();
                 Graph graph = Graph.load(cluster, Edges.kronecker(16, 8, 1));
                 PageRank found = graph.pageRank().maxIterations(5).run()) {
                final SortedMap<Long, Double> ranks = ranks(found);
                assertEquals(1 << 16, ranks.size());
                first = first == null ? ranks : first;
                assertTrue(first.equals(ranks), nodes + " nodes");
            }
        }
        assertEquals(1, first.values().stream().mapToDouble(rank -> rank).sum(), PRECISION);
    }

    /** Shares of so many vertices are rounded, unless the tolerance asks for more. */
    @Test
    void shouldRoundInLargeGraphsOnly() {
        double[] first = null;
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = TestClusters.local(nodes);
                 Graph graph = Graph.load(cluster, Edges.kronecker(17, 4, 1));
                 PageRank rounded = graph.pageRank().tolerance(1e-6).run();
                 PageRank exact = graph.pageRank().tolerance(9e-7).maxIterations(rounded.iterations()).run()) {
                final double[] ranks = ranks(rounded).values().stream().mapToDouble(rank -> rank).toArray();
                final double[] exactly = ranks(exact).values().stream().mapToDouble(rank -> rank).toArray();
                double difference = 0;
                for (int i = 0; i < ranks.length; i++) {
                    difference += Math.abs(ranks[i] - exactly[i]);
                }
                assertTrue(difference > 1e-10 && difference <= RoundingRule.ofRanks(0.85) / 2, "by " + difference);
                assertEquals(1, Arrays.stream(ranks).sum(), PRECISION);
                assertTrue(rounded.converged());
                assertArrayEquals(first == null ? ranks : first, ranks);
                first = ranks;
            }
        }
    }

    /** Parallel edges that are kept are taken as often as they are there, and a loop leads to its own vertex. */
    @Test
    void shouldFollowEdgesAsTheyAreListed() {
        final List<Edge> edges = List.of(new Edge(1, 2), new Edge(1, 2), new Edge(1, 3), new Edge(2, 2), new Edge(2, 1),
            new Edge(3, 9), new Edge(4, 4), new Edge(5, 1));
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = TestClusters.local(nodes);
                 Graph graph = Graph.load(cluster, Edges.of(edges).asListed());
                 PageRank found = graph.pageRank().tolerance(1e-10).run()) {
                check("as listed", MapRanks.asListed(edges).iterate(0.85, found.iterations()), found);
            }
        }
    }

    /** Other names, other owners, another order of sums: the same ranks. */
    @Test
    void shouldRenameRanksWithVertices() {
        final SplittableRandom random = new SplittableRandom(3);
        try (GmtCluster cluster = TestClusters.local(3)) {
            for (int i = 0; i < 5; i++) {
                final List<Edge> edges = random(random);
                final long factor = random.nextLong() | 1;
                final List<Edge> renamed = edges.stream()
                    .map(edge -> new Edge(edge.from() * factor, edge.to() * factor)).toList();
                try (Graph graph = Graph.load(cluster, Edges.of(edges));
                     Graph other = Graph.load(cluster, Edges.of(renamed));
                     PageRank ranks = graph.pageRank().maxIterations(20).run();
                     PageRank otherRanks = other.pageRank().maxIterations(20).run()) {
                    final SortedMap<Long, Double> expected = new TreeMap<>();
                    ranks.ranks().forEach((vertex, rank) -> expected.put(vertex * factor, rank));
                    assertClose("renamed", expected, ranks(otherRanks));
                }
            }
        }
    }

    @Test
    void shouldIterateOnceWhateverTheTolerance() {
        final List<Edge> edges = OddShape.GRID.edges();
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.of(edges))) {
            for (final double tolerance : new double[] {3, Double.MAX_VALUE, Double.POSITIVE_INFINITY}) {
                try (PageRank found = graph.pageRank().tolerance(tolerance).run()) {
                    assertEquals(1, found.iterations());
                    assertTrue(found.converged());
                    check("tolerance " + tolerance, MapRanks.distinct(edges, true).iterate(0.85, 1), found);
                }
            }
        }
    }

    /** What is found solves the equation, whoever has iterated. */
    @Test
    void shouldFindThatWhichDoesNotChange() {
        final List<Edge> edges = random(new SplittableRandom(11));
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(edges));
             PageRank found = graph.pageRank().tolerance(1e-13).maxIterations(1000).run()) {
            assertTrue(found.converged());
            final MapRanks once = MapRanks.distinct(edges, true).from(ranks(found)).iterateOn(0.85, 1);
            assertEquals(0, once.change(), 1e-12);
        }
    }

    @Test
    void shouldReportProgressToTheThreadThatRuns() {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.uniform(8, 4, 3))) {
            final List<RankProgress> reports = new ArrayList<>();
            final List<Thread> threads = new ArrayList<>();
            try (PageRank found = graph.pageRank().tolerance(1e-8).maxIterations(50).onProgress(report -> {
                reports.add((RankProgress) report);
                threads.add(Thread.currentThread());
            }).run()) {
                assertEquals(found.iterations(), reports.size());
                assertEquals(List.of(Thread.currentThread()), threads.stream().distinct().toList());
                assertEquals(new RankProgress(found.iterations(), 50, found.error(), 1e-8),
                    reports.get(reports.size() - 1));
                for (int i = 1; i < reports.size(); i++) {
                    assertEquals(i + 1, reports.get(i).iteration());
                    assertTrue(reports.get(i).error() < reports.get(i - 1).error());
                }
            }
        }
    }

    @Test
    void shouldEndARunWhoseConsumerFailsOrThreadIsInterrupted() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(OddShape.STAR.edges()).undirected())) {
            final IllegalStateException own = new IllegalStateException("enough");
            final long before = RandomGraphs.arrayBytes(cluster);
            assertSame(own, assertThrows(IllegalStateException.class, () -> endless(graph).onProgress(report -> {
                throw own;
            }).run()));
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            Thread.currentThread().interrupt();
            assertEquals("GMT-242",
                assertThrows(GmtException.class, () -> endless(graph).onProgress(report -> { }).run()).code());
            assertTrue(Thread.interrupted());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            graph.pageRank().run().close();
        }
    }

    /** The walk goes to and fro between the middle of a star and its points: nearly never do ranks stop to change. */
    private static PageRankRun endless(final Graph star) {
        return star.pageRank().tolerance(Double.MIN_VALUE).damping(1 - 1e-12).maxIterations(Integer.MAX_VALUE);
    }

    private static List<Edge> bothWays(final List<Edge> edges) {
        final List<Edge> both = new ArrayList<>(edges);
        edges.forEach(edge -> both.add(new Edge(edge.to(), edge.from())));
        return both;
    }

    @Test
    void shouldEndARunThatIsLateAndGoOn() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(bothWays(OddShape.STAR.edges())))) {
            graph.pageRank().maxIterations(1).run().close();
            final long before = RandomGraphs.arrayBytes(cluster);
            assertThrows(JobCancelledException.class, () -> endless(graph).deadline(Duration.ofMillis(20)).run());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            try (PageRank found = graph.pageRank().deadline(Duration.ofMinutes(3)).run()) {
                assertTrue(found.converged());
            }
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldGiveMemoryBackWithTheGraph() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2), new Edge(2, 3))));
            final PageRank closed = graph.pageRank().run();
            final PageRank open = graph.pageRank().run();
            closed.close();
            closed.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> closed.value(1)).number());
            graph.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> open.top(1)).number());
            assertEquals(GraphException.CLOSED,
                assertThrows(GraphException.class, () -> graph.pageRank().run()).number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2))));
             Graph empty = Graph.load(cluster, Edges.of(List.of()))) {
            for (final double damping : new double[] {1, -0.1, 2, Double.NaN}) {
                assertTrue(assertThrows(IllegalArgumentException.class, () -> graph.pageRank().damping(damping))
                    .getMessage().startsWith("damping is " + damping));
            }
            for (final double tolerance : new double[] {0, -1, Double.NaN}) {
                assertTrue(assertThrows(IllegalArgumentException.class, () -> graph.pageRank().tolerance(tolerance))
                    .getMessage().startsWith("tolerance is " + tolerance));
            }
            assertThrows(IllegalArgumentException.class, () -> graph.pageRank().maxIterations(0));
            assertThrows(IllegalArgumentException.class, () -> graph.pageRank().personalised());
            assertTrue(assertThrows(GraphException.class, () -> graph.pageRank().personalised(1, 3).run())
                .getMessage().startsWith("GMT-340 vertex 3 is not in the graph, which has 2 vertices"));
            assertEquals(GraphException.UNKNOWN_VERTEX, assertThrows(GraphException.class,
                () -> empty.pageRank().personalised(1).run()).number());
            try (PageRank none = empty.pageRank().run(); PageRank some = graph.pageRank().run()) {
                assertEquals(0, none.iterations());
                assertTrue(none.converged());
                assertEquals(List.of(), none.top(3));
                assertEquals(OptionalDouble.empty(), some.ranks().find(3));
                assertFalse(some.ranks().find(1).isEmpty());
                assertThrows(GraphException.class, () -> some.value(3));
                assertThrows(IllegalArgumentException.class, () -> some.top(0));
            }
        }
    }

    @Test
    void shouldWriteByNamesAndIterateOnTheNodes() throws Exception {
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(-5, 8), new Edge(8, -5), new Edge(70, -5))));
             PageRank found = graph.pageRank().run()) {
            final Path csv = folder.resolve("ranks.csv");
            assertEquals(found.ranks().write(csv), Files.size(csv));
            assertEquals("vertex,rank\n-5," + found.value(-5) + "\n8," + found.value(8) + "\n70," + found.value(70)
                + "\n", Files.readString(csv));
            final Path lines = folder.resolve("ranks.jsonl");
            found.ranks().write(lines);
            assertTrue(Files.readString(lines).startsWith("{\"vertex\":-5,\"rank\":" + found.value(-5) + "}\n"));
            assertEquals(GraphException.VALUES_FORMAT, assertThrows(GraphException.class,
                () -> found.ranks().write(folder.resolve("ranks.xls"))).number());
            final LocalDoubles ranks = found.ranks().onNodes();
            final double sum = cluster.call(ctx -> {
                double all = 0;
                for (final Double part : ctx.callOnAll(node -> {
                    final double[] here = {0};
                    ranks.forEach(node, (vertex, rank) -> here[0] += rank);
                    return here[0];
                })) {
                    all += part;
                }
                return all;
            });
            assertEquals(1, sum, PRECISION);
        }
    }
}
