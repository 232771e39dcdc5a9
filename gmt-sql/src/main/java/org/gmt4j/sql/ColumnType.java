package org.gmt4j.sql;

import java.sql.Types;

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

    /** By the name that DuckDB gives to a type, where DuckDB casts the column to bigint, double or varchar. */
    static ColumnType of(final String name) {
        switch (name) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER",
                "UBIGINT", "HUGEINT", "UHUGEINT": return WHOLE;    // a value beyond 63 bits ends the load
            case "FLOAT", "DOUBLE": return REAL;
            case "VARCHAR", "UUID": return TEXT;
            default: return name.startsWith("DECIMAL") ? REAL : OTHER;
        }
    }
}
