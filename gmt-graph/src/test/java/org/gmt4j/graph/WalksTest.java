package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.walks.WalkSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random walks: along edges, as long as they should be, as often as chance has it, the same on any number of nodes. */
@Timeout(240)
class WalksTest {
    private static Map<Long, Long> visits(final Walks walks) {
        final Map<Long, Long> visits = new TreeMap<>();
        walks.visits().forEach(visits::put);
        return visits;
    }

    private static List<long[]> paths(final Walks walks) {
        final List<long[]> paths = new ArrayList<>();
        walks.forEachPath((walker, path) -> {
            assertEquals(paths.size(), walker);
            paths.add(path);
        });
        return paths;
    }

    /** Walks follow edges, end where there are none, and are what was counted. */
    private static void check(final GmtCluster cluster, final OddShape shape, final boolean isDirected) {
        final MapGraph expected = new MapGraph(shape.edges(), isDirected);
        final Edges edges = Edges.of(shape.edges());
        try (Graph graph = Graph.load(cluster, isDirected ? edges : edges.undirected());
             Walks walks = graph.walks().perVertex(2).length(7).seed(3).node2vec(0.5, 2).keepPaths().run()) {
            final Map<Long, Long> counted = new TreeMap<>();
            expected.vertices().forEach(vertex -> counted.put(vertex, 0L));
            final List<Long> vertices = List.copyOf(expected.vertices());
            long walker = 0;
            for (final long[] path : paths(walks)) {
                assertEquals(vertices.get((int) (walker++ / 2)), path[0]);
                for (int i = 0; i < path.length; i++) {
                    counted.merge(path[i], 1L, Long::sum);
                    assertTrue(i == 0 || expected.neighbours(path[i - 1]).contains(path[i]), shape.name());
                }
                assertTrue(path.length == 8 || expected.neighbours(path[path.length - 1]).isEmpty(), shape.name());
            }
            assertEquals(2L * vertices.size(), walker);
            assertEquals(counted, visits(walks));
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), shape + ": bytes not given back");
    }

    @Test
    void shouldFollowEdges() {
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            try (GmtCluster cluster = TestClusters.local(nodes)) {
                for (final OddShape shape : OddShape.values()) {
                    check(cluster, shape, true);
                    check(cluster, shape, false);
                }
            }
        }
    }

    @Test
    void shouldNotDependOnNodesAndThreads() {
        List<Map<Long, Long>> first = null;
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).start();
                 Graph graph = Graph.load(cluster, Edges.kronecker(9, 8, 1).uniformWeights(9, 2));
                 Walks plain = graph.walks().walkers(500).length(20).seed(5).keepPaths().run();
                 Walks weighted = graph.walks().weighted().length(10).run();
                 Walks looking = graph.walks().weighted().node2vec(4, 0.5).length(10).run()) {
                final List<Map<Long, Long>> all = List.of(visits(plain), visits(weighted), visits(looking));
                first = first == null ? all : first;
                assertEquals(first, all, nodes + " nodes");
                final List<long[]> paths = paths(plain);
                assertEquals(paths.stream().mapToLong(path -> path.length).sum(),
                    all.get(0).values().stream().mapToLong(count -> count).sum());
                assertTrue(paths.stream().allMatch(path -> path.length == 1 || path.length == 21), "isolated or whole");
                assertArrayEquals(paths.get(499), plain.path(499));
            }
        }
    }

    /** At a leaf there is one edge, whatever its chance. */
    @Test
    void shouldNotDrawWhereThereIsNothingToChoose() {
        final long[] leaves = LongStream.rangeClosed(1, 100).toArray();
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[leaves.length], leaves).undirected());
             Walks walks = graph.walks().perVertex(100).length(20).node2vec(1000, 0.001)
                 .deadline(Duration.ofSeconds(60)).run()) {
            assertEquals(100L * 101 * 21, visits(walks).values().stream().mapToLong(count -> count).sum());
            assertEquals(100L * (100 * 10 + 11), walks.value(0));
        }
    }

    /** All of all nodes might be at one. */
    @Test
    void shouldCountTheWalkersOfAllNodes() {
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {0}, new long[] {1}).undirected())) {
            final WalksRun run = graph.walks().walkers(1 << 30).length(1);
            assertEquals(16L * 3 * WalkSettings.batch(3), run.estimate().workBytes());
            assertEquals(80L * 3 * WalkSettings.batch(3), run.node2vec(2, 1).estimate().workBytes());
        }
    }

    /** More walkers than a batch has, of a node more batches than of another, and all of them at one node in turn. */
    @Test
    void shouldTakeSeveralBatches() {
        final int perVertex = (int) WalkSettings.batch(2) * 2 / 3;
        final List<Edge> star = List.of(new Edge(0, 1), new Edge(0, 2));
        Map<Long, Long> first = null;
        for (final int nodes : new int[] {1, 2}) {
            try (GmtCluster cluster = TestClusters.local(nodes);
                 Graph graph = Graph.load(cluster, Edges.of(star).undirected());
                 Walks walks = graph.walks().perVertex(perVertex).length(2).run();
                 Walks drawn = graph.walks().walkers(3 * perVertex).length(1).run()) {
                final Map<Long, Long> visits = visits(walks);
                assertEquals(4L * perVertex, visits.get(0L), "from it two times, and from others once");
                assertEquals(9L * perVertex, visits.values().stream().mapToLong(count -> count).sum());
                visits.putAll(Map.of(-1L, drawn.value(0), -2L, drawn.value(1), -3L, drawn.value(2)));
                first = first == null ? visits : first;
                assertEquals(first, visits, nodes + " nodes");
            }
        }
    }

    /**
     * From 1 to 0 and on: back to 1, to 2 which 1 knows, or to 3 and 4 which it does not know. Of some 3,000 walkers a
     * share is within a fortieth of what it should be, with nearly three standard deviations at the least; the seed is
     * always the same.
     */
    @Test
    void shouldTakeEdgesAsOftenAsChanceHasIt() {
        final List<Edge> edges = List.of(new Edge(0, 1), new Edge(0, 2), new Edge(0, 3), new Edge(0, 4, 5),
            new Edge(1, 2));
        for (final int nodes : new int[] {1, 2, 5}) {
            try (GmtCluster cluster = TestClusters.local(nodes);
                 Graph graph = Graph.load(cluster, Edges.of(edges).undirected())) {
                assertArrayEquals(new double[] {0.25, 0.25, 0.25, 0.25}, shares(graph.walks()), 0.025);
                assertArrayEquals(new double[] {0.125, 0.125, 0.125, 0.625}, shares(graph.walks().weighted()), 0.025);
                assertArrayEquals(new double[] {4 / 9.0, 1 / 9.0, 2 / 9.0, 2 / 9.0},
                    shares(graph.walks().node2vec(0.25, 0.5)), 0.025);
                assertArrayEquals(new double[] {0.5 / 3.0, 1 / 3.0, 0.75 / 3.0, 0.75 / 3.0},
                    shares(graph.walks().node2vec(2, 4.0 / 3)), 0.025);
                assertArrayEquals(new double[] {2 / 6.0, 1 / 6.0, 0.5 / 6.0, 2.5 / 6.0},
                    shares(graph.walks().weighted().node2vec(0.5, 2)), 0.025);
            }
        }
    }

    /** Of those that have come from 1 to 0, the shares that go on to 1, 2, 3 and 4. */
    private static double[] shares(final WalksRun run) {
        final double[] shares = new double[4];
        double all = 0;
        try (Walks walks = run.perVertex(6000).length(2).seed(9).keepPaths().run()) {
            for (final long[] path : paths(walks)) {
                if (path[0] == 1 && path[1] == 0) {
                    shares[(int) path[2] - 1]++;
                    all++;
                }
            }
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= all;
        }
        return shares;
    }

    /** Weights by a power of two larger or smaller give the same walks, also where no double holds their sum. */
    @Test
    void shouldTakeTheSameEdgesHoweverLargeOrSmallWeightsAre() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            final Map<Long, Long> plain = visitsByScale(cluster, 1);
            assertEquals(9000 / 4 * 1.75, plain.get(3L), 130, "a quarter begins there, three quarters of another come");
            for (final double scale : new double[] {0x1p1022, 0x1p1021, 0x1p-970, 0x1p-1073, 0x1p-1074}) {
                assertEquals(plain, visitsByScale(cluster, scale), "weights of 1, 3 and 0 by " + scale);
            }
        }
    }

    private static Map<Long, Long> visitsByScale(final GmtCluster cluster, final double scale) {
        try (Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 1, 1}, new long[] {2, 3, 4},
                 new double[] {scale, 3 * scale, 0}));
             Walks walks = graph.walks().walkers(9000).length(1).weighted().seed(3).run();
             Walks looking = graph.walks().walkers(500).length(2).weighted().node2vec(2, 0.5).seed(3).run()) {
            final Map<Long, Long> visits = visits(walks);
            visits(looking).forEach((vertex, count) -> visits.put(-vertex, count));
            return visits;
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2, -3))));
             Walks walks = graph.walks().run()) {
            assertThrows(IllegalArgumentException.class, () -> graph.walks().perVertex(0));
            assertThrows(IllegalArgumentException.class, () -> graph.walks().walkers(0));
            assertThrows(IllegalArgumentException.class, () -> graph.walks().length(0));
            assertThrows(IllegalArgumentException.class, () -> graph.walks().node2vec(0, 1));
            assertThrows(IllegalStateException.class, () -> walks.path(0));
            final WalksRun endless = graph.walks().walkers(Integer.MAX_VALUE).length(Integer.MAX_VALUE).keepPaths();
            assertEquals(Long.MAX_VALUE / 2 + 1 + 8, endless.estimate().resultBytes());
            assertEquals(GraphException.RUN_TOO_LARGE, assertThrows(GraphException.class, endless::run).number());
            assertEquals(GraphException.BAD_WEIGHT,
                assertThrows(GraphException.class, () -> graph.walks().weighted().run()).number());
        }
    }

    /** Also where a long does not hold their bytes. */
    @Test
    void shouldRefuseWalksThatNobodyCanKeep() {
        final long[] ring = LongStream.range(0, 16).toArray();
        final long[] next = LongStream.range(0, 16).map(vertex -> (vertex + 1) % 16).toArray();
        for (final int nodes : new int[] {1, 2}) {
            try (GmtCluster cluster = TestClusters.local(nodes); Graph graph = Graph.load(cluster,
                Edges.of(ring, next))) {
                for (final WalksRun run : List.of(graph.walks().perVertex(1 << 30).length((1 << 30) - 1),
                    graph.walks().perVertex(1 << 30).length((1 << 30) - 1).node2vec(2, 1),
                    graph.walks().perVertex(Integer.MAX_VALUE).length(Integer.MAX_VALUE),
                    graph.walks().walkers(Integer.MAX_VALUE).length(Integer.MAX_VALUE))) {
                    assertTrue(run.keepPaths().estimate().resultBytes() >= 1L << 60);
                    assertEquals(GraphException.RUN_TOO_LARGE, assertThrows(GraphException.class, run::run).number());
                }
            }
        }
    }
}
