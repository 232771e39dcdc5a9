package org.gmt4j.apps.graph.real;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Unpacks the LZ4 frame format, in which apt keeps its package lists; checksums are skipped. Owned by one thread.
 *
 * @see "Collet: LZ4 Frame Format Description, version 1.6.2, and LZ4 Block Format Description"
 */
final class Lz4FrameInputStream extends InputStream {
    private static final int MAGIC = 0x184D2204;
    private static final int SKIPPABLE_MAGIC = 0x184D2A50;
    private static final int HISTORY = 1 << 16;
    private static final int MIN_MATCH = 4;
    private static final int UNPACKED_FLAG = 0x8000_0000;

    private final InputStream in;
    private byte[] output = new byte[0];    // up to 64 KB of history, then the current block
    private byte[] block = new byte[0];
    private int position;
    private int limit;
    private boolean isInFrame;
    private boolean hasBlockChecksum;
    private boolean hasContentChecksum;

    Lz4FrameInputStream(final InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    @Override
    public int read() throws IOException {
        return position < limit || nextBlock() ? output[position++] & 0xFF : -1;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position == limit && !nextBlock()) {
            return -1;
        }
        final int count = Math.min(length, limit - position);
        System.arraycopy(output, position, bytes, offset, count);
        position += count;
        return count;
    }

    private boolean nextBlock() throws IOException {
        while (position == limit) {
            if (!isInFrame && !beginFrame()) {
                return false;
            }
            final int header = readInt();
            if (header == 0) {
                in.skipNBytes(hasContentChecksum ? 4 : 0);
                isInFrame = false;
            } else {
                readBlock(header & ~UNPACKED_FLAG, (header & UNPACKED_FLAG) != 0);
            }
        }
        return true;
    }

    private boolean beginFrame() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            return false;
        }
        in.reset();
        final int magic = readInt();
        if ((magic & ~0xF) == SKIPPABLE_MAGIC) {
            in.skipNBytes(readInt() & 0xFFFF_FFFFL);
            return beginFrame();
        }
        if (magic != MAGIC) {
            throw new IOException("not in LZ4 frame format");
        }
        final int flags = readByte();
        final int sizeCode = readByte() >>> 4 & 7;
        if (flags >>> 6 != 1 || sizeCode < 4) {
            throw new IOException("unknown version of the LZ4 frame format");
        }
        hasBlockChecksum = (flags & 0x10) != 0;
        hasContentChecksum = (flags & 0x04) != 0;
        in.skipNBytes(((flags & 0x08) != 0 ? 8 : 0) + ((flags & 0x01) != 0 ? 4 : 0) + 1);
        block = new byte[1 << 8 + 2 * sizeCode];
        output = new byte[HISTORY + block.length];
        position = 0;
        limit = 0;
        isInFrame = true;
        return true;
    }

    private void readBlock(final int length, final boolean isUnpacked) throws IOException {
        if (length > block.length) {
            throw new IOException("LZ4 block of " + length + " bytes, expected at most " + block.length);
        }
        final int history = Math.min(HISTORY, limit);
        System.arraycopy(output, limit - history, output, 0, history);
        position = history;
        if (in.readNBytes(block, 0, length) < length) {
            throw new EOFException("LZ4 data end in the middle of a block");
        }
        try {
            if (isUnpacked) {
                System.arraycopy(block, 0, output, history, length);
                limit = history + length;
            } else {
                limit = unpack(length, history);
            }
        } catch (final IndexOutOfBoundsException e) {
            throw new IOException("damaged LZ4 block", e);
        }
        in.skipNBytes(hasBlockChecksum ? 4 : 0);
    }

    /** Returns the end of the output. */
    private int unpack(final int length, final int start) {
        int from = 0;
        int to = start;
        while (from < length) {
            final int token = block[from++] & 0xFF;
            int literals = token >>> 4;
            if (literals == 15) {
                for (int more = 255; more == 255; literals += more) {
                    more = block[from++] & 0xFF;
                }
            }
            System.arraycopy(block, from, output, to, literals);
            from += literals;
            to += literals;
            if (from >= length) {
                break;      // the last sequence has literals only
            }
            final int distance = block[from] & 0xFF | (block[from + 1] & 0xFF) << 8;
            from += 2;
            int match = token & 15;
            if (match == 15) {
                for (int more = 255; more == 255; match += more) {
                    more = block[from++] & 0xFF;
                }
            }
            for (int i = match + MIN_MATCH; i > 0; i--, to++) {     // may overlap itself: byte by byte
                output[to] = output[to - distance];
            }
        }
        return to;
    }

    private int readByte() throws IOException {
        final int value = in.read();
        if (value < 0) {
            throw new EOFException("LZ4 data end in the middle of a header");
        }
        return value;
    }

    private int readInt() throws IOException {
        return readByte() | readByte() << 8 | readByte() << 16 | readByte() << 24;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
