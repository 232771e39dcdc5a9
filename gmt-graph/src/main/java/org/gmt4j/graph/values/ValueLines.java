package org.gmt4j.graph.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.table.TableEngine.Column;
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
    private final byte[][] befores;
    private final byte[] end;
    private final byte[] digits = new byte[LONGEST_NUMBER];
    private int cell;

    /**
     * @param part    is made; must not be there
     * @param isFirst of the file's parts
     */
    ValueLines(final Path part, final ValueFormat format, final boolean isPacked, final List<Column> columns,
               final boolean isFirst) throws IOException {
        final OutputStream bytes = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        out = new BufferedOutputStream(isPacked ? new GZIPOutputStream(bytes, BUFFER) : bytes, BUFFER);
        this.format = format;
        befores = format.befores(columns);
        end = format.end();
        if (isFirst) {
            out.write(format.header(columns));
        }
    }

    @Override
    public void add(final long value) throws IOException {
        out.write(befores[cell++]);
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
    public void add(final double value) throws IOException {
        out.write(befores[cell++]);
        out.write(format.real(value));
    }

    @Override
    public void add(final byte[] text) throws IOException {
        out.write(befores[cell++]);
        format.text(text, out);
    }

    @Override
    public void endRow() throws IOException {
        out.write(end);
        cell = 0;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
