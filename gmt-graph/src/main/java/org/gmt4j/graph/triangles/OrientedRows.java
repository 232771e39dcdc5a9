package org.gmt4j.graph.triangles;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Rows of a graph in which each edge stands at one of its ends only, at that of fewer neighbours, and of equal ends at
 * the smaller vertex. Placed and ordered as the rows of the graph. Immutable; travels as a captured value.
 *
 * @param rowsPerNode vertices of one node
 * @param offsets     per node rowsPerNode + 1 positions in {@code targets}, as those of the graph
 * @param targets     ascending in each row
 */
record OrientedRows(long rowsPerNode, GlobalLongArray offsets, IntegerArray targets) {
    void free(final TaskContext ctx) throws SuspendExecution {
        offsets.free(ctx);
        targets.free(ctx);
    }
}
