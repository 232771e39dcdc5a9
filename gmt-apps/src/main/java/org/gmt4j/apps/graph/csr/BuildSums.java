package org.gmt4j.apps.graph.csr;

/**
 * What a part of a build has seen of the edges, at one of its ends: of the batches that a source has yielded, or of the sorted keys from
 * which rows are made. Immutable; travels.
 *
 * @param forth (source, target) of the directions as listed
 * @param back  (target, source) of the other directions
 * @param kept  (row, target) of what belongs into rows: without self-loops and repetitions where the rule drops them; nothing at the source
 */
record BuildSums(EdgeChecksum forth, EdgeChecksum back, EdgeChecksum kept) {
    static final BuildSums NOTHING = new BuildSums(EdgeChecksum.NOTHING, EdgeChecksum.NOTHING, EdgeChecksum.NOTHING);

    BuildSums plus(final BuildSums other) {
        return new BuildSums(forth.plus(other.forth), back.plus(other.back), kept.plus(other.kept));
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
