package org.gmt4j.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.PartRange;
import org.gmt4j.graph.source.WeightKind;
import org.gmt4j.graph.table.EdgeColumns;

/**
 * Edges of Parquet files. Rows of all files are cut into parts of as many each; a part reads the row groups that have
 * rows of it. Immutable, any thread.
 */
final class ParquetEdges extends SqlEdges {
    private final List<Path> files;
    private final EdgeColumns columns;
    private final Shape shape;

    /**
     * What the files have.
     *
     * @param starts   where the rows of each begin among all, and where the last ones end
     * @param cells    of each file: what the columns asked for are in a query of its rows
     * @param areTexts names are texts
     * @param kind     of the weights
     */
    private record Shape(long[] starts, List<UnaryOperator<String>> cells, boolean areTexts, WeightKind kind) {
    }

    ParquetEdges(final String name, final List<Path> files, final EdgeColumns columns) {
        this(name, files, columns, shape(files, columns));
    }

    private ParquetEdges(final String name, final List<Path> files, final EdgeColumns columns, final Shape shape) {
        super(name, shape.areTexts(), shape.kind());
        this.files = files;
        this.columns = columns;
        this.shape = shape;
    }

    /** Looks at the footers of all files: they must have the same types. */
    private static Shape shape(final List<Path> files, final EdgeColumns columns) {
        final long[] starts = new long[files.size() + 1];
        final List<UnaryOperator<String>> cells = new ArrayList<>();
        Boolean areTexts = null;
        WeightKind kind = null;
        try (Connection connection = Duck.open(); Statement statement = connection.createStatement()) {
            for (int i = 0; i < files.size(); i++) {
                final Path file = files.get(i);
                final Map<String, FoundType> own = types(statement, file, false);
                final Map<String, FoundType> types = withFolders(statement, file, own, columns);
                final FoundType from = type(file, types, columns.from());
                final WeightKind found = FoundType.check(file.toString(), columns.areTexts() ? FoundType.TEXT : from,
                    columns.areTexts() ? FoundType.TEXT : type(file, types, columns.to()),
                    columns.weight() == null ? null : type(file, types, columns.weight()));
                type(file, types, columns.to());
                final boolean isText = columns.areTexts() || from.isText();
                if (areTexts != null && (areTexts != isText || kind != found)) {
                    throw new GraphException(GraphException.BAD_VALUE, file + ": its columns have other types than"
                        + " those of " + files.get(0));
                }
                areTexts = isText;
                kind = found;
                cells.add(column -> cell(file, own, column));
                starts[i + 1] = starts[i] + rows(statement, file);
            }
        } catch (final SQLException e) {
            throw Duck.failed("cannot read " + files.get(0).getParent(), e);
        }
        return new Shape(starts, cells, areTexts, kind);
    }

    /** The columns of a file; where one is asked for that it has not, those behind them that its folders make. */
    private static Map<String, FoundType> withFolders(final Statement statement, final Path file,
                                                      final Map<String, FoundType> own, final EdgeColumns columns) {
        final Map<String, FoundType> all = new LinkedHashMap<>(own);
        if (Stream.of(columns.from(), columns.to(), columns.weight())
            .anyMatch(column -> column != null && !own.containsKey(column))) {
            types(statement, file, true).forEach(all::putIfAbsent);
        }
        return all;
    }

    private static Map<String, FoundType> types(final Statement statement, final Path file,
                                                final boolean hasFolders) {
        final Map<String, FoundType> types = new LinkedHashMap<>();
        try (ResultSet rows = statement.executeQuery("describe select * from read_parquet("
            + Duck.file(file.toString()) + ", hive_partitioning = " + hasFolders + ")")) {
            while (rows.next()) {
                types.put(rows.getString(1), FoundType.of(rows.getString(2)));
            }
        } catch (final SQLException e) {
            throw Duck.failed("cannot read " + file, e);
        }
        return types;
    }

    private static FoundType type(final Path file, final Map<String, FoundType> types, final String column) {
        final FoundType type = types.get(column);
        if (type == null) {
            throw new GraphException(GraphException.NO_COLUMN, file + ": no column \"" + column + "\"; there are "
                + String.join(", ", types.keySet()));
        }
        return type;
    }

    /** DuckDB itself puts the name of a folder in the place of the file's column: hence one value beside its rows. */
    private static String cell(final Path file, final Map<String, FoundType> own, final String column) {
        final FoundType type = own.get(column);
        if (type != null) {
            return type.isBytes() ? "decode(" + Duck.name(column) + ')' : Duck.name(column);
        }
        return "(select " + Duck.name(column) + " from read_parquet("
            + Duck.file(file.toString()) + ", hive_partitioning = true) limit 1)";
    }

    private static long rows(final Statement statement, final Path file) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select num_rows from parquet_file_metadata("
            + Duck.file(file.toString()) + ")")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(shape.starts()[files.size()]);
    }

    @Override
    public long extent() {
        return 31L * files.hashCode() + Arrays.hashCode(shape.starts());
    }

    @Override
    public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        final PartRange range = PartRange.of(shape.starts()[files.size()], part, parts);
        final List<ChunkCursor.Query> queries = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            final long begin = shape.starts()[i];
            final long first = Math.max(range.start(), begin) - begin;
            final long end = Math.min(range.end(), shape.starts()[i + 1]) - begin;
            if (first < end) {
                queries.add(new ChunkCursor.Query(files.get(i).toString(), "", sql(i, first, end), first + 1, ""));
            }
        }
        return new ChunkCursor(queries, queryShape(), names);
    }

    private QueryShape queryShape() {
        return new QueryShape(columns.from(), columns.to(), columns.weight(), shape.areTexts(), shape.kind());
    }

    private String sql(final int file, final long first, final long end) {
        final UnaryOperator<String> cells = shape.cells().get(file);
        return "select " + queryShape().casts(cells.apply(columns.from()), cells.apply(columns.to()),
            columns.weight() == null ? "" : cells.apply(columns.weight()))
            + " from read_parquet(" + Duck.file(files.get(file).toString())
            + ", hive_partitioning = false, file_row_number = true)"
            + " where file_row_number >= " + first + " and file_row_number < " + end;
    }
}
