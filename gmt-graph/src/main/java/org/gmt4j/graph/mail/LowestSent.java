package org.gmt4j.graph.mail;

import org.gmt4j.graph.memory.LocalView;

/**
 * The smallest words that a node has sent for vertices of other nodes, as many as the table holds: what is larger need
 * not be sent. Owned by one thread; per edge.
 */
public final class LowestSent implements AutoCloseable {
    /** Entries of a large table. */
    public static final long MOST = 1 << 20;

    private final long mask;
    private final LocalView entries;

    /** @param most entries, a power of two */
    public LowestSent(final long vertexCount, final long most) {
        final long size = size(vertexCount, most);
        mask = size - 1;
        entries = LocalView.allocate(2 * size, true);
        entries.fill(-1);
    }

    private static long size(final long vertexCount, final long most) {
        return Math.min(most, Long.highestOneBit(Math.max(1, vertexCount)) * 2);
    }

    /** Bytes of the table. */
    public static long bytes(final long vertexCount, final long most) {
        return 16 * size(vertexCount, most);
    }

    /** Whether a word is below all that the table knows to have been sent; it counts as sent then. */
    public boolean falls(final long vertex, final long word) {
        final long at = 2 * (vertex & mask);
        if (entries.word(at) == vertex && entries.word(at + 1) <= word) {
            return false;
        }
        entries.setWord(at, vertex);
        entries.setWord(at + 1, word);
        return true;
    }

    /** Whether the table knows that a smaller one has been sent. */
    public boolean isBeaten(final long vertex, final long word) {
        final long at = 2 * (vertex & mask);
        return entries.word(at) == vertex && entries.word(at + 1) < word;
    }

    /** Whether the table does not know this very word to have been sent; it counts as sent then. */
    public boolean isNew(final long vertex, final long word) {
        final long at = 2 * (vertex & mask);
        if (entries.word(at) == vertex && entries.word(at + 1) == word) {
            return false;
        }
        entries.setWord(at, vertex);
        entries.setWord(at + 1, word);
        return true;
    }

    /** Forgets all. */
    public void clear() {
        entries.fill(-1);
    }

    @Override
    public void close() {
        entries.close();
    }
}
