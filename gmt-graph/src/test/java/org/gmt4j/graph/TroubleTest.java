package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bad input: the code, what is wrong and where; then nothing is left, and the cluster does the next job. */
@Timeout(240)
class TroubleTest {
    private static final Edge GOOD = new Edge(1, 2);

    @TempDir
    private Path folder;

    private static GmtCluster cluster() {
        return GmtCluster.builder().nodes(2).register(TroubleTest.class).start();
    }

    private Edges file(final String name, final String text) throws IOException {
        return Edges.file(Files.writeString(folder.resolve(name), text));
    }

    /** Edges that are refused, by what the message must say. */
    private Map<String, Edges> badEdges() throws IOException {
        final Map<String, Edges> bad = new LinkedHashMap<>();
        bad.put("GMT-302 ;bad.el:3: ;\"x\"", file("bad.el", "1 2\n2 3\nx 4\n"));
        bad.put("GMT-302 ;short.el:2: ", file("short.el", "1 2\n3\n"));
        bad.put("GMT-302 ;nan.wel:1: ;NaN", file("nan.wel", "1 2 NaN\n"));
        bad.put("GMT-303 ;far.gr:2: ", file("far.gr", "p sp 2 1\na 1 3 5\n"));
        bad.put("GMT-305 ;few.gr: ", file("few.gr", "p sp 2 2\na 1 2 5\n"));
        bad.put("GMT-301 ;edges.xls", file("edges.xls", "1 2\n"));
        bad.put("GMT-300 ;no such file", Edges.file(folder.resolve("none.el")));
        bad.put("GMT-341 edge 1 (counted from 0) is null", Edges.of(Arrays.asList(GOOD, null)));
        bad.put("GMT-341 node 1: edge 0 (counted from 0) is null",
            Edges.perNode((node, nodes) -> Arrays.asList(node == 1 ? null : GOOD).iterator()));
        bad.put("GMT-341 node 1: there is no iterator",
            Edges.perNode((node, nodes) -> node == 1 ? null : List.of(GOOD).iterator()));
        bad.put("GMT-345 edge 1 (counted from 0), from 3 to 4, has the weight NaN",
            Edges.of(List.of(GOOD, new Edge(3, 4, Double.NaN))));
        bad.put("GMT-345 node 0: edge 0 (counted from 0), from 3 to 4, has the weight Infinity", Edges.perNode(
            (node, nodes) -> List.of(new Edge(3, 4, node == 0 ? Double.POSITIVE_INFINITY : 1)).iterator()));
        bad.put("GMT-372 ;null", Edges.of(new String[] {"a", null}, new String[] {"b", "c"}));
        bad.put("GMT-341 ;asListed", Edges.of(List.of(GOOD)).undirected().asListed());
        bad.put("cannot be closed", Edges.of(Stream.of(GOOD).onClose(() -> {
            throw new IllegalStateException("cannot be closed");
        })));
        final Stream<Edge> once = Stream.of(GOOD);
        final Edges read = Edges.of(once);
        once.close();
        bad.put("stream has already been", read);
        return bad;
    }

    @Test
    void shouldNameWhatIsWrongWithEdges() throws IOException {
        try (GmtCluster cluster = cluster()) {
            for (final Map.Entry<String, Edges> bad : badEdges().entrySet()) {
                final RuntimeException refused = assertThrows(RuntimeException.class,
                    () -> Graph.load(cluster, bad.getValue()).close(), bad.getKey());
                for (final String part : bad.getKey().split(";")) {
                    assertTrue(refused.getMessage().contains(part), bad.getKey() + " was: " + refused.getMessage());
                }
                requireUsable(cluster);
            }
        }
    }

    /** Runs that are refused, by what the message must say. */
    private static Map<String, Runnable> badRuns(final Graph graph) {
        final Map<String, Runnable> bad = new LinkedHashMap<>();
        final String unknown = "GMT-340 vertex 9 is not in the graph";
        bad.put(unknown + ";3 vertices", () -> graph.bfs(9).run());
        bad.put(unknown + "; ", () -> graph.shortestPaths(9).run());
        bad.put(unknown + "; which", () -> graph.manyBfs(1, 9).run());
        bad.put(unknown + ";,", () -> graph.neighbourhood(9, 2).run());
        bad.put(unknown + "; has", () -> graph.betweenness(9).run());
        bad.put(unknown + "; in", () -> graph.pageRank().personalised(1, 9).run());
        bad.put("GMT-340 vertex \"nobody\"", () -> graph.bfs("nobody"));
        bad.put("GMT-345 the edge from 2 to 3 has the weight -4", () -> graph.shortestPaths(1).run());
        bad.put("GMT-345 the edge from 2 to 3 has the weight -4;communities", () -> graph.communities().run());
        bad.put("GMT-345 the edge from 2 to 3 has the weight -4;walks", () -> graph.walks().weighted().run());
        return bad;
    }

    @Test
    void shouldNameWhatIsWrongWithRuns() {
        final Edges edges = Edges.of(new long[] {1, 2, 3}, new long[] {2, 3, 1}, new long[] {1, -4, 1});
        try (GmtCluster cluster = cluster()) {
            try (Graph graph = Graph.load(cluster, edges)) {
                graph.bfs(1).run().close();
                graph.manyBfs(1).run().close();                 // makes what the graph keeps
                graph.walks().run().close();
                final long before = RandomGraphs.arrayBytes(cluster);
                badRuns(graph).forEach((message, run) -> {
                    final RuntimeException refused = assertThrows(GraphException.class, run::run, message);
                    for (final String part : message.split(";")) {
                        assertTrue(refused.getMessage().contains(part), message + " was: " + refused.getMessage());
                    }
                    assertEquals(before, RandomGraphs.arrayBytes(cluster), message);
                    try (Bfs bfs = graph.bfs(1).run()) {
                        assertEquals(2, bfs.depth());
                    }
                });
            }
            requireUsable(cluster);
        }
    }

    /** Without a vertex every answer is empty. */
    @Test
    void shouldAnswerOfAnEmptyGraph() throws IOException {
        try (GmtCluster cluster = cluster(); Graph empty = Graph.load(cluster, Edges.of(List.of()))) {
            final Table table = Tables.csv(folder.resolve("empty.csv"));
            assertEquals(0, empty.components().run().write(table));
            assertEquals(List.of("vertex,component"), Files.readAllLines(folder.resolve("empty.csv")));
            assertEquals(0, empty.pageRank().run().write(table));
            assertEquals(0, empty.betweenness().run().write(table));
            assertEquals(0, empty.triangles().run().count());
            assertEquals(0, empty.strongComponents().run().count());
            assertEquals(0, empty.cores().run().degeneracy());
            assertEquals(0, empty.communities().run().write(table));
            assertEquals(0, empty.independentSet().run().size());
            assertEquals(0, empty.walks().keepPaths().run().writePaths(table));
            assertEquals(0, empty.attributes().longs("age").values().write(table));
            assertEquals(0, empty.sample(3, 1).length);
        }
    }

    private static void requireUsable(final GmtCluster cluster) {
        assertEquals(0, RandomGraphs.arrayBytes(cluster));
        try (Graph graph = Graph.load(cluster, Edges.of(List.of(GOOD)))) {
            assertEquals(2, graph.vertices());
        }
    }
}
