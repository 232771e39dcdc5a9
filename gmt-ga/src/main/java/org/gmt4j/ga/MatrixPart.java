package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.armci.ArmciMemory;

/**
 * What a node knows of a matrix: its specification, where its elements lie, the memory, and what this node has called.
 * Any task of the node.
 */
record MatrixPart(MatrixSpec spec, Layout layout, ArmciMemory memory, int nodeId, MatrixStatistics statistics) {

    /** Requires that a box lies within the matrix. */
    void check(final Box box) {
        if (box.dims() != layout.dims()) {
            throw new MatrixException(MatrixException.OUTSIDE, "the box " + box + " of " + box.dims()
                + " dimensions for " + spec);
        }
        for (int dim = 0; dim < box.dims(); dim++) {
            if (box.from(dim) < 0 || box.to(dim) > layout.extent(dim)) {
                throw new MatrixException(MatrixException.OUTSIDE, "the box " + box + " exceeds " + spec
                    + " in dimension " + dim + ", asked by node " + nodeId);
            }
        }
    }

    void requireType(final MatrixType... allowed) {
        for (final MatrixType type : allowed) {
            if (spec.type() == type) {
                return;
            }
        }
        throw new MatrixException(MatrixException.NOT_DEFINED, "not defined for " + spec + ": expected type "
            + Arrays.toString(allowed));
    }
}
