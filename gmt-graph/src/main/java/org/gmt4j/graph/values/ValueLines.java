package org.gmt4j.graph.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * Lines of one part of a file of values. Parts of packed files are packed each by itself: one behind the other they are
 * a packed file again. Owned by one thread; per line.
 */
final class ValueLines implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_NUMBER = 20;

    private final OutputStream out;
    private final byte[] begin;
    private final byte[] middle;
    private final byte[] end;
    private final byte[] digits = new byte[LONGEST_NUMBER];

    /** @param file is made; must not be there */
    ValueLines(final Path file, final ValueFormat format, final boolean isPacked, final String column)
        throws IOException {
        final OutputStream bytes = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        out = new BufferedOutputStream(isPacked ? new GZIPOutputStream(bytes, BUFFER) : bytes, BUFFER);
        begin = format.begin();
        middle = format.middle(column);
        end = format.end();
    }

    void header(final byte[] line) throws IOException {
        out.write(line);
    }

    void add(final long id, final long value) throws IOException {
        out.write(begin);
        number(id);
        out.write(middle);
        number(value);
        out.write(end);
    }

    /** @param value finite */
    void add(final long id, final double value) throws IOException {
        out.write(begin);
        number(id);
        out.write(middle);
        out.write(Double.toString(value).getBytes(StandardCharsets.US_ASCII));
        out.write(end);
    }

    private void number(final long value) throws IOException {
        int at = LONGEST_NUMBER;
        long rest = value;
        do {
            digits[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            digits[--at] = '-';
        }
        out.write(digits, at, LONGEST_NUMBER - at);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
