package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskBody;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.DenseIds;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.MappedSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library as a program uses it: nothing is registered but the program itself. */
@Timeout(240)
class GraphTest {
    @TempDir
    private Path folder;

    /** Loads, compares everything with a graph of Java maps, closes; nothing may stay. */
    private static void check(final GmtCluster cluster, final String name, final List<Edge> edges,
                              final boolean isDirected) {
        final MapGraph expected = new MapGraph(edges, isDirected);
        final Edges listed = Edges.of(edges).named(name);
        try (Graph graph = Graph.load(cluster, isDirected ? listed : listed.undirected())) {
            assertEquals(expected.vertices().size(), graph.vertices(), name);
            assertEquals(edges.size(), graph.listedEdges(), name);
            assertEquals(expected.edgeCount(), graph.edges(), name);
            assertEquals(isDirected, graph.isDirected(), name);
            try (Components components = graph.components().run()) {
                checkComponents(name, expected, components);
            }
            for (final long source : expected.someVertices()) {
                assertTrue(graph.contains(source));
                assertEquals(expected.neighbours(source).size(), graph.degree(source), name);
                assertArrayEquals(expected.neighbours(source).stream().mapToLong(v -> v).toArray(),
                    graph.neighbours(source), name);
                try (Bfs bfs = graph.bfs(source).run()) {
                    checkSearch(name, expected, source, bfs);
                }
            }
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster), name + ": bytes not given back");
    }

    private static void checkComponents(final String name, final MapGraph expected, final Components components) {
        final Map<Long, Long> labels = expected.components();
        final Map<Long, Long> found = new TreeMap<>();
        components.labels().forEach(found::put);
        assertEquals(labels, found, name);
        final Map<Long, Long> sizes = new HashMap<>();
        labels.values().forEach(label -> sizes.merge(label, 1L, Long::sum));
        assertEquals(sizes.size(), components.count(), name);
        assertEquals(sizes.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
            .sorted(MapGraph.BEST_FIRST).limit(5).toList(), components.top(5), name);
        for (final long vertex : expected.someVertices()) {
            assertEquals(labels.get(vertex), components.value(vertex), name);
        }
    }

    private static void checkSearch(final String name, final MapGraph expected, final long source, final Bfs bfs) {
        final Map<Long, Long> levels = expected.levels(source);
        final Map<Long, Long> found = new TreeMap<>();
        bfs.allLevels().forEach(found::put);
        assertEquals(levels, found, name + " from " + source);
        found.clear();
        bfs.levels().forEach(found::put);
        assertEquals(levels.values().stream().filter(level -> level >= 0).toList(), List.copyOf(found.values()), name);
        assertTrue(levels.entrySet().containsAll(found.entrySet()), name);
        assertEquals(levels.values().stream().filter(level -> level >= 0).count(), bfs.reached(), name);
        assertEquals(levels.values().stream().mapToLong(level -> level).max().orElseThrow(), bfs.depth(), name);
        assertEquals(found.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
            .sorted(MapGraph.BEST_FIRST).limit(7).toList(), bfs.top(7), name);
        final Map<Long, Long> parents = new TreeMap<>();
        bfs.parents().forEach(parents::put);
        assertEquals(bfs.reached(), parents.size(), name);
        parents.forEach((vertex, parent) -> {
            if (vertex == source) {
                assertEquals(source, parent);
            } else {
                assertEquals(levels.get(vertex) - 1, levels.get(parent), name + ": parent of " + vertex);
                assertTrue(expected.neighbours(parent).contains(vertex), name + ": " + parent + " -> " + vertex);
            }
        });
        for (final long vertex : expected.someVertices()) {
            assertEquals(levels.get(vertex), bfs.value(vertex));
            assertEquals(parents.containsKey(vertex) ? OptionalLong.of(parents.get(vertex)) : OptionalLong.empty(),
                bfs.parent(vertex));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAnswerAsMapsDoOnOddShapes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                check(cluster, shape + " directed", shape.edges(), true);
                check(cluster, shape + " undirected", shape.edges(), false);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAnswerAsMapsDoOnRandomGraphs(final int nodes) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (int graph = 0; graph < 6; graph++) {
                final int vertices = 1 + random.nextInt(300);
                final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
                final List<Edge> edges = new ArrayList<>();
                for (int i = random.nextInt(3 * vertices); i >= 0; i--) {
                    edges.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(vertices)]));
                }
                check(cluster, "random " + graph, edges, graph % 2 == 0);
            }
        }
    }

    @Test
    void shouldLoadTheSameGraphFromEverything() throws Exception {
        final Path file = Files.writeString(folder.resolve("some.el"), "# five\n7 9\n9 1000\n1000 7\r\n\t3 3\n7 9");
        final List<Edge> edges = List.of(new Edge(7, 9), new Edge(9, 1000), new Edge(1000, 7), new Edge(3, 3),
            new Edge(7, 9));
        final List<Edges> all = List.of(Edges.of(edges), Edges.of(edges.stream()), Edges.file(file),
            Edges.of(new long[] {7, 9, 1000, 3, 7}, new long[] {9, 1000, 7, 3, 9}),
            Edges.of(new int[] {7, 9, 1000, 3, 7}, new int[] {9, 1000, 7, 3, 9}),
            Edges.perNode((node, nodes) -> List.of(new Edge(7, 9), new Edge(9, 1000), new Edge(1000, 7),
                new Edge(3, 3), new Edge(7, 9)).subList(node == 0 ? 0 : 2, node == 0 ? 2 : node == 1 ? 5 : 2)
                .iterator()));
        try (GmtCluster cluster = TestClusters.local(3)) {
            for (final Edges one : all) {
                try (Graph graph = Graph.load(cluster, one); Bfs bfs = graph.bfs(9).run()) {
                    assertEquals(4, graph.vertices());
                    assertEquals(3, graph.edges());
                    assertEquals(5, graph.listedEdges());
                    assertEquals(List.of(new VertexLong(7, 2), new VertexLong(1000, 1), new VertexLong(9, 0)),
                        bfs.top(9));
                }
                if (one != all.get(1)) {
                    try (Graph graph = Graph.load(cluster, one.asListed())) {
                        assertEquals(5, graph.edges());
                        assertArrayEquals(new long[] {9, 9}, graph.neighbours(7));
                        assertArrayEquals(new long[] {3}, graph.neighbours(3));
                        try (Bfs bfs = graph.bfs(1000).run(); Components components = graph.components().run()) {
                            assertEquals(2, bfs.value(9));
                            assertEquals(List.of(new VertexLong(7, 3), new VertexLong(3, 1)), components.top(3));
                        }
                    }
                }
            }
            final GraphException read = assertThrows(GraphException.class, () -> Graph.load(cluster, all.get(1)));
            assertEquals(GraphException.BAD_EDGES, read.number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldCallVerticesAsFilesDo() throws Exception {
        final Path matrix = Files.writeString(folder.resolve("four.mtx"),
            "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n3 2\n");
        final Path graphFile = folder.resolve("kron.gmtg");
        try (GmtCluster cluster = TestClusters.local(2)) {
            try (Graph graph = Graph.load(cluster, Edges.file(matrix)); Bfs bfs = graph.bfs(3).run()) {
                assertFalse(graph.isDirected());
                assertEquals(4, graph.vertices());
                assertEquals(2, bfs.value(1));
                assertEquals(-1, bfs.value(4));
                assertEquals(OptionalLong.of(3), bfs.parent(2));
                assertEquals(OptionalLong.empty(), bfs.parent(4));
                assertThrows(GraphException.class, () -> bfs.value(0));
                assertThrows(GraphException.class, () -> bfs.value(5));
                assertEquals(GraphException.NO_VALUE,
                    assertThrows(GraphException.class, () -> bfs.parents().value(4)).number());
            }
            GraphFiles.write(new KroneckerSource(8, 4, 1), graphFile, (done, all) -> { });
            try (Graph made = Graph.load(cluster, Edges.kronecker(8, 4, 1));
                 Graph read = Graph.load(cluster, Edges.file(graphFile));
                 Components a = made.components().run(); Components b = read.components().run()) {
                assertEquals(256, made.vertices());
                assertEquals(made.edges(), read.edges());
                assertEquals(a.top(100), b.top(100));
            }
            // gaps closed: the file has a list of original ids
            final ListedEdges sparse = new ListedEdges("sparse", 1L << 38, true, false);
            sparse.add(70, 7, 1);
            sparse.add(7, (1L << 38) - 1, 1);
            final Path listed = folder.resolve("sparse.gmtg");
            GraphFiles.write(MappedSource.dense(sparse, DenseIds.of(sparse, batch -> { })), listed,
                (done, all) -> { });
            try (Graph graph = Graph.load(cluster, Edges.file(listed)); Bfs bfs = graph.bfs(70).run()) {
                assertEquals(List.of(new VertexLong((1L << 38) - 1, 2), new VertexLong(7, 1), new VertexLong(70, 0)),
                    bfs.top(4));
                assertFalse(graph.contains(0));
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldWriteByNamesAndIterateOnTheNodes() throws Exception {
        final Path csv = folder.resolve("levels.csv");
        final Path tree = folder.resolve("tree.jsonl");
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {-5, Long.MAX_VALUE, 8},
                 new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 9}));
             Bfs bfs = graph.bfs(-5).run()) {
            final long bytes = bfs.levels().write(csv);
            assertEquals(bytes, Files.size(csv));
            assertEquals("vertex,level\n-9223372036854775808,2\n-5,0\n9223372036854775807,1\n", Files.readString(csv));
            bfs.allLevels().write(csv);
            assertEquals("vertex,level\n-9223372036854775808,2\n-5,0\n8,-1\n9,-1\n9223372036854775807,1\n",
                Files.readString(csv));
            assertEquals(OptionalLong.empty(), bfs.levels().find(8));
            assertEquals(OptionalLong.of(-1), bfs.allLevels().find(8));
            assertEquals(-1, bfs.value(8));
            assertEquals(GraphException.NO_VALUE,
                assertThrows(GraphException.class, () -> bfs.levels().value(8)).number());
            assertEquals(3, bfs.top(9).size());
            bfs.parents().write(tree);
            assertEquals("{\"vertex\":-9223372036854775808,\"parent\":9223372036854775807}\n"
                + "{\"vertex\":-5,\"parent\":-5}\n{\"vertex\":9223372036854775807,\"parent\":-5}\n",
                Files.readString(tree));
            assertEquals(GraphException.VALUES_FORMAT, assertThrows(GraphException.class,
                () -> bfs.levels().write(folder.resolve("levels.xls"))).number());
            final LocalLongs levels = bfs.levels().onNodes();
            final long sum = cluster.call(ctx -> {
                long all = 0;
                for (final Long part : ctx.callOnAll(node -> {
                    final long[] here = {0};
                    levels.forEach(node, (vertex, level) -> here[0] += level);
                    return here[0];
                })) {
                    all += part;
                }
                return all;
            });
            assertEquals(2 + 0 + 1, sum);
        }
    }

    @Test
    void shouldRefuseBodiesWithColumnsOfClosedResults() {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 2, 3}, new long[] {2, 3, 4}))) {
            final Bfs bfs = graph.bfs(1).run();
            final PageRank ranks = graph.pageRank().run();
            final LocalLongs levels = bfs.levels().onNodes();
            final LocalDoubles shares = ranks.ranks().onNodes();
            final TaskBody all = ctx -> ctx.executeOnAll(node -> {
                levels.forEach(node, (vertex, level) -> { });
                shares.forEach(node, (vertex, share) -> { });
            });
            cluster.run(all);
            bfs.close();
            ranks.close();
            assertTrue(failure(() -> cluster.run(all)).contains("GMT-342 the result has been closed"));
            assertTrue(failure(() -> cluster.run(ctx -> ctx.executeOnAll(node ->
                shares.forEach(node, (vertex, share) -> { })))).contains("GMT-342 the result has been closed"));
            assertTrue(failure(() -> bfs.levels().onNodes()).contains("GMT-342 the result has been closed"));
            assertTrue(failure(() -> ranks.ranks().onNodes()).contains("GMT-342 the result has been closed"));
        }
    }

    /** The first task of a job is never sent, and has the caller's own objects; so do its loops over this node. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseColumnsOfClosedResultsInFirstTasks(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 2, 3}, new long[] {2, 3, 4}))) {
            final Bfs bfs = graph.bfs(1).run();
            final PageRank ranks = graph.pageRank().run();
            final LocalLongs levels = bfs.levels().onNodes();
            final LocalDoubles shares = ranks.ranks().onNodes();
            final TaskBody whole = ctx -> levels.forEach(ctx, (vertex, level) -> { });
            final TaskBody real = ctx -> shares.forEach(ctx, (vertex, share) -> { });
            cluster.run(whole);
            cluster.run(real);
            bfs.close();
            assertTrue(failure(() -> cluster.run(whole)).contains("GMT-342 the result has been closed"));
            cluster.run(real);
            graph.close();
            assertTrue(failure(() -> cluster.run(real)).contains("GMT-342 the result has been closed"));
        }
    }

    private static String failure(final Executable late) {
        return assertThrows(RuntimeException.class, late).toString();
    }

    @Test
    void shouldHoldTwoGraphsAndServeSeveralThreads() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final long[] path = LongStream.range(0, 200).toArray();
            final long[] next = LongStream.range(1, 201).toArray();
            try (Graph one = Graph.load(cluster, Edges.of(path, next));
                 Graph two = Graph.load(cluster, Edges.of(next, path).undirected())) {
                final List<Throwable> failures = new ArrayList<>();
                final List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    final Graph graph = i % 2 == 0 ? one : two;
                    final int source = 50 * i;
                    final Thread thread = new Thread(() -> {
                        for (int k = 0; k < 5; k++) {
                            try (Bfs bfs = graph.bfs(source).run(); Components all = graph.components().run()) {
                                assertEquals(graph == one ? 201 - source : 201, bfs.reached());
                                assertEquals(1, all.count());
                            }
                        }
                    });
                    thread.setUncaughtExceptionHandler((t, failure) -> {
                        synchronized (failures) {
                            failures.add(failure);
                        }
                    });
                    threads.add(thread);
                    thread.start();
                }
                for (final Thread thread : threads) {
                    thread.join();
                }
                assertEquals(List.of(), failures);
                one.close();
                assertEquals(1, two.degree(0));
                assertEquals(GraphException.CLOSED,
                    assertThrows(GraphException.class, () -> one.bfs(1).run()).number());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldGiveMemoryBackWithTheGraphWhateverIsOpen() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = Graph.load(cluster, Edges.uniform(8, 4, 3));
            final Bfs bfs = graph.bfs(0).run();
            final Components components = graph.components().run();
            final VertexLongs levels = bfs.levels();
            assertTrue(RandomGraphs.arrayBytes(cluster) > 0);
            bfs.close();
            bfs.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> levels.top(1)).number());
            graph.close();
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
            assertEquals(GraphException.CLOSED,
                assertThrows(GraphException.class, () -> components.value(1)).number());
            components.close();
            assertEquals(256, Graph.load(cluster, Edges.uniform(8, 4, 3)).vertices());
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            assertTrue(assertThrows(GraphException.class, () -> Edges.of(new long[3], new long[2])).getMessage()
                .startsWith("GMT-341 columns of different lengths: 3 sources, 2 targets"));
            assertThrows(GraphException.class, () -> Edges.of(new int[3], new int[4]));
            assertEquals(GraphException.UNREADABLE, assertThrows(GraphException.class,
                () -> Graph.load(cluster, Edges.file(folder.resolve("none.el")))).number());
            assertEquals(GraphException.BAD_EDGES, assertThrows(GraphException.class,
                () -> Graph.load(cluster, Edges.kronecker(4, 2, 1).asListed())).number());
            final RuntimeException own = assertThrows(RuntimeException.class, () -> Graph.load(cluster,
                Edges.perNode((node, nodes) -> {
                    throw new IllegalStateException("no edges on node " + node);
                })));
            assertTrue(own.toString().contains("no edges on node"), own::toString);
            try (Graph empty = Graph.load(cluster, Edges.of(new long[0], new long[0]))) {
                assertEquals(0, empty.vertices());
                assertEquals(0, empty.components().run().count());
                assertTrue(assertThrows(GraphException.class, () -> empty.bfs(1).run()).getMessage()
                    .startsWith("GMT-340 vertex 1 is not in the graph, which has no vertices"));
            }
            try (Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
                assertTrue(assertThrows(GraphException.class, () -> graph.bfs(3).run()).getMessage()
                    .startsWith("GMT-340 vertex 3 is not in the graph, which has 2 vertices"));
                assertThrows(GraphException.class, () -> graph.degree(-1));
                assertEquals("2", graph.name(2));
                assertEquals(340, assertThrows(GraphException.class, () -> graph.name(0)).number());
                assertEquals(340, assertThrows(GraphException.class, () -> graph.names(1, 3)).number());
                assertFalse(graph.contains(0));
                assertEquals(1, graph.bfs(1).run().depth());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldEndARunThatIsLateAndGoOn() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.kronecker(15, 8, 1))) {
            final long before;
            try (Bfs bfs = graph.bfs(0).run()) {
                before = bfs.depth();
            }
            untilLate(() -> graph.bfs(0).deadline(Duration.ofNanos(1)).run());
            untilLate(() -> graph.components().deadline(Duration.ofNanos(1)).run());
            try (Bfs bfs = graph.bfs(0).deadline(Duration.ofMinutes(3)).run()) {
                assertEquals(before, bfs.depth());
            }
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** A run may end before anybody has looked at the clock: then another one is late. */
    private static void untilLate(final Supplier<AutoCloseable> run) throws Exception {
        for (;;) {
            try {
                run.get().close();
            } catch (final JobCancelledException late) {
                return;
            }
        }
    }

    /** Several chunks, several lanes, names of all sizes. */
    @Test
    void shouldLoadMoreThanAChunkOnNodesOfSeveralThreads() throws Exception {
        final int count = 300_000;
        final long[] from = new long[count];
        final long[] to = new long[count];
        for (int i = 0; i < count; i++) {
            from[i] = i * 0x9E3779B97F4A7C15L;
            to[i] = (i + 1) * 0x9E3779B97F4A7C15L;
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            text.append(i * 1_000L).append(' ').append((i + 1) * 1_000L).append('\n');
        }
        final Path file = Files.writeString(folder.resolve("path.el"), text);
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).dedicated(2, 1).register(GraphTest.class).start();
             Graph read = Graph.load(cluster, Edges.file(file));
             Graph graph = Graph.load(cluster, Edges.of(from, to).undirected());
             Components components = graph.components().run()) {
            assertEquals(5_001, read.vertices());
            assertArrayEquals(new long[] {3_000}, read.neighbours(2_000));
            assertEquals(count + 1, graph.vertices());
            assertEquals(count, graph.edges());
            assertEquals(1, components.count());
            assertEquals(LongStream.concat(LongStream.of(to), LongStream.of(0)).min().orElseThrow(),
                components.value(0));
            assertEquals(List.of(new VertexLong(components.value(0), count + 1)), components.top(2));
            assertArrayEquals(LongStream.of(to[4], to[6]).sorted().toArray(), graph.neighbours(to[5]));
        }
    }
}
