package org.gmt4j.sql;

import java.sql.Types;
import java.util.Locale;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.WeightKind;

/** What a column of a query is. */
enum ColumnType {
    WHOLE, REAL, TEXT, OTHER;

    /** @param type of {@link Types} */
    static ColumnType of(final int type) {
        switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT: return WHOLE;
            case Types.FLOAT, Types.REAL, Types.DOUBLE, Types.DECIMAL, Types.NUMERIC: return REAL;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR: return TEXT;
            default: return OTHER;
        }
    }

    /** By the name that DuckDB gives to a type. */
    static ColumnType of(final String name) {
        switch (name) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER": return WHOLE;
            case "FLOAT", "DOUBLE": return REAL;
            case "VARCHAR": return TEXT;
            default: return name.startsWith("DECIMAL") ? REAL : OTHER;
        }
    }

    /** Refuses columns that make no edges; returns what the weights are. */
    static WeightKind check(final String where, final ColumnType from, final ColumnType to, final ColumnType weight) {
        if (from != to || from != WHOLE && from != TEXT) {
            throw new GraphException(GraphException.BAD_VALUE, where + ": the ends of edges are whole numbers of at"
                + " most 64 bits, or texts, both the same; found " + from.name().toLowerCase(Locale.ROOT) + " and "
                + to.name().toLowerCase(Locale.ROOT) + ". Cast them: cast(a as bigint)");
        }
        if (weight == null) {
            return WeightKind.NONE;
        }
        if (weight != WHOLE && weight != REAL) {
            throw new GraphException(GraphException.BAD_VALUE, where + ": the weight is a number; found "
                + weight.name().toLowerCase(Locale.ROOT));
        }
        return weight == WHOLE ? WeightKind.LONG : WeightKind.DOUBLE;
    }
}
