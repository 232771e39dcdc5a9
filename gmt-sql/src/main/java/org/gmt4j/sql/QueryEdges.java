package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.WeightKind;
import org.gmt4j.graph.table.JdbcRange;

/** Edges of a query. Immutable, any thread. */
final class QueryEdges extends SqlEdges {
    private final String url;
    private final String sql;
    private final Deal deal;
    private final JdbcRange range;
    private final Shape shape;

    /** How rows are dealt to parts. */
    enum Deal {
        /** The first part has them all. */
        BY_ONE,
        /** Each part runs the query and takes rows by a hash of both ends. */
        BY_HASH,
        /** Each part asks for a range of a column. */
        BY_RANGE
    }

    /**
     * What the query has.
     *
     * @param from     name of the first column
     * @param to       name of the second column
     * @param weight   name of the third column; null where there are no weights
     * @param areTexts names are texts
     * @param kind     of the weights
     */
    record Shape(String from, String to, String weight, boolean areTexts, WeightKind kind) {
    }

    QueryEdges(final String url, final String sql, final Deal deal, final JdbcRange range, final boolean isWeighted) {
        this(url, sql, deal, range, shape(url, sql, isWeighted));
    }

    private QueryEdges(final String url, final String sql, final Deal deal, final JdbcRange range,
                       final Shape shape) {
        super("query", shape.areTexts(), shape.kind());
        this.url = url;
        this.sql = sql;
        this.deal = deal;
        this.range = range;
        this.shape = shape;
    }

    private static Connection connect(final String url) throws SQLException {
        return url.equals(Duck.URL) ? Duck.open() : DriverManager.getConnection(url);
    }

    /** What a query without rows has. */
    private static Shape shape(final String url, final String sql, final boolean isWeighted) {
        try (Connection connection = connect(url); PreparedStatement statement = connection.prepareStatement(
            "select * from (" + sql + "\n) edges where 1 = 0"); var rows = statement.executeQuery()) {
            final ResultSetMetaData columns = rows.getMetaData();
            final int count = columns.getColumnCount();
            if (count < 2) {
                throw new GraphException(GraphException.NO_COLUMN, "the query " + sql + " has one column: an edge takes"
                    + " two, and a third one for its weight");
            }
            final boolean hasWeights = isWeighted && count > 2;
            final ColumnType from = ColumnType.of(columns.getColumnType(1));
            final WeightKind kind = ColumnType.check("the query " + sql, from,
                ColumnType.of(columns.getColumnType(2)), hasWeights ? ColumnType.of(columns.getColumnType(3)) : null);
            return new Shape(columns.getColumnLabel(1), columns.getColumnLabel(2),
                hasWeights ? columns.getColumnLabel(3) : null, from == ColumnType.TEXT, kind);
        } catch (final SQLException e) {
            throw Duck.failed("the query " + sql, e);
        }
    }

    @Override
    public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        if (deal == Deal.BY_ONE && part > 0) {
            return batch -> {
                batch.clear();
                return false;
            };
        }
        final String dealt = "select * from (" + sql + "\n) edges" + where(part, parts);
        Connection connection = null;
        try {
            connection = connect(url);
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
        if (parts == 1 || deal == Deal.BY_ONE) {
            return "";
        }
        if (deal == Deal.BY_HASH) {
            return " where hash(" + Duck.name(shape.from()) + ", " + Duck.name(shape.to()) + ") % " + parts + " = "
                + part;
        }
        final String above = range.column() + " >= " + range.start(part, parts);
        final String below = range.column() + " < " + range.start(part + 1, parts);
        if (part == 0) {
            return " where " + below + " or " + range.column() + " is null";
        }
        return " where " + above + (part == parts - 1 ? "" : " and " + below);
    }
}
