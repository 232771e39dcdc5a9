package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeScan;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Writes {@code .el}, {@code .wel} and {@code .mtx}, packed where the name ends in {@code .gz}. Owned by one thread. An
 * edge list loses isolated vertices at the end, the graph's name and, being directed by definition, the fact that a
 * graph is undirected; {@code .mtx} and {@code .gmtg} do not. Weights are written as they are read; a matrix is
 * {@code real} where one of them is not whole, and {@code integer} otherwise.
 */
final class TextEdgeWriter {
    private static final int PACKED_BUFFER = 1 << 16;

    private final EdgeSource source;
    private final EdgeProgress progress;
    private final WeightText text;
    private final boolean matrix;
    private final boolean weights;
    private final boolean packed;
    private long edges;
    /** By the header of a matrix. */
    private long promised;
    private long maxVertex = -1;

    private TextEdgeWriter(final EdgeSource source, final EdgeProgress progress, final String extension,
                           final boolean packed) {
        this.packed = packed;
        this.source = source;
        this.text = new WeightText(source.weightKind());
        this.progress = progress;
        this.matrix = extension.equals("mtx");
        this.weights = extension.equals("wel") || matrix && source.weighted();
    }

    static GraphFileSummary write(final EdgeSource source, final Path file, final EdgeProgress progress) {
        final String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        final TextEdgeWriter writer = new TextEdgeWriter(source, progress, GraphFiles.unpackedExtension(name),
            name.endsWith(".gz"));
        final long length = AtomicFile.write(file, writer::writeTo);
        return new GraphFileSummary(source.vertexCount().orElse(writer.maxVertex + 1), writer.edges, length);
    }

    /** What is said where a second look at edges has found others than the first one. */
    static String changed(final EdgeSource source) {
        return source.name() + " has other edges than when it was read first: it has changed meanwhile; read it again";
    }

    private void writeTo(final FileChannel channel) throws IOException {
        if (!packed) {
            writeTo(new SectionWriter(channel, 0));
            return;
        }
        final GZIPOutputStream stream = new GZIPOutputStream(Channels.newOutputStream(channel), PACKED_BUFFER);
        writeTo(new SectionWriter(Channels.newChannel(stream)));
        stream.finish();        // the channel is not ours to close
    }

    private void writeTo(final SectionWriter out) throws IOException {
        if (matrix) {
            writeMatrixHeader(out);
        }
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = source.open(0, 1)) {
            while (cursor.next(batch)) {
                writeBatch(batch, out);
            }
        }
        if (matrix && edges != promised) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE, changed(source));
        }
        source.checkTotal(edges);
        out.flush();
    }

    private void writeMatrixHeader(final SectionWriter out) throws IOException {
        EdgeScan scan = new EdgeScan(0, -1);
        boolean areWhole = true;
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = source.open(0, 1)) {
            while (cursor.next(batch)) {
                scan = scan.merge(new EdgeScan(batch.count(), batch.maxVertex()));
                areWhole = areWhole && text.areWhole(batch);
            }
        }
        promised = scan.edgeCount();
        final long vertices = source.vertexCount().orElse(scan.vertexCount());
        final String field = !weights ? "pattern" : areWhole ? "integer" : "real";
        out.putBytes(("%%MatrixMarket matrix coordinate " + field
            + (source.directed() ? " general" : " symmetric") + "\n").getBytes(StandardCharsets.US_ASCII));
        out.putBytes((vertices + " " + vertices + " " + promised + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void writeBatch(final EdgeBatch batch, final SectionWriter out) throws IOException {
        final int base = matrix ? 1 : 0;
        final boolean lowerTriangle = matrix && !source.directed();
        for (int i = 0; i < batch.count(); i++) {
            final long s = batch.source(i);
            final long t = batch.target(i);
            final boolean swap = lowerTriangle && s < t;
            out.putDecimal((swap ? t : s) + base);
            out.putByte(' ');
            out.putDecimal((swap ? s : t) + base);
            if (weights) {
                out.putByte(' ');
                text.put(batch.word(i), out);
            }
            out.putByte('\n');
        }
        edges += batch.count();
        maxVertex = Math.max(maxVertex, batch.maxVertex());
        progress.edgesDone("writing", edges);
    }
}
