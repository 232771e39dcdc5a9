package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.Objects;
import org.gmt4j.graph.values.ValueFormat;
import org.gmt4j.graph.values.ValueTarget;

/**
 * Tables that answers are written to: {@code ranks.write(Tables.parquet("ranks.parquet"))}. What could not be written
 * is refused here, so that a table which is made before a run is known to be writable before the run starts. Any
 * thread.
 *
 * <p>Each is refused with GMT-314 where the folder is not there or may not be written. All nodes must see the folder.
 * A table is written whole or not at all, in place of one that is there.
 */
public final class Tables {
    private Tables() {
    }

    /** A file of comma-separated values with a line of column names, packed where its name ends in {@code .gz}. */
    public static Table csv(final Path file) {
        return new Table(ValueTarget.of(file, ValueFormat.CSV));
    }

    /** The same. */
    public static Table csv(final String file) {
        return csv(Path.of(file));
    }

    /** A file with a JSON object on each line, packed where its name ends in {@code .gz}. */
    public static Table jsonLines(final Path file) {
        return new Table(ValueTarget.of(file, ValueFormat.JSONL));
    }

    /** The same. */
    public static Table jsonLines(final String file) {
        return jsonLines(Path.of(file));
    }

    /**
     * A Parquet file. Needs the module gmt-sql.
     *
     * @throws GraphException GMT-373 where it is not there, with what to add
     */
    public static Table parquet(final Path file) {
        return new Table(ValueTarget.of(file, ValueFormat.PARQUET));
    }

    /** The same. */
    public static Table parquet(final String file) {
        return parquet(Path.of(file));
    }

    /**
     * A table of a data base of DuckDB, which is made where there is none. Other tables stay as they are. No other
     * process may have it open. Needs the module gmt-sql.
     *
     * @param database file of the data base
     * @param table    name of the table, any text
     * @throws GraphException GMT-373 where the module is not there; GMT-314 where the file is no data base, another
     *                        process has it open, or the name belongs to a view
     */
    public static Table duckdb(final Path database, final String table) {
        return new Table(ValueTarget.of(database, Objects.requireNonNull(table, "table")));
    }

    /** The same. */
    public static Table duckdb(final String database, final String table) {
        return duckdb(Path.of(database), table);
    }

    /**
     * A file whose name says the format: {@code .csv}, {@code .jsonl}, these with {@code .gz}, or {@code .parquet}.
     *
     * @throws GraphException GMT-315 for any other name
     */
    public static Table file(final Path file) {
        return new Table(ValueTarget.of(file));
    }
}
