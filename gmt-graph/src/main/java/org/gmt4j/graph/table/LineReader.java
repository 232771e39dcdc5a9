package org.gmt4j.graph.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.TextFile;

/**
 * Reads the lines whose first byte lies in {@code [start, end)} of a file. Owned by one thread. Per line: allocates
 * where a line is longer than all before.
 */
final class LineReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final int LONGEST_LINE = 1 << 26;

    private final TextFile file;
    private final InputStream in;
    private final long end;
    private byte[] buffer;
    /** Offset in the file of the first byte of the buffer. */
    private long base;
    private int position;
    private int filled;
    private boolean isAtEndOfFile;
    private int lineStart;
    private int lineEnd;

    /** @param bodyOffset where the first line begins */
    LineReader(final TextFile file, final long bodyOffset, final long start, final long end) {
        this(file, bodyOffset, start, end, BUFFER_BYTES);
    }

    /** For tests: a small buffer makes every line cross its end. */
    LineReader(final TextFile file, final long bodyOffset, final long start, final long end, final int bufferBytes) {
        this.file = file;
        this.end = end;
        buffer = new byte[bufferBytes];
        // the byte before tells whether a line begins here
        base = start > bodyOffset && start < end ? start - 1 : start;
        in = start < end ? file.openAt(base) : InputStream.nullInputStream();
        if (start < end && start > bodyOffset) {
            findLineEnd();
        }
    }

    /** Goes to the next line; false behind the last one. */
    boolean next() {
        if (base + position >= end) {
            return false;
        }
        final boolean isThere = findLineEnd();
        if (!isThere && end != Long.MAX_VALUE) {
            throw file.shortened();
        }
        return isThere;
    }

    private boolean findLineEnd() {
        int at = position;
        while (true) {
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            if (at < filled || isAtEndOfFile) {
                break;
            }
            final int looked = at - position;
            readMore();
            at = position + looked;
        }
        if (at == filled && position == filled) {
            return false;
        }
        lineStart = position;
        lineEnd = at > position && buffer[at - 1] == '\r' ? at - 1 : at;
        position = Math.min(filled, at + 1);
        return true;
    }

    private void readMore() {
        System.arraycopy(buffer, position, buffer, 0, filled - position);
        base += position;
        filled -= position;
        position = 0;
        if (filled == buffer.length) {
            if (filled >= LONGEST_LINE) {
                throw file.malformed(GraphException.MALFORMED_LINE, file.lineNumber(base), "line is longer than "
                    + LONGEST_LINE + " bytes");
            }
            buffer = Arrays.copyOf(buffer, 2 * filled);
        }
        final int length = file.read(in, buffer, filled, buffer.length - filled);
        if (length <= 0) {
            isAtEndOfFile = true;
        } else {
            filled += length;
        }
    }

    byte[] buffer() {
        return buffer;
    }

    int lineStart() {
        return lineStart;
    }

    /** Behind the last byte of the line, its line break left out. */
    int lineEnd() {
        return lineEnd;
    }

    /** Of the line, counted from one. Reads the file up to there: for errors only. */
    long lineNumber() {
        return file.lineNumber(base + lineStart);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
    }
}
