package org.gmt4j.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.ValueRows;

/**
 * Rows of one part of a Parquet file: gathered in memory, packed by DuckDB, and written at the end. Owned by one
 * thread at a time: another one may open and close it, since both may take long, than adds the rows.
 */
final class ParquetRows implements ValueRows {
    private final Path part;
    private final Connection connection;
    private final DuckDBAppender appender;
    private boolean isInRow;
    private boolean isClosed;

    ParquetRows(final Path part, final List<Column> columns) throws IOException {
        this.part = part;
        try {
            connection = Duck.open();
            Duck.execute(connection, columns.stream().map(column -> Duck.name(column.name()) + " "
                + type(column)).collect(Collectors.joining(", ", "create table rows (", ")")));
            appender = connection.unwrap(DuckDBConnection.class).createAppender("rows");
            appender.unsafeBreakThreadConfinement();    // its lock is not needed: one thread at a time
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    private static String type(final Column column) {
        return switch (column.type()) {
            case LONGS -> "bigint";
            case DOUBLES -> "double";
            default -> "varchar";
        };
    }

    /** Something that is told to the appender. */
    @FunctionalInterface
    private interface Cell {
        void append(DuckDBAppender to) throws SQLException;
    }

    private void tell(final Cell cell) throws IOException {
        try {
            if (!isInRow) {
                isInRow = true;
                appender.beginRow();
            }
            cell.append(appender);
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    @Override
    public void add(final long value) throws IOException {
        tell(to -> to.append(value));
    }

    @Override
    public void add(final double value) throws IOException {
        tell(to -> to.append(value));
    }

    @Override
    public void add(final byte[] text) throws IOException {
        tell(to -> to.append(new String(text, StandardCharsets.UTF_8)));
    }

    @Override
    public void endRow() throws IOException {
        tell(to -> to.endRow());
        isInRow = false;
    }

    @Override
    public void abandon() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (Connection closed = connection) {
            appender.close();
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
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
