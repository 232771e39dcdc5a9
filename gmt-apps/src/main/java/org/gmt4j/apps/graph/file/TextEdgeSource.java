package org.gmt4j.apps.graph.file;

import org.gmt4j.apps.graph.EdgeCursor;
import org.gmt4j.apps.graph.EdgeSource;
import org.gmt4j.apps.graph.PartRange;

import java.util.OptionalLong;

/** Edges of a text file, split into byte ranges at line boundaries. Immutable, any thread. */
final class TextEdgeSource implements EdgeSource {
    static final int BUFFER_BYTES = 1 << 18;

    private final TextFile file;
    private final LineGrammar grammar;
    private final long bodyOffset;
    private final boolean directed;
    private final OptionalLong vertexCount;
    private final OptionalLong edgeCount;

    TextEdgeSource(final TextFile file, final LineGrammar grammar, final long bodyOffset, final boolean directed,
                   final OptionalLong vertexCount, final OptionalLong edgeCount) {
        this.file = file;
        this.grammar = grammar;
        this.bodyOffset = bodyOffset;
        this.directed = directed;
        this.vertexCount = vertexCount;
        this.edgeCount = edgeCount;
    }

    @Override
    public String name() {
        return file.path().getFileName().toString();
    }

    @Override
    public OptionalLong vertexCount() {
        return vertexCount;
    }

    @Override
    public OptionalLong edgeCount() {
        return edgeCount;
    }

    @Override
    public boolean directed() {
        return directed;
    }

    @Override
    public boolean weighted() {
        return grammar.weights() == LineGrammar.Weights.REQUIRED;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return open(part, parts, BUFFER_BYTES);
    }

    /** For tests: a small buffer makes every line cross its end. */
    EdgeCursor open(final int part, final int parts, final int bufferBytes) {
        final boolean readsAll = parts == 1 || file.packed() && part == 0;
        final long promised = readsAll ? edgeCount.orElse(TextEdgeCursor.NOT_PROMISED) : TextEdgeCursor.NOT_PROMISED;
        final PartRange bytes = file.packed() ? packedRange(PartRange.of(1, part, parts))
            : PartRange.of(Math.max(0, file.length() - bodyOffset), part, parts);
        return new TextEdgeCursor(file, grammar, bodyOffset, bodyOffset + bytes.start(), bodyOffset + bytes.end(),
            promised,
            bufferBytes);
    }

    /** The part that owns the one indivisible piece reads to its unknown end. */
    private PartRange packedRange(final PartRange piece) {
        return new PartRange(0, piece.end() > piece.start() ? Long.MAX_VALUE - bodyOffset : 0);
    }
}
