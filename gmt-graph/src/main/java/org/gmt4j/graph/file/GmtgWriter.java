package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Writes a source as {@code .gmtg} in one process without holding its edges: one pass counts degrees, then each further
 * pass collects, sorts and writes the vertices whose edges fit into the budget (an eighth of the heap). Memory: that
 * and 4 bytes per vertex. Owned by one thread.
 */
public final class GmtgWriter {
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final EdgeSource source;
    private final EdgeProgress progress;
    private final long budgetEdges;
    private int[] degrees;
    private GmtgHeader header;
    private long handled;

    GmtgWriter(final EdgeSource source, final EdgeProgress progress, final long budgetEdges) {
        this.source = source;
        this.progress = progress;
        this.budgetEdges = Math.min(budgetEdges, MAX_ARRAY);
    }

    public static GraphFileSummary write(final EdgeSource source, final Path file, final EdgeProgress progress) {
        final long budget = Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 8 / Long.BYTES);
        return new GmtgWriter(source, progress, budget).writeTo(file);
    }

    GraphFileSummary writeTo(final Path file) {
        count();
        final long length = AtomicFile.write(file, this::writeSections);
        return new GraphFileSummary(header.vertexCount(), header.edgeCount(), length);
    }

    private void count() {
        final long vertices = source.countVertices();
        if (vertices > GmtgHeader.MAX_VERTICES) {
            throw new GraphException(GraphException.TOO_LARGE, source.name() + ": " + vertices
                + " vertices exceed the limit of a .gmtg file, " + GmtgHeader.MAX_VERTICES);
        }
        degrees = new int[(int) vertices];
        handled = 0;
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                if (batch.source(i) >= degrees.length) {
                    throw changed();
                }
                degrees[(int) batch.source(i)]++;
            }
            report("counting", batch.count());
        });
        source.checkTotal(handled);
        header = new GmtgHeader(source.name(), source.directed(), source.weighted(), source.ids(), vertices,
            handled, 0, 0);
        header = header.withNames(0, header.edgesEnd());
    }

    private void report(final String step, final int edges) {
        handled += edges;
        progress.edgesDone(step, handled);
    }

    private void writeSections(final FileChannel channel) throws IOException {
        writeOffsets(new SectionWriter(channel, GmtgHeader.offsetsOffset()));
        handled = 0;
        final SectionWriter targets = new SectionWriter(channel, header.targetsOffset());
        final SectionWriter weights = new SectionWriter(channel, header.weightsOffset());
        for (int first = 0; first < degrees.length; ) {
            final int end = endOfRange(first);
            writeRange(first, end, targets, weights);
            first = end;
        }
        targets.flush();
        weights.flush();
        if (header.ids() == EdgeSource.Ids.LISTED) {
            writeIds(new SectionWriter(channel, header.idsOffset()));
        }
        if (source.hasVertexNames()) {
            writeNames(new SectionWriter(channel, header.edgesEnd()));
        }
        final ByteBuffer bytes = header.encode();
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    private void writeOffsets(final SectionWriter out) throws IOException {
        long offset = 0;
        for (final int degree : degrees) {
            out.putLong(offset);
            offset += degree;
        }
        out.putLong(offset);
        out.flush();
    }

    private int endOfRange(final int first) {
        long edges = degrees[first];
        int end = first + 1;
        while (end < degrees.length && edges + degrees[end] <= budgetEdges) {
            edges += degrees[end++];
        }
        return end;
    }

    private void writeRange(final int first, final int end, final SectionWriter targets, final SectionWriter weights)
        throws IOException {
        final int[] next = new int[end - first + 1];
        for (int v = first; v < end; v++) {
            next[v - first + 1] = Math.addExact(next[v - first], degrees[v]);
        }
        final int[] starts = next.clone();
        final long[] edges = new long[next[end - first]];      // target in the upper half, weight in the lower
        source.forEachEdge(0, 1, batch -> collect(batch, first, end, starts, next, edges));
        for (int i = 0; i < end - first; i++) {
            if (next[i] != starts[i + 1]) {
                throw changed();
            }
            Arrays.sort(edges, starts[i], starts[i + 1]);
        }
        for (final long edge : edges) {
            targets.putInt((int) (edge >>> 32));
            if (header.weighted()) {
                weights.putInt((int) edge);
            }
        }
    }

    private void collect(final EdgeBatch batch, final int first, final int end, final int[] starts, final int[] next,
                         final long[] edges) {
        int taken = 0;
        for (int i = 0; i < batch.count(); i++) {
            final long vertex = batch.source(i);
            if (vertex >= first && vertex < end) {
                final int row = (int) vertex - first;
                if (next[row] == starts[row + 1]) {
                    throw changed();
                }
                edges[next[row]++] = batch.target(i) << 32 | batch.weight(i) & 0xFFFF_FFFFL;
                taken++;
            }
        }
        report("writing", taken);
    }

    /** A later look at the edges has found others than the first one. */
    private GraphException changed() {
        return new GraphException(GraphException.VERTEX_OUT_OF_RANGE, TextEdgeWriter.changed(source));
    }

    private void writeIds(final SectionWriter out) throws IOException {
        for (long v = 0; v < header.vertexCount(); v++) {
            out.putLong(source.originalId(v));
        }
        out.flush();
    }

    private void writeNames(final SectionWriter out) throws IOException {
        for (long v = 0; v < header.vertexCount(); v++) {
            out.putBytes(source.vertexName(v).getBytes(StandardCharsets.UTF_8));
            out.putByte('\n');
        }
        header = header.withNames(header.edgesEnd(), out.flush());
    }
}
