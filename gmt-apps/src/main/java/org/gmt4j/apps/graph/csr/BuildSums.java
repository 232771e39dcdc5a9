package org.gmt4j.apps.graph.csr;

/**
 * What a part of a build has seen of the edges, at one of its ends: of the batches that a source has yielded, or of the
 * keys that have arrived. Immutable; travels.
 *
 * @param all      of both directions
 * @param reversed how many of them are not as listed
 */
record BuildSums(EdgeChecksum all, long reversed) {
    static final BuildSums NOTHING = new BuildSums(EdgeChecksum.NOTHING, 0);

    /** Edges as listed. */
    long listed() {
        return all.count() - reversed;
    }

    BuildSums plus(final BuildSums other) {
        return new BuildSums(all.plus(other.all), reversed + other.reversed);
    }

    /** Joins what several tasks of a node have seen. Any thread. */
    static final class Joined {
        private BuildSums sums = NOTHING;

        synchronized void join(final BuildSums part) {
            sums = sums.plus(part);
        }

        synchronized BuildSums sums() {
            return sums;
        }
    }
}
