package org.gmt4j.sql;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.WeightKind;

/**
 * The type of a column as it was found.
 *
 * @param type what it is for edges
 * @param name that its data base gives it, for messages
 */
record FoundType(ColumnType type, String name) {
    /** Of a file that is read as if all its names were texts. */
    static final FoundType TEXT = new FoundType(ColumnType.TEXT, "VARCHAR");

    /** By the name that DuckDB gives to a type. */
    static FoundType of(final String name) {
        return new FoundType(ColumnType.of(name), name);
    }

    /** Of a query whose rows come as they are, by JDBC: whole numbers of more than 64 bits would lose some. */
    static FoundType of(final ResultSetMetaData columns, final int column) throws SQLException {
        final int type = columns.getColumnType(column);
        final boolean isWhole = (type == Types.DECIMAL || type == Types.NUMERIC)
            && ColumnType.isWhole(columns.getPrecision(column), columns.getScale(column));
        return new FoundType(isWhole ? ColumnType.WHOLE : ColumnType.of(type), columns.getColumnTypeName(column));
    }

    /** Of a query to DuckDB, which then casts the column. {@code column} counts from 1. */
    static FoundType castable(final ResultSetMetaData columns, final int column) throws SQLException {
        final FoundType found = of(columns, column);
        return found.type == ColumnType.OTHER ? of(found.name) : found;
    }

    boolean isText() {
        return type == ColumnType.TEXT;
    }

    /** Whether the column is bytes, which old writers of texts leave. */
    boolean isBytes() {
        return name.equals("BLOB");
    }

    /** Refuses columns that make no edges; returns what the weights are. {@code weight} is null without weights. */
    static WeightKind check(final String where, final FoundType from, final FoundType to, final FoundType weight) {
        if (from.type != to.type || from.type != ColumnType.WHOLE && from.type != ColumnType.TEXT) {
            throw new GraphException(GraphException.BAD_VALUE, where + ": the ends of edges are whole numbers that a"
                + " bigint holds, or texts, both the same; found " + from + " and " + to
                + (from.isBytes() || to.isBytes()
                ? ". Take bytes for texts: textNames() of Parquet, decode(a) in a query"
                : ". Cast them: cast(a as bigint), cast(a as varchar); where there is no bigint,"
                + " cast(a as decimal(18))"));
        }
        if (weight == null) {
            return WeightKind.NONE;
        }
        if (weight.type != ColumnType.WHOLE && weight.type != ColumnType.REAL) {
            throw new GraphException(GraphException.BAD_VALUE, where + ": the weight is a number; found " + weight);
        }
        return weight.type == ColumnType.WHOLE ? WeightKind.LONG : WeightKind.DOUBLE;
    }

    /** The name; DuckDB quotes that of a column of nulls alone. */
    @Override
    public String toString() {
        return name.replace("\"", "");
    }
}
