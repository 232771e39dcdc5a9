package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Writes one section of a file from its position on, little endian and buffered. Owned by one thread; grade: per
 * buffer.
 */
final class SectionWriter {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_NUMBER = 20;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final FileChannel channel;
    private final WritableByteChannel stream;
    private long position;

    SectionWriter(final FileChannel channel, final long position) {
        this.channel = channel;
        this.stream = null;
        this.position = position;
    }

    /** One section that is the whole of a stream, for example a packed one. */
    SectionWriter(final WritableByteChannel stream) {
        this.channel = null;
        this.stream = stream;
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

    /** Writes the buffered bytes; returns the position after it. */
    long flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            position += stream == null ? channel.write(buffer, position) : stream.write(buffer);
        }
        buffer.clear();
        return position;
    }
}
