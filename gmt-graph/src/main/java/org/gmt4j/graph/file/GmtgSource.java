package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.PartRange;

/**
 * A {@code .gmtg} file, format in the package's description. Any thread; vertex names are read when the first one is
 * asked for.
 */
public final class GmtgSource implements EdgeSource {
    private final Path file;
    private final GmtgHeader header;
    private volatile String[] names;        // benign race: two threads may both read the same names
    private volatile MappedLongs ids;       // benign race: two threads may both map the same ids

    private GmtgSource(final Path file, final GmtgHeader header) {
        this.file = file;
        this.header = header;
    }

    /** Reads and checks the header. */
    public static GmtgSource open(final Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final ByteBuffer bytes = ByteBuffer.allocate(GmtgHeader.LENGTH);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                continue;
            }
            return new GmtgSource(file, GmtgHeader.decode(bytes.flip(), file, channel.size()));
        } catch (final IOException e) {
            throw GraphException.unreadable(file, e);
        }
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
                file + ": vertices " + first + ".." + end + " of " + header.vertexCount());
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
        final ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(header.fileLength() - header.namesOffset()));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(header.namesOffset());
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                continue;
            }
        } catch (final IOException e) {
            throw GraphException.unreadable(file, e);
        }
        final String[] lines = new String(bytes.array(), StandardCharsets.UTF_8).split("\n");
        if (lines.length != header.vertexCount()) {
            throw GmtgHeader.malformed(file, GraphException.TRUNCATED,
                "expected " + header.vertexCount() + " vertex names, found " + lines.length);
        }
        return lines;
    }
}
