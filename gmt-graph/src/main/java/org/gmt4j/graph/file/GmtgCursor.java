package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;

/** Reads a range of edges of a {@code .gmtg} file, one batch per read. Owned by one thread; grade: per command. */
final class GmtgCursor implements EdgeCursor {
    private static final int WINDOW = 1024;

    private final KnownFile file;
    private final GmtgHeader header;
    private final FileChannel channel;
    private final ByteBuffer targets = buffer(EdgeBatch.CAPACITY * Integer.BYTES);
    private final ByteBuffer weights = buffer(EdgeBatch.CAPACITY * Integer.BYTES);
    private final ByteBuffer window = buffer(WINDOW * Long.BYTES);
    private long windowStart;
    private long windowEnd;
    private final long end;
    private long edge;
    private long vertex;
    private long vertexEnd;     // first edge of the next vertex

    GmtgCursor(final KnownFile file, final GmtgHeader header, final long first, final long end) {
        this.file = file;
        this.header = header;
        this.edge = first;
        this.end = end;
        try {
            this.channel = file.open();
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
        if (first < end) {
            vertex = vertexOf(first);
            vertexEnd = endOf(vertex, first);
        }
    }

    static GmtgCursor ofVertices(final KnownFile file, final GmtgHeader header, final long first, final long end) {
        try (GmtgCursor offsets = new GmtgCursor(file, header, 0, 0)) {
            return new GmtgCursor(file, header, offsets.offset(first), offsets.offset(end));
        }
    }

    private static ByteBuffer buffer(final int length) {
        return ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The last vertex whose first edge is not after {@code position}. */
    private long vertexOf(final long position) {
        long low = 0;
        long high = header.vertexCount() - 1;
        while (low < high) {
            final long middle = (low + high + 1) >>> 1;
            if (offset(middle) <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long offset(final long index) {
        if (index < windowStart || index >= windowEnd) {
            windowStart = index;
            windowEnd = Math.min(header.vertexCount() + 1, index + WINDOW);
            read(window, GmtgHeader.offsetsOffset() + Long.BYTES * index, (int) (windowEnd - index) * Long.BYTES);
        }
        return window.getLong((int) (index - windowStart) * Long.BYTES);
    }

    private void read(final ByteBuffer bytes, final long position, final int length) {
        bytes.clear().limit(length);
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, position + bytes.position()) < 0) {
                    throw GmtgHeader.malformed(file.path(), GraphException.TRUNCATED,
                        "the file became shorter while it was read");
                }
            }
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
    }

    @Override
    public boolean next(final EdgeBatch batch) {
        batch.clear();
        final int count = (int) Math.min(EdgeBatch.CAPACITY, end - edge);
        if (count <= 0) {
            return false;
        }
        read(targets, header.targetsOffset() + Integer.BYTES * edge, count * Integer.BYTES);
        final boolean weighted = header.weighted();
        if (weighted) {
            read(weights, header.weightsOffset() + Integer.BYTES * edge, count * Integer.BYTES);
        }
        for (int i = 0; i < count; i++) {
            if (edge >= vertexEnd) {
                advanceVertex();
            }
            final int target = targets.getInt(i * Integer.BYTES);
            if (target < 0 || target >= header.vertexCount()) {
                throw malformed("edge " + edge + " leads to vertex " + target);
            }
            batch.add(vertex, target, weighted ? weights.getInt(i * Integer.BYTES) : 1);
            edge++;
        }
        return true;
    }

    private void advanceVertex() {
        while (vertexEnd <= edge) {
            if (++vertex >= header.vertexCount()) {
                throw malformed("edge " + edge + " belongs to no vertex");
            }
            vertexEnd = endOf(vertex, vertexEnd);
        }
    }

    private long endOf(final long index, final long atLeast) {
        final long next = offset(index + 1);
        if (next < atLeast || next > header.edgeCount()) {
            throw malformed("offset " + next + " of vertex " + (index + 1) + " is out of order");
        }
        return next;
    }

    private RuntimeException malformed(final String what) {
        return GmtgHeader.malformed(file.path(), GraphException.MALFORMED_HEADER, "damaged: " + what);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
    }
}
