package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.StringJoiner;
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
    /** Two ends and a weight. */
    private static final int MOST_COLUMNS = 3;

    /** What the type of a column is, from 1 on. */
    @FunctionalInterface
    private interface Types {
        FoundType of(ResultSetMetaData columns, int column) throws SQLException;
    }

    /** The same of a query to DuckDB, whose columns are cast, see {@link #cast}; not read by ranges. */
    static QueryShape ofDuck(final Connection connection, final String sql, final boolean isWeighted)
        throws SQLException {
        return of(connection, sql, isWeighted, null, FoundType::castable);
    }

    /**
     * Asks a data base for the types, and for no row.
     *
     * @param isWeighted  whether a third column is looked at
     * @param rangeColumn may be a fourth one; null where the query is not read by ranges
     * @throws GraphException where they make no edges, or the query is refused
     */
    static QueryShape of(final Connection connection, final String sql, final boolean isWeighted,
                         final String rangeColumn) throws SQLException {
        return of(connection, sql, isWeighted, rangeColumn, FoundType::of);
    }

    private static QueryShape of(final Connection connection, final String sql, final boolean isWeighted,
                                 final String rangeColumn, final Types types) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select * from (" + sql
            + "\n) edges where 1 = 0"); var rows = statement.executeQuery()) {
            final ResultSetMetaData columns = rows.getMetaData();
            checkCount(sql, columns, rangeColumn);
            final boolean hasWeights = isWeighted && columns.getColumnCount() > 2;
            final FoundType from = types.of(columns, 1);
            final WeightKind kind = FoundType.check("the query " + sql, from, types.of(columns, 2),
                hasWeights ? types.of(columns, 3) : null);
            return new QueryShape(columns.getColumnLabel(1), columns.getColumnLabel(2),
                hasWeights ? columns.getColumnLabel(3) : null, from.isText(), kind);
        }
    }

    /** A column more, such as a key in front, would make other edges than those meant: it is not passed over. */
    private static void checkCount(final String sql, final ResultSetMetaData columns, final String rangeColumn)
        throws SQLException {
        final int count = columns.getColumnCount();
        if (count < 2) {
            throw new GraphException(GraphException.NO_COLUMN, "the query " + sql + " has one column: an edge takes"
                + " two, and a third one for its weight");
        }
        final boolean isRangeBehind = count == MOST_COLUMNS + 1 && rangeColumn != null
            && unquoted(rangeColumn).equalsIgnoreCase(columns.getColumnLabel(count));
        if (count > MOST_COLUMNS && !isRangeBehind) {
            final StringJoiner names = new StringJoiner(", ");
            for (int i = 1; i <= count; i++) {
                names.add(columns.getColumnLabel(i));
            }
            throw new GraphException(GraphException.NO_COLUMN, "the query " + sql + " has " + count + " columns, "
                + names + ": an edge takes two, and a third one for its weight"
                + (rangeColumn == null ? "" : "; behind them may stand that of the range, " + rangeColumn)
                + ". Select these only");
        }
    }

    private static String unquoted(final String name) {
        return name.strip().replaceAll("[\"`\\[\\]]", "");
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
