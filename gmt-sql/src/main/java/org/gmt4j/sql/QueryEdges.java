package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.WeightKind;
import org.gmt4j.graph.table.JdbcRange;

/**
 * Edges of a query of any data base: asked once, by the first part, or by each part for a range of a column. Where it
 * is asked once, the node that reads it alone asks for its types: a file of DuckDB can be opened by one process at a
 * time. Any thread.
 */
final class QueryEdges extends SqlEdges {
    private final String url;
    private final String sql;
    private final JdbcRange range;
    private final boolean isWeighted;
    /** Guarded by this; null before anybody has asked. */
    private QueryShape shape;

    /** @param range null where the first part reads all */
    QueryEdges(final String url, final String sql, final JdbcRange range, final boolean isWeighted) {
        super("query", false, null);
        this.url = url;
        this.sql = sql;
        this.range = range;
        this.isWeighted = isWeighted;
    }

    private synchronized QueryShape shape() {
        if (shape == null) {
            try (Connection connection = DriverManager.getConnection(url)) {
                shape = QueryShape.of(connection, sql, isWeighted, range == null ? null : range.column());
            } catch (final SQLException e) {
                throw Duck.failed("the query " + sql, e);
            }
        }
        return shape;
    }

    @Override
    public WeightKind weightKind() {
        return shape().kind();
    }

    @Override
    public boolean hasTextNames() {
        return shape().areTexts();
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
        final QueryShape types = shape();
        Connection connection = null;
        try {
            connection = DriverManager.getConnection(url);
            return new ResultCursor(connection, dealt, types, names);
        } catch (final SQLException e) {
            close(connection);
            throw Duck.failed("the query " + sql, e);
        }
    }

    private static void close(final Connection connection) {
        if (connection == null) {
            return;
        }
        try (Connection closed = connection) {
            if (!closed.getAutoCommit()) {
                closed.rollback();
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
