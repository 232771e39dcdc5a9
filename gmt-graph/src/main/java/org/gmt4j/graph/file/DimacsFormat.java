package org.gmt4j.graph.file;

import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeSource;

/**
 * DIMACS shortest-path files: {@code c} comments, one {@code p sp V E} line, {@code a source target weight} arcs, from
 * 1.
 *
 * @see "9th DIMACS Implementation Challenge: Shortest Paths, 2006, file formats"
 */
final class DimacsFormat {
    private DimacsFormat() {
    }

    static TextEdgeSource open(final TextFile file) {
        try (HeaderReader header = new HeaderReader(file)) {
            String line = header.nextLine();
            while (line != null && (line.isEmpty() || line.startsWith("c"))) {
                line = header.nextLine();
            }
            final String[] words = line == null ? new String[0] : line.split("\\s+");
            if (words.length != 4 || !words[0].equals("p") || !words[1].equals("sp")) {
                throw header.malformed("expected \"p sp <vertices> <arcs>\", found " + (line == null
                    ? "the end of the file"
                    : "\"" + line + "\""));
            }
            final long vertices = header.count(words[2], "number of vertices", EdgeSource.VERTEX_LIMIT);
            final long arcs = header.count(words[3], "number of arcs", Long.MAX_VALUE);
            final LineGrammar grammar = new LineGrammar(true, 1, vertices, vertices, LineGrammar.Weights.REQUIRED,
                false);
            return new TextEdgeSource(file, grammar, header.offset(), true, OptionalLong.of(vertices),
                OptionalLong.of(arcs));
        }
    }
}
