package org.gmt4j.graph.csr;

/**
 * Edges that nodes have made rows of. Immutable; travels.
 *
 * @param arrived edges read
 * @param kept    edges written into the rows
 * @param longest most targets of a node
 */
record ArrangedPart(BuildSums arrived, EdgeChecksum kept, long longest) {
    static final ArrangedPart NOTHING = new ArrangedPart(BuildSums.NOTHING, EdgeChecksum.NOTHING, 0);

    static ArrangedPart of(final BuildSums arrived, final EdgeChecksum kept) {
        return new ArrangedPart(arrived, kept, kept.count());
    }

    ArrangedPart plus(final ArrangedPart other) {
        return new ArrangedPart(arrived.plus(other.arrived), kept.plus(other.kept), Math.max(longest, other.longest));
    }
}
