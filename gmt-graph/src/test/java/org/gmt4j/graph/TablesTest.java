package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of several columns as files, without the module that knows data bases. */
@Timeout(240)
class TablesTest {
    @TempDir
    private Path folder;

    private Table csv(final String name) {
        return Tables.csv(folder.resolve(name));
    }

    private List<String> lines(final String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    /** Nothing but what was asked for. */
    @AfterEach
    void shouldLeaveNoParts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.filter(path -> path.getFileName().toString().startsWith(".")).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldWriteAllAnswers(final int nodes) throws IOException {
        final Edges edges = Edges.of(new long[] {-5, 12, 12, 40}, new long[] {12, 1L << 62, 7, 41},
            new double[] {0.5, 2, 1, 1});
        try (GmtCluster cluster = TestClusters.local(nodes); Graph graph = Graph.load(cluster, edges)) {
            assertEquals(4, graph.bfs(-5).run().write(csv("bfs.csv")));
            assertEquals(List.of("vertex,level,parent", "-5,0,-5", "7,2,12", "12,1,-5", (1L << 62) + ",2,12"),
                lines("bfs.csv"));
            assertEquals(4, graph.shortestPaths(-5).run().write(Tables.jsonLines(folder.resolve("paths"))));
            assertEquals("{\"vertex\":7,\"distance\":1.5,\"parent\":12}", lines("paths").get(1));
            assertEquals(6, graph.manyBfs(-5, 12).run().write(csv("many.csv")));
            assertEquals(List.of("vertex,level_-5,level_12", "-5,0,-1", "7,2,1"), lines("many.csv").subList(0, 3));
            assertEquals(3, graph.neighbourhood(12, 1).run().write(csv("near.csv")));
            assertEquals("7,1", lines("near.csv").get(1));
            assertEquals(6, graph.components().run().write(csv("parts.csv")));
            assertEquals("7,-5", lines("parts.csv").get(2));
            assertEquals(6, graph.triangles().run().write(csv("triangles.csv")));
            assertEquals(List.of("vertex,triangles,clustering", "-5,0,0.0"), lines("triangles.csv").subList(0, 2));
            assertEquals(6, graph.cores().run().write(csv("cores.csv")));
            assertEquals(6, graph.communities().run().write(csv("communities.csv")));
            assertEquals(6, graph.betweenness().run().write(csv("betweenness.csv")));
            assertEquals("12,2.0", lines("betweenness.csv").get(3));
            assertEquals(6, graph.pageRank().run().write(csv("ranks.csv")));
            assertEquals(graph.independentSet().run().size(), graph.independentSet().run().write(csv("set.csv")));
            final Walks walks = graph.walks().length(3).seed(1).keepPaths().run();
            assertEquals(6, walks.write(csv("visits.csv")));
            final List<String> expected = new ArrayList<>(List.of("walker,step,vertex"));
            walks.forEachPath((walker, path) -> {
                for (int step = 0; step < path.length; step++) {
                    expected.add(walker + "," + step + "," + path[step]);
                }
            });
            assertEquals(expected.size() - 1, walks.writePaths(csv("walks.csv")));
            assertEquals(expected, lines("walks.csv"));
            walks.writePaths(Tables.file(folder.resolve("walks.jsonl")));
            assertEquals("{\"walker\":0,\"step\":0,\"vertex\":-5}", lines("walks.jsonl").get(0));
            assertThrows(IllegalStateException.class, () -> graph.walks().run().writePaths(csv("none.csv")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldWriteTexts(final int nodes) throws IOException {
        final Edges edges = Edges.of(new String[] {"a,\"b", "\u65e5"}, new String[] {"\u65e5", ""});
        try (GmtCluster cluster = TestClusters.local(nodes); Graph graph = Graph.load(cluster, edges)) {
            graph.bfs("a,\"b").run().write(Tables.jsonLines(folder.resolve("tree.jsonl")));
            assertEquals(List.of("{\"vertex\":\"\",\"level\":2,\"parent\":\"\u65e5\"}",
                "{\"vertex\":\"a,\\\"b\",\"level\":0,\"parent\":\"a,\\\"b\"}",
                "{\"vertex\":\"\u65e5\",\"level\":1,\"parent\":\"a,\\\"b\"}"), lines("tree.jsonl"));
            graph.manyBfs(graph.vertex("a,\"b")).run().write(csv("many.csv"));
            assertEquals("vertex,\"level_a,\"\"b\"", lines("many.csv").get(0));
            graph.walks().length(2).keepPaths().run().writePaths(csv("walks.csv"));
            assertEquals(List.of("walker,step,vertex", "0,0,\"\"", "1,0,\"a,\"\"b\"", "1,1,\"\u65e5\"", "1,2,\"\"",
                "2,0,\"\u65e5\"", "2,1,\"\""), lines("walks.csv"));
        }
    }

    @Test
    void shouldNameEachColumnOnce() throws IOException {
        final Edges edges = Edges.of(new String[] {"a", "a_2"}, new String[] {"b", "b"});
        try (GmtCluster cluster = GmtCluster.local(2); Graph graph = Graph.load(cluster, edges)) {
            final long a = graph.vertex("a");
            graph.manyBfs(a, a, graph.vertex("a_2"), a).run().write(csv("many.csv"));
            assertEquals(List.of("vertex,level_a,level_a_3,level_a_2,level_a_4", "a,0,0,-1,0", "a_2,-1,-1,0,-1",
                "b,1,1,1,1"), lines("many.csv"));
            graph.attributes().longs("x");
            graph.attributes().longs("vertex");
            refused(GraphException.SAME_COLUMNS, "two columns are named \"x\"",
                () -> graph.attributes().write(csv("none.csv"), "x", "x"));
            refused(GraphException.SAME_COLUMNS, "two columns are named \"vertex\"",
                () -> graph.attributes().write(Tables.jsonLines(folder.resolve("none.csv")), "x", "vertex"));
            assertFalse(Files.exists(folder.resolve("none.csv")));
            graph.attributes().longs("X");
            assertEquals(3, graph.attributes().write(csv("both.csv"), "x", "X"));
        }
    }

    /** As docs/tables.md says. */
    @Test
    void shouldBringNamesWithALineEndBackByJsonOnly() throws IOException {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new String[] {"a\nb"}, new String[] {"c"}))) {
            graph.components().run().write(csv("lines.csv"));
            assertEquals(List.of("vertex,component", "\"a", "b\",\"a", "b\"", "c,\"a", "b\""), lines("lines.csv"));
            final Edges csv = Edges.csv(folder.resolve("lines.csv")).textNames().columns("vertex", "component");
            refused(GraphException.BAD_VALUE, "does not end on its line", () -> Graph.load(cluster, csv).close());
            graph.components().run().write(Tables.jsonLines(folder.resolve("lines.jsonl")));
            try (Graph back = Graph.load(cluster, Edges.jsonLines(folder.resolve("lines.jsonl")).textNames()
                .columns("vertex", "component"))) {
                assertEquals(0, back.vertex("a\nb"));
            }
        }
    }

    /** Before a run starts. */
    @Test
    void shouldRefuseWhatCannotBeWritten() {
        refused(GraphException.VALUES_NOT_WRITABLE, "no folder", () -> csv("nowhere/ranks.csv"));
        refused(GraphException.VALUES_NOT_WRITABLE, "it is a folder", () -> Tables.csv(folder));
        refused(GraphException.VALUES_NOT_WRITABLE, "no regular file", () -> Tables.csv("/dev/null"));
        refused(GraphException.VALUES_FORMAT, "expected a name ending in", () -> Tables.file(Path.of("ranks.xls")));
        for (final Runnable table : List.<Runnable>of(() -> Tables.parquet(folder.resolve("ranks.parquet")),
            () -> Tables.duckdb(folder.resolve("social.duckdb"), "ranks"),
            () -> Tables.file(folder.resolve("ranks.parquet")))) {
            refused(GraphException.NO_ENGINE, "add the dependency org.gmt4j:gmt-sql", table);
        }
    }

    private static void refused(final int number, final String part, final Runnable table) {
        final GraphException refused = assertThrows(GraphException.class, table::run);
        assertEquals(number, refused.number(), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    /** The folder goes while a run is under way: the file is written whole or not at all. */
    @Test
    void shouldNameAFolderThatHasGone() throws IOException {
        final Path gone = Files.createDirectory(folder.resolve("gone"));
        final Table table = Tables.csv(gone.resolve("ranks.csv"));
        Files.delete(gone);
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.kronecker(6, 4, 1))) {
            refused(GraphException.VALUES_NOT_WRITABLE, "no folder", () -> graph.pageRank().run().write(table));
            assertEquals(64, graph.pageRank().run().write(csv("ranks.csv")));
        }
    }
}
