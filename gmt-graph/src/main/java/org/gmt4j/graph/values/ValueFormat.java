package org.gmt4j.graph.values;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.gmt4j.graph.GraphException;

/**
 * How lines look, by the end of the file's name.
 *
 * <pre>
 * .csv     vertex,level          .jsonl   {"vertex":7,"level":2}
 *          7,2
 * </pre>
 */
enum ValueFormat {
    CSV("", ",", "\n"), JSONL("{\"vertex\":", ",\"%s\":", "}\n");

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
        throw new GraphException(GraphException.VALUES_FORMAT, file + (unpacked.endsWith(".parquet")
            ? ": Parquet is not written yet; write a .csv, which every tool that reads Parquet converts"
            : ": unknown kind of file for values") + "; expected a name ending in .csv, .jsonl, .csv.gz or .jsonl.gz");
    }

    static boolean isPacked(final Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** The first line of a file; empty where there is none. */
    byte[] header(final String column) {
        return (this == CSV ? "vertex," + column + "\n" : "").getBytes(StandardCharsets.US_ASCII);
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
