package org.gmt4j.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.JdbcRange;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.TableFiles;
import org.gmt4j.graph.table.ValueRows;

/** The tables of DuckDB. No state, any thread. */
public final class DuckEngine implements TableEngine {
    @Override
    public EdgeSource parquet(final String pattern, final EdgeColumns columns) {
        return new ParquetEdges(TableFiles.name(pattern), TableFiles.find(pattern), columns);
    }

    @Override
    public EdgeSource query(final String sql, final boolean isWeighted) {
        return new DuckEdges(QueryText.single(sql), isWeighted);
    }

    @Override
    public EdgeSource jdbc(final String url, final String sql, final JdbcRange range, final boolean isWeighted) {
        return new QueryEdges(url, QueryText.single(sql), range, isWeighted);
    }

    @Override
    public ValueRows openPart(final Path part, final List<Column> columns) throws IOException {
        return new ParquetRows(part, columns);
    }

    @Override
    public void join(final List<Path> parts, final Path whole) throws IOException {
        try (Connection connection = Duck.open()) {
            Duck.execute(connection, "copy (" + rows(parts) + ") to " + Duck.quoted(whole.toString())
                + " (format parquet, compression zstd)");
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    /** A folder {@code key=value} above the parts makes no column. */
    private static String rows(final List<Path> parts) {
        return parts.stream().map(part -> Duck.file(part.toString()))
            .collect(Collectors.joining(", ", "from read_parquet([", "], hive_partitioning = false)"));
    }

    @Override
    public void checkTable(final Path database, final String table) throws IOException {
        if (!Files.exists(database)) {
            return;
        }
        Duck.requireDataBase(database);
        try (Connection connection = Duck.open(database)) {
            Duck.requireNoView(connection, table);
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }

    @Override
    public void makeTable(final List<Path> parts, final Path database, final String table) throws IOException {
        if (Files.exists(database)) {
            Duck.requireDataBase(database);         // it may have come since the table was checked
        }
        try (Connection connection = Duck.open(database)) {
            Duck.execute(connection, "create or replace table " + Duck.name(table) + " as " + rows(parts));
        } catch (final SQLException e) {
            throw new IOException(Duck.firstLine(e), e);
        }
    }
}
