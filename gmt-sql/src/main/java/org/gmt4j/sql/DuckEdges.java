package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.PartRange;

/**
 * Edges of a query of DuckDB. It is asked once, by the first part: asked again it may have other rows, or the same ones
 * in another order. A {@link ScannedQuery} is asked by each part, of its own rows. Immutable, any thread.
 */
final class DuckEdges extends SqlEdges {
    private static final String NAME = "query";

    private final String sql;
    private final Optional<ScannedQuery> scan;
    private final QueryShape shape;

    /** What is found in one data base of its own: to open one takes far longer than these questions. */
    private record Found(QueryShape shape, Optional<ScannedQuery> scan) {
    }

    DuckEdges(final String sql, final boolean isWeighted) {
        this(sql, found(sql, isWeighted));
    }

    private DuckEdges(final String sql, final Found found) {
        super(NAME, found.shape().areTexts(), found.shape().kind());
        this.sql = sql;
        shape = found.shape();
        scan = found.scan();
    }

    private static Found found(final String sql, final boolean isWeighted) {
        try (Connection connection = Duck.open()) {
            return new Found(QueryShape.ofDuck(connection, sql, isWeighted), ScannedQuery.of(connection, sql));
        } catch (final SQLException e) {
            throw Duck.failed("the query " + sql, e);
        }
    }

    @Override
    public boolean isReadOnce() {
        return scan.isEmpty();
    }

    @Override
    public long extent() {
        return scan.isEmpty() ? 0 : scan.get().extent();
    }

    @Override
    public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        if (scan.isEmpty()) {
            return part > 0 ? NOTHING : new ChunkCursor(List.of(new ChunkCursor.Query(NAME, "", shape.cast(sql), 1,
                "")), shape, names);
        }
        final PartRange range = PartRange.of(scan.get().rowCount(), part, parts);
        return new ChunkCursor(scan.get().views(range.start(), range.end()).stream()
            .map(this::query).toList(), shape, names);
    }

    /** The query leaves rows out: which row of the file a bad one is nobody knows, but where to look. */
    private ChunkCursor.Query query(final ScannedQuery.View view) {
        return new ChunkCursor.Query(view.file(), view.sql(), shape.cast(scan.get().sql()), 1,
            " of those that the query takes from row " + (view.first() + 1) + " of the file on");
    }
}
