package org.gmt4j.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.WeightKind;

/** Reads the rows of some queries of DuckDB, one after the other, some thousand at a time. Owned by one thread. */
final class ChunkCursor implements EdgeCursor {
    private final Iterator<Query> queries;
    private final QueryShape shape;
    private final NameNumbers names;
    private Connection connection;
    private Query query;
    private DuckDBPreparedStatement statement;
    private DuckDBChunkedResult result;
    /** Of the chunk under way, and the next of its rows. */
    private long rows;
    private long row;
    private long firstRow;

    /**
     * Some rows of a file.
     *
     * @param file     for messages
     * @param before   to be done first; empty for nothing
     * @param sql      two or three columns, in the types that {@link QueryShape} casts to
     * @param firstRow of the file, counted from one
     * @param among    which rows are counted, behind the number of one; empty where all of the file are
     */
    record Query(String file, String before, String sql, long firstRow, String among) {
    }

    ChunkCursor(final List<Query> queries, final QueryShape shape, final NameNumbers names) {
        this.queries = queries.iterator();
        this.shape = shape;
        this.names = names;
    }

    @Override
    public boolean next(final EdgeBatch batch) {
        batch.clear();
        try {
            while (row == rows) {
                if (!nextChunk()) {
                    return false;
                }
            }
            read(batch);
            return true;
        } catch (final SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isReady() {
        try {
            return row < rows || hasChunk() || !queries.hasNext();
        } catch (final SQLException e) {
            throw failed(e);
        }
    }

    private GraphException failed(final SQLException e) {
        return Duck.failed("cannot read " + (query == null ? "a table" : query.file()), e);
    }

    /** Goes on to the next chunk of the query under way, whose rows have been read. */
    private boolean hasChunk() throws SQLException {
        firstRow += rows;
        rows = 0;
        row = 0;
        if (result != null && result.nextChunk()) {
            rows = result.chunk().rowCount();
            return true;
        }
        closeResult();
        return false;
    }

    private boolean nextChunk() throws SQLException {
        if (hasChunk()) {
            return true;
        }
        if (!queries.hasNext()) {
            return false;
        }
        query = queries.next();
        firstRow = query.firstRow();
        if (connection == null) {
            connection = Duck.open();
        }
        if (!query.before().isEmpty()) {
            Duck.execute(connection, query.before());
        }
        statement = (DuckDBPreparedStatement) connection.prepareStatement(query.sql());
        result = statement.query();
        return nextChunk();
    }

    private void read(final EdgeBatch batch) {
        final DuckDBReadableVector from = result.chunk().vector(0);
        final DuckDBReadableVector to = result.chunk().vector(1);
        final DuckDBReadableVector weight = shape.kind() == WeightKind.NONE ? null : result.chunk().vector(2);
        while (row < rows && (batch.count() == 0 || !batch.isFull() && !names.isFull())) {
            final long source = end(from, shape.from());
            final long target = end(to, shape.to());
            if (weight == null) {
                batch.add(source, target);
            } else {
                batch.addWord(source, target, weight(weight));
            }
            row++;
        }
    }

    private long end(final DuckDBReadableVector vector, final String column) {
        checkPresent(vector, column);
        if (!shape.areTexts()) {
            return vector.getLong(row);
        }
        final byte[] text = vector.getString(row).getBytes(StandardCharsets.UTF_8);
        try {
            return names.number(text, 0, text.length);
        } catch (final GraphException e) {
            throw new GraphFormatException(e.number(), query.file(), GraphFormatException.WHOLE_FILE,
                rowIn() + ", column \"" + column + "\": " + e.reason());
        }
    }

    private long weight(final DuckDBReadableVector vector) {
        checkPresent(vector, shape.weight());
        if (shape.kind() == WeightKind.LONG) {
            return vector.getLong(row);
        }
        final double weight = vector.getDouble(row);
        if (!Double.isFinite(weight)) {
            throw bad("column \"" + shape.weight() + "\": expected a weight, a finite number, found " + weight);
        }
        return WeightKind.wordOf(weight);
    }

    private void checkPresent(final DuckDBReadableVector vector, final String column) {
        if (vector.isNull(row)) {
            throw bad("column \"" + column + "\": expected a value, found null");
        }
    }

    private GraphFormatException bad(final String reason) {
        return new GraphFormatException(GraphException.BAD_VALUE, query.file(), GraphFormatException.WHOLE_FILE,
            rowIn() + ", " + reason);
    }

    private String rowIn() {
        return "row " + (firstRow + row) + query.among();
    }

    private void closeResult() throws SQLException {
        if (result != null) {
            result.close();
            statement.close();
            result = null;
        }
    }

    @Override
    public void close() {
        try {
            closeResult();
            if (connection != null) {
                connection.close();
            }
        } catch (final SQLException e) {
            throw Duck.failed("cannot close " + query.file(), e);
        }
    }
}
