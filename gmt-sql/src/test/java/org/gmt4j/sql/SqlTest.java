package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.JdbcRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parquet, SQL and JDBC in, Parquet out. */
@Timeout(240)
class SqlTest {
    @TempDir
    private Path folder;

    private Path file(final String name) {
        return folder.resolve(name);
    }

    private void sqlHere(final String url, final String... commands) throws SQLException {
        sql(url, Stream.of(commands).map(command -> command.replace("$", folder.toString() + "/"))
            .toArray(String[]::new));
    }

    static void sql(final String url, final String... commands) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection
            .createStatement()) {
            statement.execute("set threads = 1");
            for (final String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** A circle of 6,000 vertices named by large numbers, in files of many row groups. */
    private void writeFiles() throws SQLException {
        sqlHere("jdbc:duckdb:",
            "create table e as select i * 1000000007 as \"from\", (i + 1) % 6000 * 1000000007 as \"to\","
            + " (i % 5 + 1)::double as weight, i % 5 + 1 as whole, 'n' || i as f, 'n' || (i + 1) % 6000 as t,"
            + " 1 as one from range(6000) r(i)",
            "copy (from e where \"from\" < 2000000000000) to '$follows-1.parquet' (format parquet,"
                + " row_group_size 2048)",
            "copy (from e where \"from\" >= 2000000000000) to '$follows-2.parquet' (format parquet)",
            "copy (from e limit 0) to '$follows-3.parquet' (format parquet)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldLoadTheSameOfEverything(final int nodes) throws Exception {
        writeFiles();
        final String database = "jdbc:duckdb:" + file("edges.db");
        sqlHere(database, "create table e as from '$follows-*.parquet'");
        final String all = "'" + file("follows-*.parquet") + "'";
        final String files = file("follows-*.parquet").toString();
        // one that stays open: DuckDB does not open a file while its last connection closes
        try (Connection open = DriverManager.getConnection(database); GmtCluster cluster = GmtCluster.local(nodes)) {
            assertTrue(open.isValid(1));
            check(cluster, Edges.parquet(files).columns("from", "to", "weight"));
            check(cluster, Edges.parquet(files).columns("from", "to", "whole"));
            check(cluster, Edges.parquet(files).columns("f", "t", "weight"));
            check(cluster, Edges.parquet(files).textNames().columns("from", "to", "whole"));
            check(cluster, Edges.sql("select \"from\", \"to\", weight from " + all));
            check(cluster, Edges.sql("select f, t, whole from " + all + " -- a remark"));
            check(cluster, Edges.jdbc(database, "select \"from\", \"to\", weight from e"));
            check(cluster, Edges.jdbc(database, "select \"from\", \"to\", whole from e", "\"from\"", 9, 1L << 42));
            check(cluster, Edges.jdbc(database, "select f, t, whole, \"from\" as id from e", "\"ID\"", 9, 1L << 42));
            check(cluster, Edges.sql("select \"from\", \"to\", weight from " + all + " order by random()"));
            check(cluster, Edges.sql("select f, t, whole from " + all + " order by random() limit 6000"));
            checkOnce(cluster, "select -i, i + (random() * 1e9)::bigint + 6000 from range(1, 6001) r(i)", 6000);
            checkOnce(cluster, "select i, -i from (from range(1, 70001) r(i) order by random() limit 60000)", 60_000);
            checkOnce(cluster, "select 'a' || i, 'b' || i from range(9000) r(i) using sample 6000 rows", 6000);
            checkOnce(cluster, "select -row_number() over (order by i // 100), random() from range(6000) r(i)"
                .replace("random()", "(random() * 1e12)::bigint"), 6000);
            checkOnce(cluster, "select \"from\", \"to\" from " + all + " limit 2500", 2500);
            checkOnce(cluster, "select 1, 2 where random() > 1", 0);
        }
    }

    /** As many edges as asked for, all of them between other vertices: none is lost, none is there twice. */
    private static void checkOnce(final GmtCluster cluster, final String query, final long edges) {
        try (Graph graph = Graph.load(cluster, Edges.sql(query).asListed())) {
            assertEquals(edges, graph.listedEdges(), query);
        }
        try (Graph graph = Graph.load(cluster, Edges.sql(query))) {     // edges that are there twice would be one
            assertEquals(edges, graph.listedEdges(), query);
            assertEquals(edges, graph.edges(), query);
        }
    }

    private static void check(final GmtCluster cluster, final Edges edges) {
        try (Graph graph = Graph.load(cluster, edges)) {
            assertEquals(6000, graph.vertices());
            assertEquals(6000, graph.listedEdges());
            assertEquals(6000, graph.edges());
            final boolean isNumber = graph.contains("1000000007");
            for (final int i : new int[] {0, 7, 2047, 2048, 5999}) {
                final long vertex = graph.vertex(isNumber ? String.valueOf(i * 1000000007L) : "n" + i);
                final int next = (i + 1) % 6000;
                assertEquals(isNumber ? String.valueOf(next * 1000000007L) : "n" + next,
                    graph.names(graph.neighbours(vertex))[0]);
                assertArrayEquals(new double[] {i % 5 + 1}, graph.weights(vertex));
            }
            assertTrue(graph.isWeighted());
        }
    }

    @Test
    void shouldWriteTexts() throws Exception {
        try (GmtCluster cluster = GmtCluster.local(3); Graph graph = Graph.load(cluster,
            Edges.of(new String[] {"a,\"b", "\u65e5"}, new String[] {"\u65e5", ""}));
             var bfs = graph.bfs("a,\"b").run()) {
            bfs.parents().write(file("parents.parquet"));
            bfs.levels().write(file("levels.parquet"));
            try (Graph read = Graph.load(cluster, Edges.parquet(file("parents.parquet")).columns("vertex", "parent")
                .asListed())) {
                assertEquals("\u65e5", read.names(read.neighbours(read.vertex("")))[0]);
                assertEquals(3, read.vertices());
            }
            try (Graph read = Graph.load(cluster, Edges.parquet(file("levels.parquet")).textNames()
                .columns("vertex", "level"))) {
                assertEquals("2", read.names(read.neighbours(read.vertex("")))[0]);
            }
            assertEquals(GraphException.VALUES_NOT_WRITABLE, assertThrows(GraphException.class,
                () -> bfs.levels().write(file("nowhere/levels.parquet"))).number());
        }
    }

    /** A name with brackets or a star is that of one file, although DuckDB takes it for a pattern that others match. */
    @ParameterizedTest
    @ValueSource(strings = {"e[1].parquet", "e*.parquet", "e?.parquet"})
    void shouldReadTheFileOfAnyName(final String name) throws Exception {
        Files.createDirectory(file("odd"));
        sqlHere("jdbc:duckdb:", "copy (select 1 as a, 2 as b) to '$odd/e1.parquet'",
            "copy (select * from (values (10, 20), (30, 40), (50, 60)) v(a, b)) to '$odd.parquet'");
        Files.move(file("odd.parquet"), file("odd/" + name));
        try (GmtCluster cluster = GmtCluster.local(2)) {
            try (Graph graph = Graph.load(cluster, Edges.parquet(file("odd/" + name)).columns("a", "b"))) {
                assertEquals(6, graph.vertices());
                assertTrue(graph.contains("60"));
            }
            for (final Edges edges : List.of(Edges.parquet(file("odd/*.parquet").toString()).columns("a", "b"),
                Edges.sql("select a, b from '" + file("odd/*.parquet") + "'"))) {
                try (Graph graph = Graph.load(cluster, edges.asListed())) {
                    assertEquals(8, graph.vertices(), name);
                    assertEquals(4, graph.listedEdges(), name);
                }
            }
        }
    }

    /** What the file has wins; what it has not may be of a folder. */
    @Test
    void shouldTakeTheColumnsOfTheFileBeforeThoseOfFolders() throws Exception {
        Files.createDirectories(file("day=3/a=9"));
        sqlHere("jdbc:duckdb:", "copy (select i as a, i + 1 as b from range(5000) r(i)) to '$day=3/a=9/e.parquet'"
            + " (format parquet, row_group_size 2048)");
        final Path edges = file("day=3/a=9/e.parquet");
        try (GmtCluster cluster = GmtCluster.local(3)) {
            try (Graph graph = Graph.load(cluster, Edges.parquet(edges).columns("a", "b"))) {
                assertEquals(5001, graph.vertices());
            }
            try (Graph graph = Graph.load(cluster, Edges.parquet(edges).columns("a", "b", "day"))) {
                assertEquals(5000, graph.listedEdges());
                assertArrayEquals(new double[] {3}, graph.weights(graph.vertex("0")));
            }
            refuse(cluster, Edges.parquet(edges).columns("a", "c"), 370, "no column \"c\"; there are a, b, day");
        }
    }

    /** Keys such as hashes fill all longs: the distance of two exceeds a long, and rows lie beyond the range, too. */
    @ParameterizedTest
    @ValueSource(longs = {9, 1L << 40, 5_000_000_000_000_000_000L, Long.MAX_VALUE})
    void shouldReadEachRowOnceWhateverTheRange(final long high) {
        final String keys = "select 2 * i as a, 2 * i + 1 as b, i * 185000000000000000 as \"key\" from"
            + " range(-49, 50) r(i)";
        for (final JdbcRange range : List.of(new JdbcRange("\"key\"", -high, high), new JdbcRange("\"key\"", 0, high),
            new JdbcRange("\"key\"", Long.MIN_VALUE, high))) {
            final EdgeSource source = new DuckEngine().jdbc("jdbc:duckdb:", keys, range, false);
            for (final int parts : new int[] {1, 2, 3, 8}) {
                final List<Long> rows = new ArrayList<>();
                final EdgeBatch batch = new EdgeBatch();
                for (int part = 0; part < parts; part++) {
                    try (EdgeCursor cursor = source.open(part, parts)) {
                        while (cursor.next(batch)) {
                            for (int i = 0; i < batch.count(); i++) {
                                rows.add(batch.source(i));
                            }
                        }
                    }
                }
                Collections.sort(rows);
                assertEquals(LongStream.range(-49, 50).map(i -> 2 * i).boxed().toList(), rows, range + " " + parts);
            }
        }
    }

    /** Sums of whole numbers are HUGEINT, hashes UBIGINT. */
    @Test
    void shouldReadWideTypes() throws Exception {
        final String sums = "select a::ubigint as a, (a + 1)::uhugeint as b, sum(w) as w from (values (1, 2), (1, 5),"
            + " (9223372036854775806, 4)) v(a, w) group by 1, 2";
        sqlHere("jdbc:duckdb:", "copy (select a, b::ubigint as b, w::ubigint as w from (" + sums + "))"
            + " to '$wide.parquet'");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : List.of(Edges.sql(sums), Edges.sql("from '" + file("wide.parquet") + "'"),
                Edges.parquet(file("wide.parquet")).columns("a", "b", "w"))) {
                try (Graph graph = Graph.load(cluster, edges); var paths = graph.shortestPaths(1).run();
                     var others = graph.shortestPaths(Long.MAX_VALUE - 1).run()) {
                    assertEquals(4, graph.vertices());
                    assertEquals(7, paths.distance(2));
                    assertEquals(4, others.distance(Long.MAX_VALUE));
                }
            }
        }
    }

    @Test
    void shouldTakeIdentifiersForTexts() throws Exception {
        final String one = "7e57ab1e-0000-4000-8000-000000000001";
        final String other = "7e57ab1e-0000-4000-8000-000000000002";
        sqlHere("jdbc:duckdb:", "copy (select '" + one + "'::uuid as a, '" + other + "'::uuid as b) to"
            + " '$uuid.parquet'");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : List.of(Edges.parquet(file("uuid.parquet")).columns("a", "b"),
                Edges.sql("select b, a from '" + file("uuid.parquet") + "' where a <> b"))) {
                try (Graph graph = Graph.load(cluster, edges)) {
                    assertEquals(0, graph.vertex(one));
                    assertEquals(1, graph.vertex(other));
                }
            }
        }
    }

    /** Old writers do not say that their bytes are a text. */
    @Test
    void shouldTakeBytesForTextsWhereAsked() throws Exception {
        sqlHere("jdbc:duckdb:", "copy (select encode('Zo\u00eb') as a, encode('O''Brien') as b) to '$bytes.parquet'",
            "copy (select '\\xff'::blob as a, encode('b') as b) to '$no-text.parquet'");
        final Path bytes = file("bytes.parquet");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : List.of(Edges.parquet(bytes).textNames().columns("a", "b"),
                Edges.sql("select decode(a), decode(b) from '" + bytes + "'"))) {
                try (Graph graph = Graph.load(cluster, edges)) {
                    assertTrue(graph.contains("Zo\u00eb") && graph.contains("O'Brien"));
                }
            }
            refuse(cluster, Edges.parquet(bytes).columns("a", "b"), 371, "found BLOB and BLOB", "textNames()");
            refuse(cluster, Edges.sql("from '" + bytes + "'"), 371, "found BLOB and BLOB", "decode(a)");
            refuse(cluster, Edges.parquet(file("no-text.parquet")).textNames().columns("a", "b"), 374, "no-text");
        }
    }

    @Test
    void shouldRefuse() throws Exception {
        sqlHere("jdbc:duckdb:", "copy (select i as a, case when i = 2999 then null else i end as n, case when i = 2999"
            + " then 'nan'::double else 1.5 end as w, [i] as l, 'x' as s from range(5000) r(i)) to '$bad.parquet'"
            + " (format parquet, row_group_size 2048)");
        Files.writeString(file("text.parquet"), "a,b\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            final Path bad = file("bad.parquet");
            refuse(cluster, Edges.parquet(bad).columns("a", "x"), 370, "bad.parquet: no column \"x\"; there are a, n,");
            refuse(cluster, Edges.parquet(bad).columns("a", "n"), 371, "bad.parquet: row 3000, column \"n\"", "null");
            refuse(cluster, Edges.parquet(bad).columns("a", "a2").withoutWeights(), 370, "a2");
            refuse(cluster, Edges.parquet(bad).columns("n", "a", "s"), 371, "the weight is a number; found VARCHAR");
            refuse(cluster, Edges.parquet(bad).columns("a", "s"), 371, "found BIGINT and VARCHAR");
            refuse(cluster, Edges.parquet(bad).columns("l", "a"), 371, "found BIGINT[] and BIGINT");
            sqlHere("jdbc:duckdb:", "copy (select a, a + 1 as b, w from '$bad.parquet') to '$nan.parquet'");
            refuse(cluster, Edges.parquet(file("nan.parquet")).columns("a", "b", "w"), 371, "row 3000", "found NaN");
            refuse(cluster, Edges.parquet(file("text.parquet")).columns("a", "b"), 374, "text.parquet");
            refuse(cluster, Edges.parquet(file("none*.parquet")).columns("a", "b"), 300, "none");
            refuse(cluster, Edges.sql("select a, n from '" + bad + "'"), 371, "column \"n\"", "null");
            refuse(cluster, Edges.sql("select a from '" + bad + "'"), 370, "has one column");
            final String beyond = "select 7::ubigint as a, 9223372036854775808 as b";
            refuse(cluster, Edges.sql(beyond), 374, "column b", "9223372036854775808");
            refuse(cluster, Edges.jdbc("jdbc:duckdb:", beyond), 371, "both the same; found UBIGINT and HUGEINT.");
            sqlHere("jdbc:duckdb:", "copy (select a, b::ubigint as b from (" + beyond + ")) to '$beyond.parquet'");
            refuse(cluster, Edges.parquet(file("beyond.parquet")).columns("a", "b"), 374, "9223372036854775808");
            refuse(cluster, Edges.sql("select date '2020-01-01', null"), 371, "found DATE and NULL.");
            refuse(cluster, Edges.jdbc("jdbc:duckdb:", "select 1.5::double, 'x'"), 371, "found DOUBLE and VARCHAR.");
            refuse(cluster, Edges.sql("select 1, 2, true"), 371, "the weight is a number; found BOOLEAN");
            final String four = "select 7 as id, 1 as a, 2 as b, 3 as w";
            refuse(cluster, Edges.sql(four), 370, "has 4 columns, id, a, b, w: an edge takes two");
            refuse(cluster, Edges.sql(four).withoutWeights(), 370, "has 4 columns, id, a, b, w");
            refuse(cluster, Edges.jdbc("jdbc:duckdb:", four), 370, "has 4 columns, id, a, b, w");
            refuse(cluster, Edges.jdbc("jdbc:duckdb:", four, "id", 1, 9), 370, "may stand that of the range, id");
            refuse(cluster, Edges.jdbc("jdbc:duckdb:", "select 1, 2, 3, 4 as x, 5 as id", "id", 1, 9), 370,
                "has 5 columns");
            refuse(cluster, Edges.sql("selec a"), 374, "the query selec a");
            refuse(cluster, Edges.jdbc("jdbc:nobody:x", "select 1, 2"), 374, "No suitable driver");
            try (Graph after = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
                assertEquals(2, after.vertices());
            }
        }
    }

    private static void refuse(final GmtCluster cluster, final Edges edges, final int number, final String... parts) {
        final GraphException refused = assertThrows(GraphException.class, () -> Graph.load(cluster, edges).close());
        assertEquals(number, refused.number(), refused.getMessage());
        for (final String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
    }

    /** Names of a batch travel in as many messages as they need. */
    @ParameterizedTest
    @ValueSource(strings = {"sql", "jdbc"})
    void shouldDealLongNamesToTheNodes(final String engine) {
        final String query = "select repeat('x', 10000) || i as a, repeat('y', 10000) || i as b from range(3000) r(i)";
        final Edges edges = engine.equals("sql") ? Edges.sql(query) : Edges.jdbc("jdbc:duckdb:", query);
        try (GmtCluster cluster = GmtCluster.local(3); Graph graph = Graph.load(cluster, edges)) {
            assertEquals(3000, graph.listedEdges());
            assertEquals(6000, graph.vertices());
            final long[] next = graph.neighbours(graph.vertex("x".repeat(10_000) + 2999));
            assertEquals(List.of("y".repeat(10_000) + 2999), List.of(graph.names(next)));
        }
    }
}
