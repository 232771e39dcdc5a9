package org.gmt4j.graph.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.gmt4j.graph.GraphException;

/** Reads the first lines of a text file and knows where the next one begins. Owned by one thread; set-up. */
final class HeaderReader implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 16;

    private final TextFile file;
    private final InputStream in;
    private long offset;
    private long line;

    HeaderReader(final TextFile file) {
        this.file = file;
        this.offset = file.textOffset();
        this.in = new BufferedInputStream(file.openAt(offset));
    }

    /** Whether the next line begins with a character of ASCII. */
    boolean isNext(final char first) {
        try {
            in.mark(1);
            final boolean isNext = in.read() == first;
            in.reset();
            return isNext;
        } catch (final IOException e) {
            throw file.failed(e);
        }
    }

    /** The next line, trimmed, or null at the end of the file. */
    String nextLine() {
        final StringBuilder text = new StringBuilder();
        line++;
        try {
            int c = in.read();
            if (c < 0) {
                return null;
            }
            for (; c >= 0 && c != '\n'; c = in.read()) {
                offset++;
                if (text.length() == LONGEST_LINE) {
                    throw malformed("line is longer than " + LONGEST_LINE + " bytes");
                }
                text.append((char) c);
            }
            offset += c == '\n' ? 1 : 0;
        } catch (final IOException e) {
            throw file.failed(e);
        }
        return new String(text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).trim();
    }

    /** Offset of the first byte after the last line read. */
    long offset() {
        return offset;
    }

    RuntimeException malformed(final String reason) {
        return file.malformed(GraphException.MALFORMED_HEADER, line, reason);
    }

    /** A count in the header: a plain non-negative number. */
    long count(final String text, final String what, final long limit) {
        try {
            final long value = Long.parseLong(text);
            if (value >= 0 && value <= limit && Decimal.isPlain(text)) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // reported below, together with numbers out of range
        }
        throw malformed("expected the " + what + " (0.." + limit + "), found \"" + text + "\"");
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
