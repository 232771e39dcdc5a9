package org.gmt4j.apps.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * Writes one section of a file from its position on, little endian and buffered. Owned by one thread; grade: per
 * buffer.
 */
final class SectionWriter {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_NUMBER = 20;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final FileChannel channel;
    private long position;

    SectionWriter(final FileChannel channel, final long position) {
        this.channel = channel;
        this.position = position;
    }

    void putInt(final int value) throws IOException {
        reserve(Integer.BYTES);
        buffer.putInt(value);
    }

    void putLong(final long value) throws IOException {
        reserve(Long.BYTES);
        buffer.putLong(value);
    }

    void putByte(final int value) throws IOException {
        reserve(1);
        buffer.put((byte) value);
    }

    void putBytes(final byte[] bytes) throws IOException {
        for (final byte b : bytes) {
            putByte(b);
        }
    }

    /** Appends a number in decimal digits. */
    void putDecimal(final long value) throws IOException {
        reserve(LONGEST_NUMBER);
        if (value < 0) {
            buffer.put((byte) '-');
        }
        final int first = buffer.position();
        long rest = value;
        do {
            buffer.put((byte) ('0' + Math.abs(rest % 10)));
            rest /= 10;
        } while (rest != 0);
        for (int i = first, j = buffer.position() - 1; i < j; i++, j--) {
            final byte swap = buffer.get(i);
            buffer.put(i, buffer.get(j));
            buffer.put(j, swap);
        }
    }

    private void reserve(final int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    /** Writes what is buffered; returns the position after it. */
    long flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            position += channel.write(buffer, position);
        }
        buffer.clear();
        return position;
    }
}
