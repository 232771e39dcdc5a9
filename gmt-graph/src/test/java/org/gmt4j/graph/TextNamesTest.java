package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vertices that are named by texts. */
@Timeout(120)
class TextNamesTest {
    private static final Comparator<String> BY_BYTES = (a, b) -> Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    private static final String LONG = "x".repeat(300_000);
    /** Names that are alike for long, end in zeros, or are made to mislead readers of files. */
    private static final String[] ODD = {"", " ", "a", "a\0", "a\0\0", "a\0\0\0\0\0\0\0", "a\0\0\0\0\0\0\0\0", "ab",
        "aaaaaaaa", "aaaaaaaab", "aaaaaaaa\0", "\u00e9", "e\u0301", "\u65e5\u672c", "\ud83d\ude00", "\uffff", "a,b",
        "\"q\"", "back\\slash", "-1", "007", "7", "null", LONG, LONG + "1", LONG + "0", "prefix".repeat(200) + "1",
        "prefix".repeat(200), "prefix".repeat(200) + "2", " lead", "tail ", "tab\there"};

    @TempDir
    private Path folder;

    private static String name(final SplittableRandom random) {
        return random.nextInt(4) == 0 ? ODD[random.nextInt(ODD.length)]
            : (random.nextBoolean() ? "user-" : "\u00fc") + random.nextInt(700);
    }

    /** The same graph of texts, and of their places in the order of all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldGiveTheAnswersOfNumbers(final int nodes) throws IOException {
        final SplittableRandom random = new SplittableRandom(nodes);
        final int edges = 3000;
        final String[] from = new String[edges];
        final String[] to = new String[edges];
        final long[] weights = new long[edges];
        for (int i = 0; i < edges; i++) {
            from[i] = name(random);
            to[i] = name(random);
            weights[i] = 1 + random.nextInt(9);
        }
        final TreeSet<String> names = new TreeSet<>(BY_BYTES);
        names.addAll(List.of(from));
        names.addAll(List.of(to));
        final List<String> order = new ArrayList<>(names);
        final TreeMap<String, Long> numbers = new TreeMap<>(BY_BYTES);
        order.forEach(name -> numbers.put(name, (long) numbers.size()));
        final long[] fromNumbers = Arrays.stream(from).mapToLong(numbers::get).toArray();
        final long[] toNumbers = Arrays.stream(to).mapToLong(numbers::get).toArray();
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            try (Graph texts = Graph.load(cluster, Edges.of(from, to, weights));
                 Graph longs = Graph.load(cluster, Edges.of(fromNumbers, toNumbers, weights));
                 Bfs bfs = texts.bfs("a").run(); Bfs sameBfs = longs.bfs(numbers.get("a")).run();
                 PageRank ranks = texts.pageRank().run(); PageRank sameRanks = longs.pageRank().run();
                 ShortestPaths paths = texts.shortestPaths("a").run()) {
                assertTrue(texts.hasTextNames() && !longs.hasTextNames());
                assertEquals(order.size(), texts.vertices());
                assertEquals(longs.edges(), texts.edges());
                assertArrayEquals(order.toArray(), texts.names(numbers.values().stream().mapToLong(n -> n).toArray()));
                for (final String name : List.of(ODD[0], LONG, "user-7", order.get(order.size() - 1))) {
                    assertEquals(numbers.containsKey(name), texts.contains(name), name);
                    if (numbers.containsKey(name)) {
                        assertEquals(numbers.get(name), texts.vertex(name));
                        assertEquals(name, texts.name(numbers.get(name)));
                        assertArrayEquals(longs.neighbours(numbers.get(name)),
                            texts.neighbours(texts.vertex(name)));
                    }
                }
                bfs.levels().forEach((vertex, level) -> assertEquals(sameBfs.value(vertex), level));
                for (int i = 0; i < 5; i++) {
                    final VertexDouble best = ranks.top(5).get(i);
                    assertEquals(sameRanks.top(5).get(i).vertex(), best.vertex());
                    assertEquals(sameRanks.top(5).get(i).value(), best.value());
                    assertEquals(order.get((int) best.vertex()), best.name());
                }
                assertEquals(order.get((int) bfs.top(1).get(0).vertex()), bfs.top(1).get(0).name());
                assertEquals(paths.top(1).get(0).name(), texts.name(paths.top(1).get(0).vertex()));
                assertFalse(texts.contains("nobody"));
                check(texts, bfs, order);
            }
            assertEquals(0, NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum());
        }
    }

    /** What is written is read again as it was. */
    private void check(final Graph graph, final Bfs bfs, final List<String> order) throws IOException {
        for (final String file : List.of("levels.csv", "levels.jsonl.gz")) {
            final Path path = folder.resolve(file);
            bfs.allLevels().write(path);
            final EdgeTable table = file.startsWith("levels.csv") ? Edges.csv(path) : Edges.jsonLines(path);
            try (Graph read = Graph.load(graph.cluster(), table.textNames().columns("vertex", "level"))) {
                order.forEach(name -> assertEquals(String.valueOf(bfs.value(graph.vertex(name))),
                    read.names(read.neighbours(read.vertex(name)))[0]));
            }
        }
        final Path parents = folder.resolve("parents.csv");
        bfs.parents().write(parents);
        try (Graph read = Graph.load(graph.cluster(), Edges.csv(parents).textNames().columns("vertex", "parent")
            .asListed())) {
            final long vertex = bfs.top(1).get(0).vertex();
            assertEquals(graph.name(bfs.parent(vertex).getAsLong()),
                read.name(read.neighbours(read.vertex(graph.name(vertex)))[0]));
        }
    }

