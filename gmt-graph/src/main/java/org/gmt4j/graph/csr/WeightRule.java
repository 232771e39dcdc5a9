package org.gmt4j.graph.csr;

import org.gmt4j.graph.ParallelEdges;
import org.gmt4j.graph.source.WeightKind;

/**
 * What a build does with weights. A record of a direction is its key, its weight, and where it matters which edge was
 * first, its place in the list and a word to fill up. Immutable; travels.
 *
 * @param kind    of the weights
 * @param merge   which one is kept of parallel edges that are stored once
 * @param areOnes each weight is one, whatever the source says
 */
record WeightRule(WeightKind kind, ParallelEdges merge, boolean areOnes) {
    /** Bits of a place within a part of a source. */
    private static final int PLACE_BITS = 44;

    boolean hasPlaces() {
        return merge == ParallelEdges.FIRST;
    }

    /** Words that travel with the key. */
    int payload() {
        return hasPlaces() ? 2 : 1;
    }

    /** Words of a record; a power of two, so that none lies across segments. */
    int stride() {
        return hasPlaces() ? 4 : 2;
    }

    /** The place of the first edge of a part. */
    static long firstPlace(final int part) {
        return (long) part << PLACE_BITS;
    }

    /** The hash of a direction and its weight, for comparing what was read with what has arrived. */
    static long hash(final long direction, final long word) {
        final long first = EdgeChecksum.first(direction);
        return EdgeChecksum.first(EdgeChecksum.second(first) + word * 3);
    }
}
