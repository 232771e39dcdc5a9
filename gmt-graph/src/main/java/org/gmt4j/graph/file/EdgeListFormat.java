package org.gmt4j.graph.file;

import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeSource;

/** {@code .el}, {@code .wel} and SNAP text: no header, ids from 0. */
final class EdgeListFormat {
    private EdgeListFormat() {
    }

    static TextEdgeSource open(final TextFile file, final LineGrammar.Weights weights) {
        final LineGrammar grammar =
            new LineGrammar(false, 0, EdgeSource.VERTEX_LIMIT, EdgeSource.VERTEX_LIMIT, weights, true);
        final boolean directed = weights != LineGrammar.Weights.IGNORED || !saysUndirected(file);
        return new TextEdgeSource(file, grammar, file.textOffset(), directed, OptionalLong.empty(),
            OptionalLong.empty());
    }

    /** SNAP files say in their first comments whether each edge is listed once for both directions. */
    private static boolean saysUndirected(final TextFile file) {
        try (HeaderReader header = new HeaderReader(file)) {
            while (header.isNext('#')) {
                if (header.nextLine().regionMatches(true, 1, " Undirected graph", 0, 17)) {
                    return true;
                }
            }
            return false;
        }
    }
}
