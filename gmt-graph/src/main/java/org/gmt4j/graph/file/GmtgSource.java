package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.PartRange;

/**
 * A {@code .gmtg} file, format in the package's description. Any thread; vertex names are read when the first one is
 * asked for. A file that another one takes the place of is read no further.
 */
public final class GmtgSource implements EdgeSource {
    private static final int SAMPLE = 1 << 12;

    private final KnownFile file;
    private final GmtgHeader header;
    private final long extent;
    private volatile String[] names;        // benign race: two threads may both read the same names
    private volatile MappedLongs ids;       // benign race: two threads may both map the same ids

    private GmtgSource(final KnownFile file, final GmtgHeader header, final long extent) {
        this.file = file;
        this.header = header;
        this.extent = extent;
    }

    /** Reads and checks the header. */
    public static GmtgSource open(final Path file) {
        try {
            final KnownFile known = KnownFile.of(file);
            try (FileChannel channel = known.open()) {
                final GmtgHeader header = GmtgHeader.decode(read(channel, 0, GmtgHeader.LENGTH), file, channel.size());
                return new GmtgSource(known, header, extent(channel));
            }
        } catch (final IOException e) {
            throw GraphException.unreadable(file, e);
        }
    }

    /** Files of two graphs that are as large differ in their beginning, middle or end. */
    private static long extent(final FileChannel channel) throws IOException {
        final long last = Math.max(0, channel.size() - SAMPLE);
        long hash = channel.size();
        for (final long position : new long[] {0, last / 2, last}) {
            hash = 31 * hash + read(channel, position, SAMPLE).hashCode();
        }
        return hash == 0 ? 1 : hash;
    }

    /** So many bytes, or those that are there. */
    private static ByteBuffer read(final FileChannel channel, final long position, final int length)
        throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
            continue;
        }
        return bytes.flip();
    }

    @Override
    public String name() {
        return header.name();
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(header.vertexCount());
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(header.edgeCount());
    }

    @Override
    public long extent() {
        return extent;
    }

    @Override
    public boolean directed() {
        return header.directed();
    }

    @Override
    public boolean weighted() {
        return header.weighted();
    }

    /** Parts are ranges of edges in the file's order. */
    @Override
    public EdgeCursor open(final int part, final int parts) {
        final PartRange edges = PartRange.of(header.edgeCount(), part, parts);
        return new GmtgCursor(file, header, edges.start(), edges.end());
    }

    /** The edges whose source is in {@code first .. end-1}, for the owner of these vertices. */
    public EdgeCursor openVertices(final long first, final long end) {
        if (first < 0 || first > end || end > header.vertexCount()) {
            throw new IndexOutOfBoundsException(
                file.path() + ": vertices " + first + ".." + end + " of " + header.vertexCount());
        }
        return GmtgCursor.ofVertices(file, header, first, end);
    }

    @Override
    public boolean hasVertexNames() {
        return header.namesOffset() != 0;
    }

    @Override
    public String vertexName(final long vertex) {
        if (!hasVertexNames()) {
            return Long.toString(vertex);
        }
        if (names == null) {
            names = readNames();
        }
        return names[(int) vertex];
    }

    @Override
    public Ids ids() {
        return header.ids();
    }

    @Override
    public long originalId(final long vertex) {
        switch (header.ids()) {
            case SAME:
                return vertex;
            case FROM_ONE:
                return vertex + 1;
            default:
                if (ids == null) {
                    ids = MappedLongs.of(file, header.idsOffset(), header.vertexCount());
                }
                return ids.get(vertex);
        }
    }

    private String[] readNames() {
        final int length = Math.toIntExact(header.fileLength() - header.namesOffset());
        final ByteBuffer bytes;
        try (FileChannel channel = file.open()) {
            bytes = read(channel, header.namesOffset(), length);
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
        final String[] lines = new String(bytes.array(), StandardCharsets.UTF_8).split("\n");
        if (lines.length != header.vertexCount()) {
            throw GmtgHeader.malformed(file.path(), GraphException.TRUNCATED,
                "expected " + header.vertexCount() + " vertex names, found " + lines.length);
        }
        return lines;
    }
}
