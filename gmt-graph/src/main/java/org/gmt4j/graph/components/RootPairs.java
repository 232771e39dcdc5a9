package org.gmt4j.graph.components;

import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * Pairs of vertices outside of the heap, most of the repetitions left out: those that the last pairs of the same place
 * in a small table repeat. Owned by one thread; per pair.
 */
final class RootPairs implements AutoCloseable {
    private static final int FILTER_BITS = 16;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final WordBuckets words = new WordBuckets(2);
    /** Null until there is a pair. */
    private LocalView filter;

    /** Adds a pair of different vertices, in either order. */
    void add(final long a, final long b) {
        if (filter == null) {
            filter = LocalView.allocate(2L << FILTER_BITS, true);
            filter.fill(-1);
        }
        final long low = Math.min(a, b);
        final long high = Math.max(a, b);
        final long place = 2 * ((low * GOLDEN + high) * GOLDEN >>> 64 - FILTER_BITS);
        if (filter.word(place) == low && filter.word(place + 1) == high) {
            return;
        }
        filter.setWord(place, low);
        filter.setWord(place + 1, high);
        words.add(0, low);
        words.add(1, high);
    }

    long count() {
        return words.count(0);
    }

    int segmentCount() {
        return words.segmentCount(0);
    }

    /** The smaller vertices of some pairs. */
    LocalView low(final int segment) {
        return words.segment(0, segment);
    }

    /** The larger vertices of the same pairs. */
    LocalView high(final int segment) {
        return words.segment(1, segment);
    }

    @Override
    public void close() {
        words.close();
        if (filter != null) {
            filter.close();
        }
    }
}
