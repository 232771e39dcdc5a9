package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import org.gmt4j.graph.GraphException;

/**
 * A section of a file that holds longs, little endian, as memory: pages that are not asked for are not read. Any
 * thread.
 */
final class MappedLongs {
    private static final int PIECE_BITS = 27;       // elements: a gigabyte each

    private final LongBuffer[] pieces;

    private MappedLongs(final LongBuffer[] pieces) {
        this.pieces = pieces;
    }

    static MappedLongs of(final KnownFile file, final long offset, final long count) {
        final LongBuffer[] pieces = new LongBuffer[(int) ((count + (1L << PIECE_BITS) - 1) >>> PIECE_BITS)];
        try (FileChannel channel = file.open()) {
            for (int i = 0; i < pieces.length; i++) {
                final long first = (long) i << PIECE_BITS;
                pieces[i] = channel.map(FileChannel.MapMode.READ_ONLY, offset + Long.BYTES * first,
                    Long.BYTES * Math.min(1L << PIECE_BITS, count - first)).order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer();
            }
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
        return new MappedLongs(pieces);
    }

    long get(final long index) {
        return pieces[(int) (index >>> PIECE_BITS)].get((int) index & (1 << PIECE_BITS) - 1);
    }
}
