package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.Objects;
import org.gmt4j.graph.table.CsvFormat;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.JsonFormat;
import org.gmt4j.graph.table.LineTable;
import org.gmt4j.graph.table.RowFormat;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.TableFiles;

/**
 * Files whose rows are edges, until {@link #columns} says which columns are. Immutable; describes only. Any thread.
 *
 * <p>Names of vertices are whole numbers, any {@code long}, unless {@link #textNames} says that they are texts; in
 * Parquet the types of the columns say so.
 * Weights are finite numbers. Every row must have them: a missing or empty one, and one of another type, is refused
 * with file, line, column and value (GMT-371).
 */
public final class EdgeTable {
    /** The kinds of files. */
    private enum Kind { CSV, JSON, PARQUET }

    private final String files;
    private final char separator;
    private final Kind kind;
    private final boolean areTexts;

    private EdgeTable(final String files, final char separator, final Kind kind,
                      final boolean areTexts) {
        this.files = files;
        this.separator = separator;
        this.kind = kind;
        this.areTexts = areTexts;
    }

    static EdgeTable csv(final String files) {
        return new EdgeTable(absolute(files), ',', Kind.CSV, false);
    }

    static EdgeTable jsonLines(final String files) {
        return new EdgeTable(absolute(files), ',', Kind.JSON, false);
    }

    static EdgeTable parquet(final String files) {
        return new EdgeTable(absolute(files), ',', Kind.PARQUET, false);
    }

    private static String absolute(final String files) {
        return TableFiles.checked(TableFiles.within(Path.of("").toAbsolutePath(), files));
    }

    /**
     * Returns the same files, whose columns are separated by another character: {@code '\t'}, {@code ';'}.
     *
     * @throws IllegalArgumentException of JSON, and of a quote, a line end or a character beyond ASCII
     */
    public EdgeTable separator(final char character) {
        if (kind != Kind.CSV || character == '"' || character == '\n' || character == '\r' || character > '~') {
            throw new IllegalArgumentException("separator '" + character + "': of .csv files, and an ASCII character"
                + " other than a quote and a line end");
        }
        return new EdgeTable(files, character, Kind.CSV, areTexts);
    }

    /**
     * Returns the same files, whose vertices are named by texts: any but of more than a megabyte, the empty one
     * included. Parquet says it by itself. See {@link Graph#vertex(String)}.
     */
    public EdgeTable textNames() {
        return new EdgeTable(files, separator, kind, true);
    }

    /** Returns the edges that lead from one column to another. */
    public Edges columns(final String from, final String to) {
        return edges(from, to, null);
    }

    /**
     * Returns the edges that lead from one column to another, with their weights: doubles, but for whole columns of
     * Parquet, which stay whole.
     */
    public Edges columns(final String from, final String to, final String weight) {
        return edges(from, to, Objects.requireNonNull(weight, "weight"));
    }

    private Edges edges(final String from, final String to, final String weight) {
        final EdgeColumns all = new EdgeColumns(from, to, weight, areTexts);
        final EdgeColumns plain = new EdgeColumns(from, to, null, areTexts);
        final String pattern = files;
        final char character = separator;
        final boolean isJson = kind == Kind.JSON;
        final String name = TableFiles.name(pattern);
        if (kind == Kind.PARQUET) {
            return Edges.ofSource(name, () -> TableEngine.get(pattern).parquet(pattern, all),
                () -> TableEngine.get(pattern).parquet(pattern, plain), false);
        }
        return Edges.ofSource(name, () -> LineTable.open(pattern, format(isJson, character), all),
            () -> LineTable.open(pattern, format(isJson, character), plain), false);
    }

    private static RowFormat format(final boolean isJson, final char separator) {
        return isJson ? new JsonFormat() : new CsvFormat(separator);
    }
}
