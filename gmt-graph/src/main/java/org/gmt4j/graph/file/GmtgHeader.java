package org.gmt4j.graph.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeSource;

/**
 * The first {@link #LENGTH} bytes of a {@code .gmtg} file and the positions that follow from them; drawn in the
 * package's description.
 *
 * @param namesOffset position of the vertex names, 0 without
 * @param fileLength  length of the whole file
 */
record GmtgHeader(String name, boolean directed, boolean weighted, EdgeSource.Ids ids, long vertexCount,
                  long edgeCount, long namesOffset,
                  long fileLength) {
    static final int LENGTH = 128;
    static final long MAX_VERTICES = Integer.MAX_VALUE - 8;
    private static final long MAGIC = ByteBuffer.wrap("GMTGRAPH".getBytes(StandardCharsets.US_ASCII))
        .order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int VERSION = 1;
    private static final int DIRECTED = 1;
    private static final int WEIGHTED = 2;
    private static final int IDS_LISTED = 4;
    private static final int IDS_FROM_ONE = 8;
    private static final int NAME_OFFSET = 48;
    private static final int MAX_NAME = LENGTH - NAME_OFFSET - Short.BYTES;

    static long offsetsOffset() {
        return LENGTH;
    }

    long targetsOffset() {
        return LENGTH + Long.BYTES * (vertexCount + 1);
    }

    long weightsOffset() {
        return targetsOffset() + Integer.BYTES * edgeCount;
    }

    /** Original ids, where they are listed. */
    long idsOffset() {
        return weightsOffset() + (weighted ? Integer.BYTES * edgeCount : 0);
    }

    /** First byte after offsets, targets, weights and ids. */
    long edgesEnd() {
        return idsOffset() + (ids == EdgeSource.Ids.LISTED ? Long.BYTES * vertexCount : 0);
    }

    GmtgHeader withNames(final long offset, final long length) {
        return new GmtgHeader(name, directed, weighted, ids, vertexCount, edgeCount, offset, length);
    }

    ByteBuffer encode() {
        final ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MAGIC).putInt(VERSION).putInt((directed ? DIRECTED : 0) | (weighted ? WEIGHTED : 0) | flag(ids));
        bytes.putLong(vertexCount).putLong(edgeCount).putLong(namesOffset).putLong(fileLength);
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        final byte[] cut = Arrays.copyOf(text, Math.min(text.length, MAX_NAME));
        bytes.putShort((short) cut.length).put(cut);
        return bytes.clear();
    }

    /** Reads and checks a header; {@code bytes} are the file's first {@link #LENGTH} or fewer, ready to be read. */
    static GmtgHeader decode(final ByteBuffer bytes, final Path file, final long actualLength) {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < Long.BYTES || bytes.getLong(0) != MAGIC) {
            throw malformed(file, GraphException.MALFORMED_HEADER, "not a .gmtg file: it does not begin with GMTGRAPH");
        }
        if (bytes.remaining() < LENGTH) {
            throw malformed(file, GraphException.TRUNCATED, "the header is cut off at " + bytes.remaining() + " bytes");
        }
        if (bytes.getInt(8) != VERSION) {
            throw malformed(file, GraphException.MALFORMED_HEADER,
                "version " + bytes.getInt(8) + " of the format; this program reads version " + VERSION);
        }
        final int flags = bytes.getInt(12);
        final byte[] text = new byte[Math.max(0, Math.min(bytes.getShort(NAME_OFFSET), MAX_NAME))];
        bytes.get(NAME_OFFSET + Short.BYTES, text);
        final GmtgHeader header = new GmtgHeader(new String(text, StandardCharsets.UTF_8), (flags & DIRECTED) != 0,
            (flags & WEIGHTED) != 0, ids(flags), bytes.getLong(16), bytes.getLong(24), bytes.getLong(32),
            bytes.getLong(40));
        header.check(file, actualLength);
        return header;
    }

    private static int flag(final EdgeSource.Ids ids) {
        return ids == EdgeSource.Ids.LISTED ? IDS_LISTED : ids == EdgeSource.Ids.FROM_ONE ? IDS_FROM_ONE : 0;
    }

    private static EdgeSource.Ids ids(final int flags) {
        return (flags & IDS_LISTED) != 0 ? EdgeSource.Ids.LISTED : (flags & IDS_FROM_ONE) != 0 ? EdgeSource.Ids.FROM_ONE
            : EdgeSource.Ids.SAME;
    }

    private void check(final Path file, final long actualLength) {
        if (vertexCount < 0 || vertexCount > MAX_VERTICES || edgeCount < 0 || edgeCount > Long.MAX_VALUE / 16) {
            throw malformed(file, GraphException.MALFORMED_HEADER,
                "impossible size: " + vertexCount + " vertices, " + edgeCount + " edges");
        }
        if (actualLength != fileLength) {
            throw malformed(file, GraphException.TRUNCATED, "the header promises " + fileLength
                + " bytes, the file has "
                + actualLength + "; is it complete?");
        }
        final boolean fits = namesOffset == 0 ? fileLength == edgesEnd()
            : namesOffset == edgesEnd() && fileLength >= namesOffset + vertexCount;
        if (!fits) {
            throw malformed(file, GraphException.MALFORMED_HEADER, "its sections do not fit into " + fileLength
                + " bytes");
        }
    }

    static GraphFormatException malformed(final Path file, final int code, final String reason) {
        return new GraphFormatException(code, file.toString(), GraphFormatException.WHOLE_FILE, reason);
    }
}
