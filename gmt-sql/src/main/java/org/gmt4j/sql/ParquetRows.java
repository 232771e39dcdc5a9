package org.gmt4j.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.gmt4j.graph.table.TableEngine.Values;
import org.gmt4j.graph.table.ValueRows;

/**
 * Rows of one part of a Parquet file: gathered in memory, packed by DuckDB, and written at the end. Owned by one
 * thread.
 */
final class ParquetRows implements ValueRows {
    private final Path part;
    private final Connection connection;
    private final DuckDBAppender appender;
    private boolean isClosed;

    ParquetRows(final Path part, final String column, final boolean areVerticesTexts, final Values values)
        throws IOException {
        this.part = part;
        try {
            connection = Duck.open();
            Duck.execute(connection, "create table rows (vertex " + (areVerticesTexts ? "varchar" : "bigint") + ", "
                + Duck.name(column) + " " + (values == Values.TEXTS ? "varchar" : values == Values.LONGS ? "bigint"
                : "double") + ")");
            appender = connection.unwrap(DuckDBConnection.class).createAppender("rows");
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    /** Adds a row to the appender. */
    @FunctionalInterface
    private interface Row {
        void append(DuckDBAppender to) throws SQLException;
    }

    private void add(final Row row) throws IOException {
        try {
            appender.beginRow();
            row.append(appender);
            appender.endRow();
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void add(final long vertex, final long value) throws IOException {
        add(to -> to.append(vertex).append(value));
    }

    @Override
    public void add(final long vertex, final double value) throws IOException {
        add(to -> to.append(vertex).append(value));
    }

    @Override
    public void add(final byte[] vertex, final long value) throws IOException {
        add(to -> to.append(text(vertex)).append(value));
    }

    @Override
    public void add(final byte[] vertex, final double value) throws IOException {
        add(to -> to.append(text(vertex)).append(value));
    }

    @Override
    public void add(final byte[] vertex, final byte[] value) throws IOException {
        add(to -> to.append(text(vertex)).append(text(value)));
    }

    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (Connection closed = connection) {
            appender.close();
            Duck.execute(connection, "copy rows to " + Duck.quoted(part.toString())
                + " (format parquet, compression zstd)");
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }
}
