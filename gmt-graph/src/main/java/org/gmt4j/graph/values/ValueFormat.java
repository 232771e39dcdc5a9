package org.gmt4j.graph.values;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine;

/**
 * How lines look, by the end of the file's name.
 *
 * <pre>
 * .csv     vertex,level          .jsonl   {"vertex":7,"level":2}
 *          7,2                   .parquet  columns vertex and level, by a {@link TableEngine}
 * </pre>
 */
enum ValueFormat {
    CSV("", ",", "\n"), JSONL("{\"vertex\":", ",\"%s\":", "}\n"), PARQUET("", "", "");

    private final String begin;
    private final String middle;
    private final String end;

    ValueFormat(final String begin, final String middle, final String end) {
        this.begin = begin;
        this.middle = middle;
        this.end = end;
    }

    /** @throws GraphException GMT-315 where it is none that is written */
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

    /** The engine for Parquet, which is there or refused. */
    static TableEngine engine(final Path file) {
        return TableEngine.get("writing " + file);
    }

    static boolean isPacked(final Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** The first line of a file; empty where there is none. */
    byte[] header(final String column) {
        return (this == CSV ? "vertex," + column + "\n" : "").getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes a text: quoted where it would not be read as it is. */
    void text(final byte[] text, final OutputStream out) throws IOException {
        if (this == CSV) {
            csv(text, out);
        } else {
            json(text, out);
        }
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
                out.write(String.format("\\u%04x", b).getBytes(StandardCharsets.US_ASCII));
            } else {
                out.write(b);
            }
        }
        out.write('"');
    }

    byte[] begin() {
        return begin.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] middle(final String column) {
        return String.format(middle, column).getBytes(StandardCharsets.US_ASCII);
    }

    byte[] end() {
        return end.getBytes(StandardCharsets.US_ASCII);
    }
}
