package org.gmt4j.ga;

import java.util.HashSet;
import java.util.Set;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;

/**
 * What a node has called of all matrices of its cluster. Calls count with their matrix alone; its sums move here when
 * it is destroyed, in one step for whoever adds up. Any thread of the node.
 */
final class NodeCalls {
    private final MatrixStatistics made = new MatrixStatistics(this);
    private final Set<MatrixStatistics> living = new HashSet<>();
    private CallTable gone = CallTable.NONE;

    /** Returns those of the node on which a task runs. */
    static NodeCalls of(final TaskContext ctx) {
        return NodeLocal.here(ctx, NodeCalls.class, NodeCalls::new);
    }

    /** Returns the counters of a new matrix. */
    synchronized MatrixStatistics open() {
        final MatrixStatistics opened = new MatrixStatistics(this);
        living.add(opened);
        return opened;
    }

    /** Keeps what a matrix has counted. */
    synchronized void close(final MatrixStatistics closed) {
        if (living.remove(closed)) {
            gone = gone.plus(closed.table());
        }
    }

    /** Counts a matrix that a task of this node has made or destroyed. @param lengths of its parts in bytes, by node */
    void count(final CallKind kind, final long[] lengths, final int nodeId) {
        made.call(kind);
        for (int node = 0; node < lengths.length; node++) {
            made.moved(kind, lengths[node], node != nodeId);
        }
    }

    /** Returns how many matrices there are. */
    synchronized int living() {
        return living.size();
    }

    synchronized CallTable table() {
        CallTable all = gone.plus(made.table());
        for (final MatrixStatistics one : living) {
            all = all.plus(one.table());
        }
        return all;
    }
}
