package org.gmt4j.graph.csr;

/**
 * Edges that nodes have made rows of. Immutable; travels.
 *
 * @param arrived edges read
 * @param kept    edges written into the rows
 * @param longest most targets of a node
 * @param weights that were kept, of all nodes
 */
record ArrangedPart(BuildSums arrived, EdgeChecksum kept, long longest, WeightRange weights) {
    static final ArrangedPart NOTHING = new ArrangedPart(BuildSums.NOTHING, EdgeChecksum.NOTHING, 0,
        WeightRange.NOTHING);

    static ArrangedPart of(final BuildSums arrived, final EdgeChecksum kept, final WeightRange weights) {
        return new ArrangedPart(new BuildSums(arrived.all(), arrived.reversed(), weights.hash()), kept, kept.count(),
            weights);
    }

    ArrangedPart plus(final ArrangedPart other) {
        return new ArrangedPart(arrived.plus(other.arrived), kept.plus(other.kept), Math.max(longest, other.longest),
            weights.plus(other.weights));
    }
}
