package org.gmt4j.graph.values;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine.Column;

/**
 * How tables look.
 *
 * <pre>
 * csv      vertex,level          jsonl    {"vertex":7,"level":2}
 *          7,2                   parquet  columns vertex and level, by a TableEngine
 *                                duckdb   a table with these columns in a data base, by a TableEngine
 * </pre>
 */
public enum ValueFormat {
    CSV, JSONL, PARQUET, DUCKDB;

    /**
     * The format that the end of a name asks for.
     *
     * @throws GraphException GMT-315 where it is none that is written
     */
    static ValueFormat of(final Path file) {
        final String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        final String unpacked = isPacked(file) ? name.substring(0, name.length() - 3) : name;
        if (unpacked.endsWith(".csv")) {
            return CSV;
        }
        if (unpacked.endsWith(".jsonl")) {
            return JSONL;
        }
        if (name.endsWith(".parquet")) {
            return PARQUET;
        }
        throw new GraphException(GraphException.VALUES_FORMAT, file + ": unknown kind of file for values; expected a"
            + " name ending in .csv, .jsonl, .csv.gz, .jsonl.gz or .parquet");
    }

    static boolean isPacked(final Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** Whether an engine writes it. */
    boolean needsEngine() {
        return this == PARQUET || this == DUCKDB;
    }

    /** The first line of a file; empty where there is none. */
    byte[] header(final List<Column> columns) throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        if (this == CSV) {
            for (final Column column : columns) {
                line.write(line.size() == 0 ? new byte[0] : new byte[] {','});
                csv(bytes(column.name()), line);
            }
            line.write('\n');
        }
        return line.toByteArray();
    }

    /** What stands before each cell of a row. */
    byte[][] befores(final List<Column> columns) throws IOException {
        final byte[][] befores = new byte[columns.size()][];
        for (int i = 0; i < befores.length; i++) {
            final ByteArrayOutputStream before = new ByteArrayOutputStream();
            if (this == JSONL) {
                before.write(i == 0 ? '{' : ',');
                json(bytes(columns.get(i).name()), before);
                before.write(':');
            } else if (i > 0) {
                before.write(',');
            }
            befores[i] = before.toByteArray();
        }
        return befores;
    }

    /** What stands behind the last cell of a row. */
    byte[] end() {
        return bytes(this == JSONL ? "}\n" : "\n");
    }

    /** A number as a text: JSON knows finite ones only. */
    byte[] real(final double value) {
        return bytes(this == JSONL && !Double.isFinite(value) ? "null" : Double.toString(value));
    }

    /** Writes a text: quoted where it would not be read as it is. */
    void text(final byte[] text, final OutputStream out) throws IOException {
        if (this == CSV) {
            csv(text, out);
        } else {
            json(text, out);
        }
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void csv(final byte[] text, final OutputStream out) throws IOException {
        boolean isPlain = text.length > 0 && text[0] > ' ' && text[text.length - 1] != ' ';
        for (int i = 0; i < text.length && isPlain; i++) {
            isPlain = text[i] != ',' && text[i] != '"' && text[i] != '\n' && text[i] != '\r';
        }
        if (isPlain) {
            out.write(text);
            return;
        }
        out.write('"');
        for (final byte b : text) {
            if (b == '"') {
                out.write('"');
            }
            out.write(b);
        }
        out.write('"');
    }

    private static void json(final byte[] text, final OutputStream out) throws IOException {
        out.write('"');
        for (final byte b : text) {
            if (b == '"' || b == '\\') {
                out.write('\\');
                out.write(b);
            } else if (b >= 0 && b < ' ') {
                out.write(bytes(String.format("\\u%04x", b)));
            } else {
                out.write(b);
            }
        }
        out.write('"');
    }
}
