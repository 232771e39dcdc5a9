package org.gmt4j.graph.paths;

import org.gmt4j.graph.memory.LocalView;

/**
 * The smallest lengths that a node has sent for vertices of other nodes, as many as the table holds: what is longer
 * need not be sent. Owned by one thread; per edge.
 */
final class LengthFilter implements AutoCloseable {
    private static final long MOST = 1 << 20;

    private final long mask;
    private final LocalView entries;

    LengthFilter(final long vertexCount) {
        final long size = size(vertexCount);
        mask = size - 1;
        entries = LocalView.allocate(2 * size, true);
        entries.fill(-1);
    }

    private static long size(final long vertexCount) {
        return Math.min(MOST, Long.highestOneBit(Math.max(1, vertexCount)) * 2);
    }

    /** Bytes of the table. */
    static long bytes(final long vertexCount) {
        return 16 * size(vertexCount);
    }

    /** Whether a length is below all that the table knows to have been sent; it counts as sent then. */
    boolean falls(final long vertex, final long length) {
        final long at = 2 * (vertex & mask);
        if (entries.word(at) == vertex && entries.word(at + 1) <= length) {
            return false;
        }
        entries.setWord(at, vertex);
        entries.setWord(at + 1, length);
        return true;
    }

    /** Whether the table knows that a shorter one has been sent. */
    boolean isBeaten(final long vertex, final long length) {
        final long at = 2 * (vertex & mask);
        return entries.word(at) == vertex && entries.word(at + 1) < length;
    }

    @Override
    public void close() {
        entries.close();
    }
}
