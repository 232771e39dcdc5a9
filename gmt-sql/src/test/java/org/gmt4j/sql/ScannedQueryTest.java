package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.NameNumbers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queries may be asked of parts of the rows, and that these have the rows of the whole. */
@Timeout(240)
class ScannedQueryTest {
    @TempDir
    private static Path folder;

    /** Where all are asked; each leaves nothing but a temporary view of a name that the next one replaces. */
    private static Connection questions;

    @AfterAll
    static void close() throws SQLException {
        questions.close();
    }

    @BeforeAll
    static void writeFiles() throws Exception {
        questions = Duck.open();
        Files.createDirectory(folder.resolve("day=1"));
        try (Connection connection = Duck.open()) {
            for (final String file : new String[] {"e1.parquet", "e2.parquet", "day=1/h.parquet"}) {
                Duck.execute(connection, "copy (select i as a, i * 7 % 501 as b, 's' || i as s, i / 3 as w from"
                    + " range(5000) r(i)) to " + at(file) + " (format parquet, row_group_size 2048)");
            }
            Duck.execute(connection, "copy (select 1 as a, 2 as b) to " + at("other.parquet"));
            Duck.execute(connection, "copy (select 1 as a, 2 as b) to " + at("e.csv"));
        }
    }

    private static String at(final String name) {
        return Duck.quoted(folder.resolve(name).toString());
    }

    private static String filled(final String query) {
        return query.replace("$", at("e?.parquet")).replace("#", at("e1.parquet"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "select a, b from $",
        "from # select b, a",
        "select a, b, w from # where a <> b -- a remark",
        "select x.a, x.b + 1 from read_parquet($) as x where x.a between 3 and 4000 and x.s like 's1%'",
        "select s, s || 'x', a::double from $ where a not in (1, 2) and s is not null",
        "select * exclude (s) replace (abs(a) as a) from #",
        "select A, case when b = 2 then 1 else b end from $ where hash(s) % 3 = 1",
        "select a, b from $ where false"})
    void shouldHaveTheRowsOfTheWholeInParts(final String text) throws SQLException {
        final String query = filled(text);
        assertTrue(ScannedQuery.of(questions, query).isPresent(), query);
        final EdgeSource source = new DuckEdges(query, true);
        assertFalse(source.isReadOnce());
        final List<String> whole = rows(source, 1);
        try (Connection connection = Duck.open()) {
            assertEquals(whole, rows(new Whole(query, QueryShape.ofDuck(connection, query, true)), 1), "as it stands");
        }
        for (final int parts : new int[] {2, 7, 12}) {
            assertEquals(whole, rows(source, parts), query + " in " + parts);
        }
    }

    /** The rows of DuckDB itself. */
    private static final class Whole extends SqlEdges {
        private final String sql;
        private final QueryShape shape;

        Whole(final String sql, final QueryShape shape) {
            super("whole", shape.areTexts(), shape.kind());
            this.sql = sql;
            this.shape = shape;
        }

        @Override
        public EdgeCursor open(final int part, final int parts,
                               final NameNumbers names) {
            return new ChunkCursor(List.of(new ChunkCursor.Query("whole", "", shape.cast(sql), 1, "")), shape, names);
        }
    }

    /** Sorted; texts by their hash. */
    private static List<String> rows(final EdgeSource source, final int parts) {
        final List<String> rows = new ArrayList<>();
        final EdgeBatch batch = new EdgeBatch();
        for (int part = 0; part < parts; part++) {
            try (EdgeCursor cursor = source.hasTextNames() ? source.open(part, parts, (bytes, offset, length) ->
                new String(bytes, offset, length, StandardCharsets.UTF_8).hashCode())
                : source.open(part, parts)) {
                while (cursor.next(batch)) {
                    for (int i = 0; i < batch.count(); i++) {
                        rows.add(batch.source(i) + " " + batch.target(i) + " " + batch.word(i));
                    }
                }
            }
        }
        Collections.sort(rows);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "select a, b from $ limit 10",
        "select a, b from $ order by s",
        "select distinct a, b from $",
        "select a, (random() * 10)::bigint from #",
        "select a, b from # where random() < 0.5",
        "select a, b from # where now() > '2020-01-01'::timestamptz",
        "select a, b from # where current_date > date '2020-01-01'",
        "select a, b from # using sample 10 rows",
        "select a, b from # tablesample reservoir(10)",
        "select a, row_number() over () from #",
        "select a, count(*) from # group by a",
        "select max(a), min(b) from #",
        "select a, b from # qualify row_number() over (partition by b) = 1",
        "select a, unnest([b, 1]) from #",
        "select a, (select max(b) from #) from #",
        "select a, b from # where a in (select b from #)",
        "select x.a, y.b from # x, # y where x.a = y.b",
        "select a, b from # union all select b, a from #",
        "with q as (from #) select a, b from q",
        "select a, file_row_number from #",
        "select x, y from # t(x, y, z, w)",
        "select a, b from read_parquet(#, union_by_name = true)",
        "select nextval('s'), b from #"})
    void shouldAskOnce(final String text) {
        assertTrue(ScannedQuery.of(questions, filled(text)).isEmpty(), text);
    }

