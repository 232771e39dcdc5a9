package org.gmt4j.graph.triangles;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * Rows of a graph in which each edge counts at one of its ends only. Placed and ordered as the rows of the graph.
 * Immutable; travels as a captured value.
 *
 * @param rowsPerNode vertices of one node
 * @param offsets     per node rowsPerNode + 1 positions in {@code targets}, as those of the graph
 * @param targets     ascending in each row
 * @param areWhole    rows of the graph itself, of which those targets count that come behind the row's vertex; else
 *                    rows of their own, where all do: an edge stands at the end of fewer neighbours, and of equal ends
 *                    at the smaller vertex
 */
record OrientedRows(long rowsPerNode, GlobalLongArray offsets, IntegerArray targets, boolean areWhole) {

    /** The rows of a graph as they are. */
    static OrientedRows of(final CsrGraph graph) {
        return new OrientedRows(graph.rowsPerNode(), graph.offsets(), graph.targets(), true);
    }

    /** Frees rows of their own. */
    void free(final TaskContext ctx) throws SuspendExecution {
        if (!areWhole) {
            offsets.free(ctx);
            targets.free(ctx);
        }
    }
}
