package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.Table;
import org.gmt4j.graph.Tables;
import org.gmt4j.graph.Walks;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of several columns as Parquet, and as tables of a data base. */
@Timeout(240)
class DuckTablesTest {
    @TempDir
    private Path folder;

    private Path file(final String name) {
        return folder.resolve(name);
    }

    private static List<String> rows(final String url, final String query) throws SQLException {
        final List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url); ResultSet result = connection.createStatement()
            .executeQuery(query)) {
            while (result.next()) {
                final StringBuilder row = new StringBuilder(result.getString(1));
                for (int i = 2; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(' ').append(result.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private Path part(final String name, final long value) throws IOException {
        final Path part = Files.createDirectory(file(name)).resolve("part.parquet");
        try (ValueRows rows = new DuckEngine().openPart(part,
            List.of(new TableEngine.Column("v", TableEngine.Values.LONGS)))) {
            rows.add(value);
            rows.endRow();
        }
        return part;
    }

    /** Rows that nobody wants any more are not packed: that takes seconds, on the thread of the node's tasks. */
    @Test
    void shouldNotWriteAPartThatIsAbandoned() throws Exception {
        final ValueRows rows = new DuckEngine().openPart(file("part.parquet"),
            List.of(new TableEngine.Column("v", TableEngine.Values.LONGS), new TableEngine.Column("w",
                TableEngine.Values.LONGS)));
        for (int i = 0; i < 10_000; i++) {
            rows.add(i);
            rows.add(i);
            rows.endRow();
        }
        rows.add(7L);
        rows.abandon();
        rows.close();
        assertFalse(Files.exists(file("part.parquet")));
    }

    /** DuckDB takes such a name for a pattern, which other files match. */
    @ParameterizedTest
    @CsvSource({"a[1], a1", "b*, bx", "c?, cx"})
    void shouldJoinThePartsAndNoOtherFiles(final String name, final String other) throws Exception {
        part(other, 99);
        final Path part = part(name, 7);
        final Path whole = file("whole.parquet");
        new DuckEngine().join(List.of(part), whole);
        assertEquals(List.of("7"), rows(Duck.URL, "from '" + whole + "'"));
        new DuckEngine().makeTable(List.of(part), file("whole.duckdb"), "t");
        assertEquals(List.of("7"), rows(Duck.URL + file("whole.duckdb"), "from t"));
    }

    /** DuckDB takes a column's value of such a folder's name, or makes a column more of it. */
    @ParameterizedTest
    @ValueSource(strings = {"v=99", "V=99", "day=1"})
    void shouldJoinThePartsWithoutColumnsOfFolders(final String name) throws Exception {
        final Path part = part(name, 7);
        final Path whole = file("whole.parquet");
        new DuckEngine().join(List.of(part, part), whole);
        assertEquals(List.of("7", "7"), rows(Duck.URL, "from '" + whole + "'"));
        new DuckEngine().makeTable(List.of(part), file("whole.duckdb"), "t");
        assertEquals(List.of("7"), rows(Duck.URL + file("whole.duckdb"), "from t"));
    }

    /** Before anything is written, in our words. */
    @Test
    void shouldRefuseColumnsThatDifferInCaseOnly() {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new String[] {"a"}, new String[] {"A"}))) {
            graph.attributes().longs("Vertex");
            for (final Table table : List.of(Tables.parquet(file("twice.parquet")),
                Tables.duckdb(file("twice.duckdb"), "t"))) {
                for (final Runnable write : List.<Runnable>of(
                    () -> graph.manyBfs(graph.vertex("a"), graph.vertex("A")).run().write(table),
                    () -> graph.attributes().write(table, "Vertex"))) {
                    final GraphException refused = assertThrows(GraphException.class, write::run);
                    assertEquals(GraphException.SAME_COLUMNS, refused.number(), refused.getMessage());
                    assertTrue(refused.getMessage().contains("differ in case only"), refused.getMessage());
                }
            }
            assertFalse(Files.exists(file("twice.parquet")) || Files.exists(file("twice.duckdb")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldWriteTheSameEverywhere(final int nodes) throws Exception {
        final Path database = file("answers.duckdb");
        final String url = "jdbc:duckdb:" + database;
        try (GmtCluster cluster = GmtCluster.local(nodes); Graph graph = Graph.load(cluster,
            Edges.of(new long[] {-5, 12, 12, 40}, new long[] {12, 1L << 62, 7, 41}, new double[] {0.5, 2, 1, 1}))) {
            final List<String> tree = List.of("-5 0 -5", "7 2 12", "12 1 -5", (1L << 62) + " 2 12");
            assertEquals(4, graph.bfs(-5).run().write(Tables.duckdb(database, "tree of \"-5\"")));
            assertEquals(tree, rows(url, "from \"tree of \"\"-5\"\"\""));
            graph.bfs(-5).run().write(Tables.parquet(file("tree")));
            assertEquals(tree, rows("jdbc:duckdb:", "from read_parquet('" + file("tree") + "')"));
            SqlTest.sql(url, "create table users as select 7 as id, 'Ada' as name");
            graph.shortestPaths(-5).run().write(Tables.duckdb(database, "paths"));
            assertEquals(List.of("Ada 1.5 12"), rows(url, "select name, distance, parent from users join paths on id ="
                + " vertex"));
            graph.shortestPaths(12).run().write(Tables.duckdb(database, "paths"));
            assertEquals(3, rows(url, "from paths").size(), "replaced");
            final Walks walks = graph.walks().length(3).keepPaths().run();
            final long steps = walks.writePaths(Tables.duckdb(database, "walks"));
            assertEquals(List.of(steps + " 6 " + walks.top(1).get(0).value()), rows(url, "select count(*),"
                + " count(distinct walker), max(n) from (select walker, count(*) over (partition by vertex) as n"
                + " from walks)"));
            try (Graph again = Graph.load(cluster, Edges.jdbc(url, "select walker, vertex from walks"))) {
                assertEquals(steps, again.listedEdges());
            }
        }
        assertEquals(List.of(), hidden());
    }

    private List<Path> hidden() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> path.getFileName().toString().startsWith(".")).toList();
        }
    }

    @Test
    void shouldWriteTexts() throws Exception {
        final String url = "jdbc:duckdb:" + file("texts.duckdb");
        try (GmtCluster cluster = GmtCluster.local(3); Graph graph = Graph.load(cluster,
            Edges.of(new String[] {"it's", "\u65e5"}, new String[] {"\u65e5", "\""}))) {
            graph.bfs("it's").run().write(Tables.duckdb(file("texts.duckdb"), "tree"));
            assertEquals(List.of("\" 2 \u65e5", "it's 0 it's", "\u65e5 1 it's"), rows(url, "from tree"));
        }
    }

    @Test
    void shouldRefuseBeforeARunStarts() throws Exception {
        final Path database = file("views.duckdb");
        SqlTest.sql("jdbc:duckdb:" + database, "create view ranks as select 1 as one");
        refused("ranks is a view", () -> Tables.duckdb(database, "ranks"));
        Files.writeString(file("text.duckdb"), "no data base");
        refused("text.duckdb", () -> Tables.duckdb(file("text.duckdb"), "ranks"));
        refused("no folder", () -> Tables.duckdb(file("nowhere/x.duckdb"), "ranks"));
        refused("no folder", () -> Tables.parquet(file("nowhere/x.parquet")));
        assertFalse(Files.exists(file("nowhere")));
        assertEquals("no data base", Files.readString(file("text.duckdb")));
        assertEquals(List.of("1"), rows("jdbc:duckdb:" + database, "from ranks"));
    }

    /** DuckDB opens such files as views in memory, and what is written there is gone. */
    @ParameterizedTest
    @ValueSource(strings = {"rows.csv", "rows.jsonl", "rows.json", "rows.parquet", "empty.csv", "empty.db",
        "short.csv"})
    void shouldRefuseAFileThatIsNoDataBase(final String name) throws Exception {
        final Path there = file(name);
        SqlTest.sql("jdbc:duckdb:", "copy (select 1 as vertex, 2 as component) to '" + there + "'"
            + (name.endsWith(".db") ? " (format csv)" : name.endsWith(".jsonl") ? " (format json)" : ""));
        if (name.startsWith("empty") || name.startsWith("short")) {
            Files.writeString(there, name.startsWith("empty") ? "" : "a,b\n1,2\n");
        }
        final byte[] before = Files.readAllBytes(there);
        refused(name + ": the file is there and no data base of DuckDB", () -> Tables.duckdb(there, "parts"));
        assertArrayEquals(before, Files.readAllBytes(there));
    }

    /** The name does not decide: a data base that was made under it stays one. */
    @Test
    void shouldWriteADataBaseOfAnyName() throws Exception {
        final Path database = file("answers.csv");
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
            assertEquals(2, graph.components().run().write(Tables.duckdb(database, "first")));
            assertEquals(2, graph.components().run().write(Tables.duckdb(database, "second")));
        }
        assertEquals(List.of("1 1 1 1", "2 1 2 1"), rows("jdbc:duckdb:" + database,
            "from first, second where first.vertex = second.vertex order by 1"));
    }

    /** Each finds no data base, and makes one: the second one must not take the place of the first. */
    @Test
    void shouldKeepTheTablesOfWritersThatMakeTheDataBaseAtTheSameTime() throws Exception {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}));
             Components parts = graph.components().run()) {
            for (int round = 0; round < 10; round++) {
                final Path database = file("both" + round + ".duckdb");
                final List<CompletableFuture<Long>> writers = Stream.of("a", "b", "c")
                    .map(name -> Tables.duckdb(database, name))
                    .map(table -> CompletableFuture.supplyAsync(() -> parts.write(table))).toList();
                for (final CompletableFuture<Long> writer : writers) {
                    assertEquals(2, writer.join());
                }
                assertEquals(List.of("a", "b", "c"), rows("jdbc:duckdb:" + database,
                    "select table_name from duckdb_tables() order by 1"), "round " + round);
            }
        }
        assertEquals(List.of(), hidden());
    }

    /** Its footer says how many rows there are. */
    @Test
    void shouldKnowWhatALoadOfParquetTakes() throws Exception {
        SqlTest.sql(Duck.URL, "copy (select i as a, i + 1 as b from range(100000) r(i)) to '"
            + file("e.parquet") + "'");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            final long bytes = Graph.loading(cluster, Edges.parquet(file("e.parquet")).columns("a", "b")).estimate()
                .bytes();
            assertTrue(bytes > 400_000 && bytes < 40_000_000, bytes + " bytes");
        }
    }

    /** What another table of the data base needs is not touched by a table that cannot be made. */
    @Test
    void shouldLeaveTheDataBaseAsItIsWhereATableCannotBeMade() throws Exception {
        final Path database = file("social.duckdb");
        final String url = "jdbc:duckdb:" + database;
        SqlTest.sql(url, "create table users (id integer primary key)", "create table ranks (vertex integer"
            + " references users (id))", "insert into users values (1)", "insert into ranks values (1)");
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
            refused("users", () -> graph.components().run().write(Tables.duckdb(database, "users")));
            assertEquals(List.of("1"), rows(url, "from users"));
            assertEquals(List.of(), hidden());
            assertEquals(2, graph.components().run().write(Tables.duckdb(database, "parts")));
        }
    }

    private static void refused(final String part, final Runnable table) {
        final GraphException refused = assertThrows(GraphException.class, table::run);
        assertEquals(GraphException.VALUES_NOT_WRITABLE, refused.number(), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
}
