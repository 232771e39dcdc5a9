package org.gmt4j.graph.file;

import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeScan;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;
import org.gmt4j.graph.source.PartRange;
import org.gmt4j.graph.source.WeightKind;

/** Edges of a text file, split into byte ranges at line boundaries. Immutable, any thread. */
final class TextEdgeSource implements EdgeSource {
    static final int BUFFER_BYTES = 1 << 18;
    /** Of packed files: offsets, and any header more, are far below. */
    static final long UNKNOWN_END = Long.MAX_VALUE >> 1;
    private static final long PIECE_BYTES = 16 << 20;
    private static final int SAMPLES = 16;
    private static final long PACKED_EDGES = 1 << 22;

    /** A line such as "1 2". */
    private static final int BYTES_OF_SHORTEST_EDGE = 4;
    /** Bytes that a packed byte becomes at most, by the format of gzip. */
    private static final int MOST_UNPACKED = 1032;

    private final TextFile file;
    private final LineGrammar grammar;
    private final long bodyOffset;
    private final boolean directed;
    private final OptionalLong vertexCount;
    private final OptionalLong edgeCount;
    /** Of the file when this was made: all parts are cut from it, whatever is appended meanwhile. */
    private final long length;

    TextEdgeSource(final TextFile file, final LineGrammar grammar, final long bodyOffset, final boolean directed,
                   final OptionalLong vertexCount, final OptionalLong edgeCount) {
        this(file, grammar, bodyOffset, directed, vertexCount, edgeCount, file.length());
    }

    private TextEdgeSource(final TextFile file, final LineGrammar grammar, final long bodyOffset,
                           final boolean directed, final OptionalLong vertexCount, final OptionalLong edgeCount,
                           final long length) {
        this.length = length;
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
        switch (grammar.weights()) {
            case REQUIRED, WHOLE, REAL: return true;
            default: return false;
        }
    }

    @Override
    public WeightKind weightKind() {
        return grammar.weights() == LineGrammar.Weights.REAL ? WeightKind.DOUBLE : EdgeSource.super.weightKind();
    }

    /** The same edges with their weights as they stand in the file: whole numbers, or doubles. */
    TextEdgeSource withExactWeights() {
        return new TextEdgeSource(file, grammar.withExactWeights(), bodyOffset, directed, vertexCount, edgeCount,
            length);
    }

    /** The same edges without their weights. */
    TextEdgeSource withoutWeights() {
        return new TextEdgeSource(file, grammar.withoutWeights(), bodyOffset, directed, vertexCount, edgeCount,
            length);
    }

    @Override
    public Ids ids() {
        return grammar.base() == 0 ? Ids.SAME : Ids.FROM_ONE;
    }

    /** Ids in the file may count from 1. */
    @Override
    public long originalId(final long vertex) {
        return vertex + grammar.base();
    }

    @Override
    public long extent() {
        return length;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return open(part, parts, BUFFER_BYTES);
    }

    /** For tests: a small buffer makes every line cross its end. */
    TextEdgeCursor open(final int part, final int parts, final int bufferBytes) {
        final boolean readsAll = parts == 1 || file.packed() && part == 0;
        final long promised = readsAll ? edgeCount.orElse(TextEdgeCursor.NOT_PROMISED) : TextEdgeCursor.NOT_PROMISED;
        final PartRange bytes = file.packed() ? packedRange(PartRange.of(1, part, parts))
            : PartRange.of(Math.max(0, length - bodyOffset), part, parts);
        return new TextEdgeCursor(file, grammar, bodyOffset, bodyOffset + bytes.start(), bodyOffset + bytes.end(),
            promised,
            bufferBytes);
    }

    /**
     * A file of up to some hundred megabytes is read, others in {@value #SAMPLES} places, of which the last is the end:
     * sorted files have their largest ids there. Of a packed one only so much as can be unpacked in about a second.
     */
    @Override
    public boolean hasKnownSize() {
        return true;
    }

    @Override
    public GraphSize estimateSize() {
        if (vertexCount.isPresent() && edgeCount.isPresent()) {
            return new GraphSize(vertexCount.getAsLong(), Math.min(edgeCount.getAsLong(), mostEdges()), true);
        }
        if (file.packed()) {
            return begin();
        }
        final int pieces = (int) Math.min(Integer.MAX_VALUE, 1 + length / PIECE_BYTES);
        final int samples = Math.min(SAMPLES, pieces);
        final EdgeScan seen = IntStream.range(0, samples).parallel()
            .mapToObj(i -> scan(samples == 1 ? 0 : (int) ((pieces - 1L) * i / (samples - 1)), pieces))
            .reduce(new EdgeScan(0, -1), EdgeScan::merge);
        return new GraphSize(vertexCount.orElse(seen.vertexCount()),
            (long) ((double) seen.edgeCount() / samples * pieces), samples == pieces);
    }

    /** What the file has room for: a header may promise anything. */
    private long mostEdges() {
        return 1 + length * (file.packed() ? MOST_UNPACKED : 1) / BYTES_OF_SHORTEST_EDGE;
    }

    /** Of a large file as many edges are there as its beginning has for each packed byte. */
    private GraphSize begin() {
        final EdgeBatch batch = new EdgeBatch();
        EdgeScan seen = new EdgeScan(0, -1);
        try (TextEdgeCursor cursor = open(0, 1, BUFFER_BYTES)) {
            while (cursor.next(batch)) {
                seen = seen.merge(new EdgeScan(batch.count(), batch.maxVertex()));
                if (seen.edgeCount() >= PACKED_EDGES) {
                    final double part = (double) cursor.packedBytes() / Math.max(1, length);
                    return new GraphSize(vertexCount.orElse(seen.vertexCount()),
                        (long) (seen.edgeCount() / Math.min(1, part)), false);
                }
            }
        }
        return new GraphSize(vertexCount.orElse(seen.vertexCount()), seen.edgeCount(), true);
    }

    /** The part that owns the one indivisible piece reads to its unknown end. */
    private PartRange packedRange(final PartRange piece) {
        return new PartRange(0, piece.end() > piece.start() ? UNKNOWN_END : 0);
    }
}
