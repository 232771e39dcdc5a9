package org.gmt4j.graph.bfs;

import java.util.List;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;

/**
 * The extent of a search.
 *
 * @param reached vertices with a parent
 * @param edges   listed edges of the component, self-loops and multiple edges included: Graph500's numerator of TEPS
 */
public record BfsTally(long reached, long edges) {

    /** Counts on all nodes. Called by one task. */
    public static BfsTally of(final TaskContext ctx, final CsrGraph graph, final IntegerArray parents)
        throws SuspendExecution {
        return sum(ctx.callOnAll(node -> ofPart(graph.part(), new Parents(parents))));
    }

    /** All nodes together. */
    static BfsTally sum(final List<BfsTally> parts) {
        long reached = 0;
        long edges = 0;
        for (final BfsTally part : parts) {
            reached += part.reached;
            edges += part.edges;
        }
        return new BfsTally(reached, edges);
    }

    private static BfsTally ofPart(final CsrPart part, final Parents parents) {
        long reached = 0;
        long edges = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            if (parents.get(row) != BfsKernel.UNREACHED) {
                reached++;
                edges += part.listedEdges(row);
            }
        }
        return new BfsTally(reached, edges);
    }
}
