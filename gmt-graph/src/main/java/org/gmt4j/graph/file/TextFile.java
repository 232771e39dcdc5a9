package org.gmt4j.graph.file;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;

/**
 * A text file, packed or not, addressed by offsets in its unpacked bytes. Immutable, any thread.
 *
 * @param path   the file
 * @param packed whether it is read through gunzip
 */
public record TextFile(Path path, boolean packed) {
    private static final int PACKED_BUFFER = 1 << 16;

    /** Number of bytes of the file; how many a packed one has when it is unpacked nobody knows. */
    public long length() {
        try {
            return Files.size(path);
        } catch (final IOException e) {
            throw GraphException.unreadable(path, e);
        }
    }

    /**
     * Offset of the first byte that is text: behind a byte-order mark of UTF-8, which means nothing here.
     *
     * @throws GraphFormatException where the mark says that the file is in another encoding
     */
    public long textOffset() {
        final byte[] head = new byte[4];
        final int length;
        try (InputStream in = openAt(0)) {
            length = in.readNBytes(head, 0, head.length);
        } catch (final IOException e) {
            throw failed(e);
        }
        if (length >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF) {
            return 3;
        }
        final boolean isLittle = length >= 2 && head[0] == (byte) 0xFF && head[1] == (byte) 0xFE;
        final boolean isBig = length >= 2 && head[0] == (byte) 0xFE && head[1] == (byte) 0xFF;
        if (isLittle || isBig) {
            throw malformed(GraphException.FOREIGN_ENCODING, 1,
                "begins with the byte-order mark " + (isLittle ? "FF FE" : "FE FF")
                + ", so its text is UTF-16; expected UTF-8. Convert it: "
                + (packed ? "zcat " + path + " | iconv -f UTF-16 -t UTF-8 | gzip > FILE"
                : "iconv -f UTF-16 -t UTF-8 " + path + " > FILE"));
        }
        return 0;
    }

    /** Opens the unpacked bytes from {@code offset} on. */
    public InputStream openAt(final long offset) {
        try {
            return packed ? unpackFrom(offset) : channelAt(offset);
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    private InputStream channelAt(final long offset) throws IOException {
        return Channels.newInputStream(FileChannel.open(path, StandardOpenOption.READ).position(offset));
    }

    private InputStream unpackFrom(final long offset) throws IOException {
        final InputStream file = Files.newInputStream(path);
        try {
            final InputStream in = new Unpacked(new CountedStream(file));
            in.skipNBytes(offset);
            return in;
        } catch (final IOException e) {
            file.close();
            throw e;
        }
    }

    /** Counts the bytes that are read. Owned by one thread. */
    private static final class CountedStream extends FilterInputStream {
        private long count;

        CountedStream(final InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            final int b = in.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(final byte[] buffer, final int offset, final int length) throws IOException {
            final int read = in.read(buffer, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }

    /** What a packed file has. Owned by one thread. */
    private static final class Unpacked extends GZIPInputStream {
        private final CountedStream packed;

        Unpacked(final CountedStream packed) throws IOException {
            super(packed, PACKED_BUFFER);
            this.packed = packed;
        }
    }

    /** Bytes of the packed file that an open stream has taken so far, some of them ahead. */
    static long packedBytes(final InputStream in) {
        return ((Unpacked) in).packed.count;
    }

    /** Reads like {@link InputStream#read(byte[], int, int)}, with errors that name the file. */
    public int read(final InputStream in, final byte[] buffer, final int offset, final int length) {
        try {
            return in.read(buffer, offset, length);
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** The words for a failure of the streams that are opened here. */
    public GraphException failed(final IOException failure) {
        return failure instanceof EOFException ? new GraphFormatException(GraphException.TRUNCATED, path.toString(),
            GraphFormatException.WHOLE_FILE, "the packed file ends too early; is it complete?")
            : GraphException.unreadable(path, failure);
    }

    /**
     * One-based number of the line that holds the byte at {@code offset}. Reads the file up to there: for errors only.
     */
    public long lineNumber(final long offset) {
        try (InputStream in = new BufferedInputStream(openAt(0), PACKED_BUFFER)) {
            long line = 1;
            for (long i = 0; i < offset; i++) {
                if (in.read() == '\n') {
                    line++;
                }
            }
            return line;
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** What was there when this file was opened is gone. */
    public GraphException shortened() {
        return new GraphException(GraphException.VERTEX_OUT_OF_RANGE, path + " has become shorter while it was read:"
            + " leave the file alone, and run again");
    }

    /** An error of a line of this file, see {@link GraphFormatException}. */
    public GraphFormatException malformed(final int code, final long line, final String reason) {
        return new GraphFormatException(code, path.toString(), line, reason);
    }
}
