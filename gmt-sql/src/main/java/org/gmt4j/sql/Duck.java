package org.gmt4j.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.regex.Pattern;
import org.gmt4j.graph.GraphException;

/** Opens data bases of DuckDB in memory, with bounds, and speaks to them. No state, any thread. */
final class Duck {
    static final String URL = "jdbc:duckdb:";
    /** Of each open part: a node has as many at a time as workers. */
    private static final String MEMORY_LIMIT = "1GB";
    /** What the file of a data base has behind a checksum of eight bytes. */
    private static final byte[] MARK = "DUCK".getBytes(StandardCharsets.US_ASCII);
    private static final int MARK_START = 8;
    /** What makes a name a pattern of files. */
    private static final Pattern WILD = Pattern.compile("[\\[*?]");

    private Duck() {
    }

    /** A data base of its own: the calling thread does the work, whose order is kept. */
    static Connection open() throws SQLException {
        final Properties settings = new Properties();
        settings.setProperty("threads", "1");
        settings.setProperty("memory_limit", MEMORY_LIMIT);
        settings.setProperty("temp_directory", "");             // fails beyond its memory, and leaves no files
        return DriverManager.getConnection(URL, settings);
    }

    /** A data base in a file, which is made where there is none; with the settings of whoever has it open here. */
    static Connection open(final Path database) throws SQLException {
        return DriverManager.getConnection(URL + database);
    }

    /**
     * Requires that a file is a data base. DuckDB itself takes a {@code .csv}, {@code .jsonl} or {@code .parquet} for a
     * view in memory, and what is written there is lost.
     */
    static void requireDataBase(final Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            final byte[] start = bytes.readNBytes(MARK_START + MARK.length);
            if (!Arrays.equals(start, Math.min(MARK_START, start.length), start.length, MARK, 0, MARK.length)) {
                throw new IOException("the file is there and no data base of DuckDB. Name another file, or remove it");
            }
        }
    }

    /** Requires that a name does not belong to a view. */
    static void requireNoView(final Connection connection, final String table) throws SQLException {
        try (PreparedStatement views = connection.prepareStatement(
            "select count(*) from duckdb_views() where view_name = ? and not internal")) {
            views.setString(1, table);
            try (ResultSet count = views.executeQuery()) {
                count.next();
                if (count.getLong(1) > 0) {
                    throw new SQLException(table + " is a view there: choose another name");
                }
            }
        }
    }

    static void execute(final Connection connection, final String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A text of SQL. */
    static String quoted(final String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * The name of one file, as a text of SQL. Its own brackets, stars and question marks would make a pattern of it,
     * which other files match.
     */
    static String file(final String name) {
        return quoted(WILD.matcher(name).replaceAll("[$0]"));
    }

    /** A name of SQL. */
    static String name(final String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    static String firstLine(final SQLException failure) {
        final String text = String.valueOf(failure.getMessage()).strip();
        final int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    static GraphException failed(final String what, final SQLException failure) {
        return new GraphException(GraphException.QUERY_FAILED, what + ": " + firstLine(failure), failure);
    }
}