    /** Vertices are sent once each to the node that has their names, not with each block of names anew. */
    @Test
    void shouldAskForManyNamesBlockByBlock() {
        final String[] from = IntStream.range(0, 20_000).mapToObj(i -> "vertex-" + i).toArray(String[]::new);
        final long[] asked = LongStream.range(0, 300_000).map(i -> i % 20_000).toArray();
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.of(from, from)
            .asListed())) {
            final long before = sentBytes(cluster);
            final String[] names = graph.names(asked);
            final long sent = sentBytes(cluster) - before;
            assertEquals(graph.name(19_999), names[299_999]);
            assertTrue(sent < 4L * Long.BYTES * asked.length, sent + " bytes");
        }
    }

    private static long sentBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get("bytes")).sum();
    }

    /** Which of many it was. */
    @Test
    void shouldSayWhereANameIsTooLong() throws IOException {
        final String name = "x".repeat((1 << 20) + 1);
        final Path csv = Files.writeString(folder.resolve("long.csv"), "from,to\na,b\na," + name + "\n");
        final Path json = Files.writeString(folder.resolve("long.jsonl"), "{\"from\":\"" + name + "\",\"to\":\"a\"}\n");
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Map<String, Edges> bad = Map.of(
                csv + ":3: column \"to\": a name of 1048577 bytes", Edges.csv(csv).textNames().columns("from", "to"),
                json + ":1: column \"from\": a name of 1048577 bytes", Edges.jsonLines(json).textNames()
                    .columns("from", "to"),
                "edge 1 (counted from 0), its target: a name of 1048577 bytes", Edges.of(new String[] {"a", "b"},
                    new String[] {"c", name}));
            bad.forEach((reason, edges) -> {
                final String message = assertThrows(GraphException.class, () -> Graph.load(cluster, edges))
                    .getMessage();
                assertTrue(message.startsWith("GMT-372 " + reason), message);
            });
        }
    }

    @Test
    void shouldReadTextsOfFiles() throws IOException {
        final Path csv = folder.resolve("edges.csv");
        Files.writeString(csv, "from,to,w\r\nalice,\"Smith, \"\"Bob\"\"\",2\r\n,alice,3\n\u65e5\u672c, x ,1");
        final Path json = folder.resolve("edges.jsonl");
        Files.writeString(json, "{\"from\":\"alice\",\"to\":\"Smith, \\\"Bob\\\"\",\"w\":2}\n"
            + "{\"from\":\"\",\"to\":\"\\u0061lice\",\"w\":3}\n{\"from\":\"\u65e5\u672c\",\"to\":\" x \",\"w\":1}");
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (final EdgeTable table : List.of(Edges.csv(csv), Edges.jsonLines(json))) {
                try (Graph graph = Graph.load(cluster, table.textNames().columns("from", "to", "w"))) {
                    assertArrayEquals(new String[] {"", " x ", "Smith, \"Bob\"", "alice", "\u65e5\u672c"},
                        graph.names(0, 1, 2, 3, 4));
                    assertArrayEquals(new double[] {3}, graph.weights(graph.vertex("")));
                    assertEquals(3, graph.neighbours(0)[0]);
                }
            }
        }
    }

    @Test
    void shouldBeTheSmallestGraphs() {
        try (GmtCluster cluster = TestClusters.local(3)) {
            try (Graph none = Graph.load(cluster, Edges.of(new String[0], new String[0]))) {
                assertEquals(0, none.vertices());
                assertFalse(none.contains(""));
            }
            try (Graph one = Graph.load(cluster, Edges.of(new String[] {""}, new String[] {""}).undirected());
                 Components components = one.components().run()) {
                assertEquals("", components.top(1).get(0).name());
                assertEquals("GMT-340 vertex \"a\" is not in the graph, which has 1 vertices; none of its edges names"
                    + " it", assertThrows(GraphException.class, () -> one.bfs("a")).getMessage());
                assertThrows(GraphException.class, () -> one.name(1));
                final String unknown = "GMT-340 vertex 9 is not in the graph, whose vertices have texts as names and"
                    + " the numbers from 0 to 0: vertex(name) says which";
                assertEquals(unknown, assertThrows(GraphException.class, () -> one.bfs(9).run()).getMessage());
                assertEquals(unknown, assertThrows(GraphException.class, () -> components.value(9)).getMessage());
            }
            try (Graph longs = Graph.load(cluster, Edges.of(new long[] {-5}, new long[] {7}))) {
                assertEquals(-5, longs.vertex("-5"));
                assertEquals("7", longs.name(7));
                assertEquals("7", longs.pageRank().run().top(1).get(0).name());
                assertFalse(longs.contains("6") || longs.contains("x"));
            }
        }
    }

    /** No vertex has such a name: nothing is wrong with asking. */
    @Test
    void shouldNotFindWhatIsNoName() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new String[] {"a"}, new String[] {"b"}))) {
            for (final String bad : new String[] {"\ud83d", "a\ude00b", "x".repeat((1 << 20) + 1)}) {
                assertFalse(graph.contains(bad));
                assertEquals(GraphException.UNKNOWN_VERTEX,
                    assertThrows(GraphException.class, () -> graph.vertex(bad)).number());
            }
        }
    }

    @Test
    void shouldRefuseNames() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (final String bad : new String[] {null, "\ud83d", "a\ude00b", "x".repeat((1 << 20) + 1)}) {
                final GraphException refused = assertThrows(GraphException.class,
                    () -> Graph.load(cluster, Edges.of(new String[] {"a", "b"}, new String[] {"b", bad})));
                assertEquals(GraphException.BAD_NAME, refused.number(), refused.getMessage());
            }
            assertEquals(GraphException.BAD_EDGES, assertThrows(GraphException.class, () -> Graph.load(cluster,
                Edges.of(new String[] {"a"}, new String[] {"b"}).uniformWeights(9, 1))).number());
            assertThrows(GraphException.class, () -> Edges.of(new String[1], new String[2]));
            assertThrows(GraphException.class,
                () -> Edges.of(new String[] {"a"}, new String[] {"b"}, new double[] {Double.NaN}));
        }
    }
}
