package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtException;
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
    /** The runtime's codes: not within the budget; not from the operating system. */
    private static final List<String> NO_MEMORY = List.of("231", "237");

    /** Returns the bytes of the run and its result together. */
    public long bytes() {
        return resultBytes + workBytes;
    }

    /** Takes as much on all nodes, and gives it back: the nodes know what they have. Called by one task. */
    void check(final TaskContext ctx) throws SuspendExecution {
        GlobalLongArray room = null;
        try {
            room = GlobalLongArray.allocate(ctx, ArraySpec.of((bytes() + 7 >> 3) * ctx.nodeCount()).unzeroed());
        } catch (final GmtException refused) {
            if (!NO_MEMORY.contains(refused.code().substring("GMT-".length()))) {
                throw refused;
            }
            throw new GraphException(GraphException.RUN_TOO_LARGE, "the run needs " + bytes()
                + " bytes on each node, of which its result keeps " + resultBytes + ": " + refused.getMessage(),
                refused);
        }
        room.free(ctx);
    }
}
