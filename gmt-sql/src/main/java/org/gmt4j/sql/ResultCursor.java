package org.gmt4j.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.WeightKind;

/** Reads the rows of a query of any data base. Owned by one thread; owns its connection. */
final class ResultCursor implements EdgeCursor {
    private static final int ROWS_AT_A_TIME = 8192;
    private static final int LONGEST_EXCERPT = 80;

    private final Connection connection;
    private final PreparedStatement statement;
    private final ResultSet rows;
    private final QueryShape shape;
    private final NameNumbers names;
    /** SQLite has values of any type in any column, and its driver makes numbers of all of them. */
    private final boolean areTypesMixed;
    private long row;

    ResultCursor(final Connection connection, final String sql, final QueryShape shape, final NameNumbers names)
        throws SQLException {
        this.connection = connection;
        this.shape = shape;
        this.names = names;
        areTypesMixed = "SQLite".equals(connection.getMetaData().getDatabaseProductName());
        readInTransaction();
        statement = connection.prepareStatement(sql);
        statement.setFetchSize(ROWS_AT_A_TIME);
        rows = statement.executeQuery();
    }

    /** Some drivers, such as that of PostgreSQL, otherwise read all rows into memory before the first is seen. */
    private void readInTransaction() {
        try {
            connection.setAutoCommit(false);
        } catch (final SQLException e) {
            // there are none in this data base, and its driver has ways of its own
        }
    }

    @Override
    public boolean next(final EdgeBatch batch) {
        batch.clear();
        try {
            while (hasRoom(batch) && rows.next()) {
                row++;
                final long from = end(1, shape.from());
                final long to = end(2, shape.to());
                if (shape.weight() == null) {
                    batch.add(from, to);
                } else {
                    batch.addWord(from, to, weight());
                }
            }
            return batch.count() > 0;
        } catch (final SQLException e) {
            throw Duck.failed("row " + row + " of the query", e);
        }
    }

    private boolean hasRoom(final EdgeBatch batch) {
        return batch.count() == 0 || !batch.isFull() && !names.isFull();
    }

    /** Any row may be the first of those that the data base still has to send: each driver has its own number. */
    @Override
    public boolean isReady() {
        return false;
    }

    private long end(final int column, final String name) throws SQLException {
        if (!shape.areTexts()) {
            checkNumber(column, name, WeightKind.LONG);
            final long end = rows.getLong(column);
            checkPresent(name, rows.wasNull());
            return end;
        }
        final String text = rows.getString(column);
        checkPresent(name, text == null);
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return names.number(bytes, 0, bytes.length);
        } catch (final GraphException e) {
            throw new GraphException(e.number(), "row " + row + " of the query, as this node reads it, column \"" + name
                + "\": " + e.reason(), e);
        }
    }

    private long weight() throws SQLException {
        checkNumber(3, shape.weight(), shape.kind());
        if (shape.kind() == WeightKind.LONG) {
            final long weight = rows.getLong(3);
            checkPresent(shape.weight(), rows.wasNull());
            return weight;
        }
        final double weight = rows.getDouble(3);
        checkPresent(shape.weight(), rows.wasNull());
        if (!Double.isFinite(weight)) {
            throw bad(shape.weight(), "a weight, a finite number, found " + weight);
        }
        return WeightKind.wordOf(weight);
    }

    private void checkNumber(final int column, final String name, final WeightKind kind) throws SQLException {
        if (!areTypesMixed) {
            return;
        }
        final Object found = rows.getObject(column);
        final boolean isWhole = found instanceof Long || found instanceof Integer;
        if (found != null && !isWhole && (kind == WeightKind.LONG || !(found instanceof Double))) {
            throw bad(name, (kind == WeightKind.LONG ? "a whole number" : "a number") + ", found "
                + (found instanceof byte[] ? "bytes" : excerpt(found.toString())));
        }
    }

    private static String excerpt(final String value) {
        return '"' + (value.length() <= LONGEST_EXCERPT ? value : value.substring(0, LONGEST_EXCERPT) + "...") + '"';
    }

    private void checkPresent(final String name, final boolean isNull) {
        if (isNull) {
            throw bad(name, "a value, found null");
        }
    }

    private GraphException bad(final String name, final String expected) {
        return new GraphException(GraphException.BAD_VALUE, "row " + row + " of the query, as this node reads it,"
            + " column \"" + name + "\": expected " + expected);
    }

    @Override
    public void close() {
        try (Connection closed = connection; PreparedStatement closedToo = statement) {
            rows.close();
            if (!connection.getAutoCommit()) {
                connection.rollback();              // some refuse to close within a transaction
            }
        } catch (final SQLException e) {
            throw Duck.failed("the query", e);
        }
    }
}
