package org.gmt4j.graph.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.table.ValueRows;

/**
 * Lines of one part of a file of values. Parts of packed files are packed each by itself: one behind the other they are
 * a packed file again. Owned by one thread; per line.
 */
final class ValueLines implements ValueRows {
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_NUMBER = 20;

    private final OutputStream out;
    private final ValueFormat format;
    private final byte[] begin;
    private final byte[] middle;
    private final byte[] end;
    private final byte[] digits = new byte[LONGEST_NUMBER];

    /** @param file is made; must not be there */
    ValueLines(final Path file, final ValueFormat format, final boolean isPacked, final String column)
        throws IOException {
        final OutputStream bytes = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        out = new BufferedOutputStream(isPacked ? new GZIPOutputStream(bytes, BUFFER) : bytes, BUFFER);
        this.format = format;
        begin = format.begin();
        middle = format.middle(column);
        end = format.end();
    }

    /**
     * Opens a part of a file.
     *
     * @param isFirst of the file's parts
     */
    static ValueLines open(final Path part, final Path file, final String column, final boolean isFirst)
        throws IOException {
        final ValueFormat format = ValueFormat.of(file);
        final ValueLines lines = new ValueLines(part, format, ValueFormat.isPacked(file), column);
        if (isFirst) {
            lines.header(format.header(column));
        }
        return lines;
    }

    void header(final byte[] line) throws IOException {
        out.write(line);
    }

    @Override
    public void add(final long id, final long value) throws IOException {
        out.write(begin);
        number(id);
        out.write(middle);
        number(value);
        out.write(end);
    }

    @Override
    public void add(final long id, final double value) throws IOException {
        out.write(begin);
        number(id);
        out.write(middle);
        real(value);
        out.write(end);
    }

    @Override
    public void add(final byte[] vertex, final long value) throws IOException {
        out.write(begin);
        format.text(vertex, out);
        out.write(middle);
        number(value);
        out.write(end);
    }

    @Override
    public void add(final byte[] vertex, final double value) throws IOException {
        out.write(begin);
        format.text(vertex, out);
        out.write(middle);
        real(value);
        out.write(end);
    }

    @Override
    public void add(final byte[] vertex, final byte[] value) throws IOException {
        out.write(begin);
        format.text(vertex, out);
        out.write(middle);
        format.text(value, out);
        out.write(end);
    }

    private void real(final double value) throws IOException {
        out.write(Double.toString(value).getBytes(StandardCharsets.US_ASCII));
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
