package org.gmt4j.graph.csr;

/**
 * Sums over the edges that a part of a build has seen, at one of its ends: of the batches that a source has yielded, or
 * of the keys that have arrived. Immutable; travels.
 *
 * @param all      of both directions
 * @param reversed how many of them are not as listed
 * @param weights  sum of the hashes of their weights; 0 where there are none
 */
record BuildSums(EdgeChecksum all, long reversed, long weights) {
    static final BuildSums NOTHING = new BuildSums(EdgeChecksum.NOTHING, 0, 0);

    /** Of edges without weights. */
    BuildSums(final EdgeChecksum all, final long reversed) {
        this(all, reversed, 0);
    }

    /** Edges as listed. */
    long listed() {
        return all.count() - reversed;
    }

    BuildSums plus(final BuildSums other) {
        return new BuildSums(all.plus(other.all), reversed + other.reversed, weights + other.weights);
    }

    /** Joins the sums of several tasks of a node. Any thread. */
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