    /** DuckDB matches columns of several files by their names: each file alone would have its own order. */
    @Test
    void shouldMatchColumnsByTheirNames() throws SQLException {
        try (Connection connection = Duck.open()) {
            Duck.execute(connection, "copy (select 1 as a, 2 as b) to " + at("turned1.parquet"));
            Duck.execute(connection, "copy (select 4 as b, 3 as a) to " + at("turned2.parquet"));
        }
        for (final String what : new String[] {"*", "a, b", "* replace (a as a)", "columns(*)"}) {
            final EdgeSource source = new DuckEdges("select " + what + " from " + at("turned?.parquet"), false);
            assertEquals(List.of("1 2 1", "3 4 1"), rows(source, source.isReadOnce() ? 1 : 3), what);
        }
    }

    @Test
    void shouldAskOnceOfOtherFiles() {
        assertTrue(ScannedQuery.of(questions, "select a, b from " + at("*.parquet")).isEmpty(), "other columns");
        assertTrue(ScannedQuery.of(questions, "select * from " + at("*.parquet")).isEmpty(), "other columns");
        assertTrue(ScannedQuery.of(questions, "from " + at("day=1/h.parquet")).isEmpty(), "a folder that is a column");
        assertTrue(ScannedQuery.of(questions, "select a, b from " + at("day=1/h.parquet")).isEmpty(),
            "a folder that is a column");
        assertTrue(ScannedQuery.of(questions, "select a, b from " + at("e.csv")).isEmpty());
        assertTrue(ScannedQuery.of(questions, "select a, b from " + at("none.parquet")).isEmpty());
        assertTrue(ScannedQuery.of(questions, "select 1, 2").isEmpty());
        assertTrue(ScannedQuery.of(questions, "selec").isEmpty());
    }

    /** Many files and threads have a fifth row. */
    @Test
    void shouldSayInWhichFileABadRowIs() throws SQLException {
        try (Connection connection = Duck.open()) {
            for (final String file : new String[] {"n1.parquet", "n2.parquet"}) {
                Duck.execute(connection, "copy (select i as a, case when i = 7 then null else i end as b from range(10)"
                    + " r(i)) to " + at(file));
            }
        }
        final EdgeSource source = new DuckEdges("select a, b from " + at("n?.parquet") + " where a <> 5", false);
        try (EdgeCursor cursor = source.open(3, 4)) {
            final GraphFormatException bad = assertThrows(GraphFormatException.class,
                () -> cursor.next(new EdgeBatch()));
            assertEquals(folder.resolve("n2.parquet").toString(), bad.file());
            assertTrue(bad.getMessage().endsWith("n2.parquet: row 2 of those that the query takes from row 6 of the"
                + " file on, column \"b\": expected a value, found null"), bad.getMessage());
        }
    }
}
