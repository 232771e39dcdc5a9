package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.JdbcRange;
import org.gmt4j.graph.table.TableEngine;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries as people write them: with a semicolon at the end, or empty. {@code |} stands for the cut. */
@Timeout(240)
class QueryTextTest {
    private static final TableEngine ENGINE = new DuckEngine();

    @ParameterizedTest
    @ValueSource(strings = {
        "select 1, 2|;",
        "select 1, 2 |; \n\t",
        "select 1, 2|;; ; -- done;",
        "select 1, 2|; /* a; b */ -- c\n /* d */\n",
        "select 1, 2 -- no ; here\n|;",
        "select 1, ';' as b|;",
        "select 1 as \"a;\"\";\", 2|;--",
        "select 'it''s', '; --' /* ; */|;",
        "select 1, 2",
        "select 1, 2 -- done;",
        "select 1, 2 /* ; */",
        "select 1, 2; select 3, 4",
        "select 1, 2; select 3, 4|;",
        "select 1, '; --",
        "select 1, 2 /* ;"})
    void shouldCutWhatEndsAQuery(final String text) {
        final int cut = text.indexOf('|');
        final String query = text.replace("|", "");
        assertEquals(cut < 0 ? query : query.substring(0, cut), QueryText.single(query));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t", ";", " ; ;\n", "-- nothing", "/* ; */ ; --"})
    void shouldRefuseAnEmptyQuery(final String query) {
        for (final Executable opening : List.<Executable>of(() -> ENGINE.query(query, true),
            () -> ENGINE.jdbc("jdbc:duckdb:", query, null, true))) {
            final GraphException refused = assertThrows(GraphException.class, opening);
            assertEquals(GraphException.QUERY_FAILED, refused.number(), refused.getMessage());
            assertTrue(refused.getMessage().contains("the query is empty: expected"), refused.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"select 1 as a, 2;", "select 1 as a, 2 ; -- done;\n", "select 1 as a, 2 -- all;\n;"})
    void shouldTakeASemicolonAtTheEnd(final String query) {
        final EdgeBatch batch = new EdgeBatch();
        for (final EdgeSource source : List.of(ENGINE.query(query, true), ENGINE.jdbc("jdbc:duckdb:", query, null,
            true), ENGINE.jdbc("jdbc:duckdb:", query, new JdbcRange("a", 1, 9), true))) {
            try (EdgeCursor cursor = source.open(0, source.isReadOnce() ? 1 : 2)) {
                assertTrue(cursor.next(batch));
                assertEquals(1, batch.count());
                assertEquals(2, batch.target(0));
            }
        }
    }
}
