package org.gmt4j.graph.file;

import java.util.Locale;
import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Matrix Market coordinate files: row = source, column = target, both from 1. A symmetric matrix is an undirected
 * graph.
 *
 * @see "Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996"
 */
final class MatrixMarketFormat {
    private MatrixMarketFormat() {
    }

    static TextEdgeSource open(final TextFile file) {
        try (HeaderReader header = new HeaderReader(file)) {
            final String first = header.nextLine();
            if (first == null) {
                throw header.malformed("the file is empty; expected \"%%MatrixMarket matrix coordinate ...\"");
            }
            final String[] words = first.toLowerCase(Locale.ROOT).split("\\s+");
            if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
                throw header.malformed("expected \"%%MatrixMarket matrix coordinate <field> <symmetry>\", found \""
                    + first + "\"");
            }
            checkWord(header, words[2], "format", "coordinate");
            checkWord(header, words[3], "field", "pattern", "integer", "real");
            checkWord(header, words[4], "symmetry", "general", "symmetric");
            return openBody(file, header, words[3], words[4].equals("general"));
        }
    }

    private static TextEdgeSource openBody(final TextFile file, final HeaderReader header, final String field,
                                       final boolean directed) {
        final String[] sizes = sizeLine(header).split("\\s+");
        if (sizes.length != 3) {
            throw header.malformed("expected \"rows columns entries\", found \"" + String.join(" ", sizes) + "\"");
        }
        final long rows = header.count(sizes[0], "number of rows", EdgeSource.VERTEX_LIMIT);
        final long columns = header.count(sizes[1], "number of columns", EdgeSource.VERTEX_LIMIT);
        final long entries = header.count(sizes[2], "number of entries", Long.MAX_VALUE);
        if (!directed && rows != columns) {
            throw header.malformed("a symmetric matrix must be square, found " + rows + " x " + columns);
        }
        final LineGrammar grammar = new LineGrammar(false, 1, rows, columns,
            field.equals("pattern") ? LineGrammar.Weights.NONE : LineGrammar.Weights.REQUIRED, field.equals("real"));
        return new TextEdgeSource(file, grammar, header.offset(), directed,
            OptionalLong.of(Math.max(rows, columns)), OptionalLong.of(entries));
    }

    private static String sizeLine(final HeaderReader header) {
        String line = header.nextLine();
        while (line != null && (line.isEmpty() || line.startsWith("%"))) {
            line = header.nextLine();
        }
        if (line == null) {
            throw header.malformed("the file ends before the line \"rows columns entries\"");
        }
        return line;
    }

    private static void checkWord(final HeaderReader header, final String found, final String what,
                                  final String... known) {
        for (final String word : known) {
            if (word.equals(found)) {
                return;
            }
        }
        throw header.malformed("expected as " + what + " one of " + String.join(", ", known) + ", found \"" + found
            + "\"");
    }
}
