package org.gmt4j.graph.triangles;

import java.util.Arrays;
import org.gmt4j.graph.memory.LocalView;

/**
 * The targets of one row as a set, and how often each of them was met. Owned by one thread; per command. Memory: one
 * bit for each vertex of the graph, and half as much where hits are counted.
 */
final class RowMarks {
    private final long[] bits;
    /** By word: the place in the row of its first mark. Empty where hits are not counted. */
    private final int[] places;
    /** By place in the row. */
    private int[] hits = new int[0];

    RowMarks(final long vertexCount, final boolean countsHits) {
        final int words = Math.toIntExact((vertexCount + 63) >>> 6);
        bits = new long[words];
        places = new int[countsHits ? words : 0];
    }

    /** Marks the targets of a row from {@code begin} on, which ascend. */
    void mark(final LocalView targets, final long begin, final long end) {
        for (long at = begin; at < end; at++) {
            final long target = targets.get(at);
            bits[(int) (target >>> 6)] |= 1L << target;
        }
        if (places.length > 0) {
            final int length = (int) (end - begin);
            for (int place = length - 1; place >= 0; place--) {
                places[(int) (targets.get(begin + place) >>> 6)] = place;
            }
            if (hits.length < length) {
                hits = new int[2 * length];
            }
            Arrays.fill(hits, 0, length, 0);
        }
    }

    void unmark(final LocalView targets, final long begin, final long end) {
        for (long at = begin; at < end; at++) {
            bits[(int) (targets.get(at) >>> 6)] = 0;
        }
    }

    /** How many of some vertices are marked. */
    int count(final int[] vertices, final int begin, final int end) {
        final long[] set = bits;
        long count = 0;
        for (int at = begin; at < end; at++) {
            final int vertex = vertices[at];
            count += set[vertex >>> 6] >>> vertex & 1;
        }
        return (int) count;
    }

    int count(final long[] vertices, final int begin, final int end) {
        long count = 0;
        for (int at = begin; at < end; at++) {
            count += bits[(int) (vertices[at] >>> 6)] >>> vertices[at] & 1;
        }
        return (int) count;
    }

    int count(final LocalView vertices, final long begin, final int length) {
        long count = 0;
        for (int i = 0; i < length; i++) {
            final long vertex = vertices.get(begin + i);
            count += bits[(int) (vertex >>> 6)] >>> vertex & 1;
        }
        return (int) count;
    }

    /** Notes a hit of a vertex that is marked, and returns 1; 0 where it is not. */
    int hit(final long vertex) {
        final int word = (int) (vertex >>> 6);
        if ((bits[word] >>> vertex & 1) == 0) {
            return 0;
        }
        hits[places[word] + Long.bitCount(bits[word] & (1L << vertex) - 1)]++;
        return 1;
    }

    /** Adds hits to the target at a place of the row. */
    void addHits(final int place, final int count) {
        hits[place] += count;
    }

    int hits(final int place) {
        return hits[place];
    }
}
