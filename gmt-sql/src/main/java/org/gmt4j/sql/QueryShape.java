package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.WeightKind;

/**
 * What the rows of a query have.
 *
 * @param from     name of the first column
 * @param to       name of the second column
 * @param weight   name of the third column; null where there are no weights
 * @param areTexts names are texts
 * @param kind     of the weights
 */
record QueryShape(String from, String to, String weight, boolean areTexts, WeightKind kind) {
    /**
     * Asks a data base for the types, and for no row.
     *
     * @param isWeighted whether a third column is looked at
     * @throws GraphException where they make no edges, or the query is refused
     */
    static QueryShape of(final Connection connection, final String sql, final boolean isWeighted) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select * from (" + sql
            + "\n) edges where 1 = 0"); var rows = statement.executeQuery()) {
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
            return new QueryShape(columns.getColumnLabel(1), columns.getColumnLabel(2),
                hasWeights ? columns.getColumnLabel(3) : null, from == ColumnType.TEXT, kind);
        }
    }

    /** The columns of a query of DuckDB, in the types that a {@link ChunkCursor} reads. */
    String casts(final String first, final String second, final String third) {
        final String type = areTexts ? " as varchar)" : " as bigint)";
        return "cast(" + first + type + ", cast(" + second + type + (weight == null ? ""
            : ", cast(" + third + (kind == WeightKind.LONG ? " as bigint)" : " as double)"));
    }

    /** A query of DuckDB with the same rows, in these types. */
    String cast(final String sql) {
        return "select " + casts("a", "b", "c") + " from (" + sql + "\n) edges(a, b" + (weight == null ? ")" : ", c)");
    }
}
