package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.table.JdbcRange;

/**
 * Edges of a query of any data base: asked once, by the first part, or by each part for a range of a column. Immutable,
 * any thread.
 */
final class QueryEdges extends SqlEdges {
    private final String url;
    private final String sql;
    private final JdbcRange range;
    private final QueryShape shape;

    /** @param range null where the first part reads all */
    QueryEdges(final String url, final String sql, final JdbcRange range, final boolean isWeighted) {
        this(url, sql, range, shape(url, sql, isWeighted));
    }

    private QueryEdges(final String url, final String sql, final JdbcRange range, final QueryShape shape) {
        super("query", shape.areTexts(), shape.kind());
        this.url = url;
        this.sql = sql;
        this.range = range;
        this.shape = shape;
    }

    private static QueryShape shape(final String url, final String sql, final boolean isWeighted) {
        try (Connection connection = DriverManager.getConnection(url)) {
            return QueryShape.of(connection, sql, isWeighted);
        } catch (final SQLException e) {
            throw Duck.failed("the query " + sql, e);
        }
    }

    @Override
    public boolean isReadOnce() {
        return range == null;
    }

    @Override
    public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        if (range == null && part > 0) {
            return NOTHING;
        }
        final String dealt = "select * from (" + sql + "\n) edges" + where(part, parts);
        Connection connection = null;
        try {
            connection = DriverManager.getConnection(url);
            return new ResultCursor(connection, dealt, shape, names);
        } catch (final SQLException e) {
            close(connection);
            throw Duck.failed("the query " + sql, e);
        }
    }

    private static void close(final Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (final SQLException e) {
            // the error that brought us here is the one to report
        }
    }

    private String where(final int part, final int parts) {
        if (parts == 1 || range == null) {
            return "";
        }
        final String above = range.column() + " >= " + range.start(part, parts);
        final String below = range.column() + " < " + range.start(part + 1, parts);
        if (part == 0) {
            return " where " + below + " or " + range.column() + " is null";
        }
        return " where " + above + (part == parts - 1 ? "" : " and " + below);
    }
}
