package org.gmt4j.sql;

import java.sql.Types;

/** What a column of a query is. */
enum ColumnType {
    WHOLE, REAL, TEXT, OTHER;

    /** Decimal digits that any bigint has room for. */
    private static final int LONGEST_WHOLE = 18;

    /** @param type of {@link Types} */
    static ColumnType of(final int type) {
        switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT: return WHOLE;
            case Types.FLOAT, Types.REAL, Types.DOUBLE, Types.DECIMAL, Types.NUMERIC: return REAL;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR: return TEXT;
            default: return OTHER;
        }
    }

    /** Whether decimals have no digits behind the point, and no more than a bigint holds: Oracle's number(18). */
    static boolean isWhole(final int precision, final int scale) {
        return scale == 0 && precision > 0 && precision <= LONGEST_WHOLE;
    }

    /** By the name that DuckDB gives to a type, where DuckDB casts the column to bigint, double or varchar. */
    static ColumnType of(final String name) {
        switch (name) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER",
                "UBIGINT", "HUGEINT", "UHUGEINT": return WHOLE;    // a value beyond 63 bits ends the load
            case "FLOAT", "DOUBLE": return REAL;
            case "VARCHAR", "UUID": return TEXT;
            default: return !name.startsWith("DECIMAL") ? OTHER : name.matches("DECIMAL\\((\\d|1[0-8]),0\\)") ? WHOLE
                : REAL;
        }
    }
}
