package org.gmt4j.graph.paths;

import org.gmt4j.graph.memory.LocalView;

/**
 * Lengths that are offered to rows or vertices. Those known of all of them are read one after the other before any is
 * compared: so the processor waits for many of these random reads at the same time, not for each. Owned by one thread;
 * per edge.
 */
final class OfferBatch {
    /** Reads to overlap, and short beside the nearest cache. */
    private static final int CAPACITY = 256;

    private final long[] places = new long[CAPACITY];
    private final long[] lengths = new long[CAPACITY];
    private final long[] known = new long[CAPACITY];
    private int count;

    /** Adds an offer; returns whether the batch is full now, and must be taken. */
    boolean add(final long place, final long length) {
        places[count] = place;
        lengths[count++] = length;
        return count == CAPACITY;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    long place(final int index) {
        return places[index];
    }

    long length(final int index) {
        return lengths[index];
    }

    /** Whether an offer is shorter than what was known when the batch was read. */
    boolean isShorter(final int index) {
        return lengths[index] < known[index];
    }

    /** Reads what is known, by the places of the batch. */
    void read(final LocalView words) {
        for (int i = 0; i < count; i++) {
            known[i] = words.word(places[i]);
        }
    }

    /**
     * Reads what is known of vertices of a range; nothing of others.
     *
     * @param from the vertex of {@code words[0]}
     */
    void read(final long[] words, final long from, final long to) {
        for (int i = 0; i < count; i++) {
            final long vertex = places[i];
            known[i] = vertex >= from && vertex < to ? words[(int) (vertex - from)] : PathLengths.UNREACHED;
        }
    }

    void clear() {
        count = 0;
    }
}
