package org.gmt4j.graph;

import org.gmt4j.NodeMemory;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The memory that a run will take on the node with the most vertices, besides the graph. Immutable.
 *
 * @param resultBytes of the result, until that is closed; exact
 * @param workBytes   more while it runs, or that the graph keeps for later runs; the most of what is usual, as edges
 *                    between nodes and messages under way cannot be foreseen
 */
public record RunEstimate(long resultBytes, long workBytes) {
    /** Returns the bytes of the run and its result together; the largest long where these are more. */
    public long bytes() {
        final long bytes = resultBytes + workBytes;
        return bytes < 0 ? Long.MAX_VALUE : bytes;
    }

    /** Asks all nodes whether they have as much; takes nothing. Called by one task. */
    void check(final TaskContext ctx) throws SuspendExecution {
        final String refusal = NodeMemory.refusal(ctx, bytes());
        if (!refusal.isEmpty()) {
            throw new GraphException(GraphException.RUN_TOO_LARGE, "the run needs " + bytes()
                + " bytes on each node, of which its result keeps " + resultBytes + ": " + refusal);
        }
    }
}
