package org.gmt4j.graph;

import java.nio.charset.StandardCharsets;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.csr.NoSumException;
import org.gmt4j.graph.names.VertexNames;

/** Edges that are refused, under the names of their vertices. Stateless; for one task, whose time does not matter. */
final class NamedEdge {
    private static final int ROWS_BETWEEN_YIELDS = 4096;

    private NamedEdge() {
    }

    /**
     * Refuses weights below zero, if there are any, with an edge: of all negative ones that of the smallest vertices.
     *
     * @param who needs other weights
     * @throws GraphException GMT-345
     */
    static void requireNoNegative(final TaskContext ctx, final CsrGraph rows, final VertexNames names,
                                  final String who) throws SuspendExecution {
        if (rows.weights() == null || !rows.weights().hasNegative()) {
            return;
        }
        for (final long[] edge : ctx.callOnAll(node -> negativeEdge(node, rows))) {
            if (edge.length > 0) {
                throw new GraphException(GraphException.BAD_WEIGHT, "the edge from " + name(ctx, names, edge[0])
                    + " to " + name(ctx, names, edge[1]) + " has the weight " + rows.weights().kind().text(edge[2])
                    + ": " + who + " need weights of zero or more");
            }
        }
        throw new IllegalStateException("no edge has the smallest weight");
    }

    /** The first edge of this node with a weight below zero, ends and weight as a word; empty where there is none. */
    private static long[] negativeEdge(final TaskContext ctx, final CsrGraph rows) throws SuspendExecution {
        final CsrPart part = rows.part();
        for (long row = 0; row < part.rowCount(); row++) {
            for (long at = part.begin(row); at < part.begin(row + 1); at++) {
                if (rows.weights().kind().number(part.weight(at)) < 0) {
                    return new long[] {part.firstVertex() + row, part.target(at), part.weight(at)};
                }
            }
            if (row % ROWS_BETWEEN_YIELDS == ROWS_BETWEEN_YIELDS - 1) {
                ctx.yield();
            }
        }
        return new long[0];
    }

    /**
     * Says of which vertices the edges have no sum.
     *
     * @param advice what to change
     */
    static GraphException noSum(final TaskContext ctx, final NoSumException noSum, final VertexNames names,
                                final String advice) throws SuspendExecution {
        final long[] vertices = noSum.vertices();
        return noSum.named(new String[] {name(ctx, names, vertices[0]), name(ctx, names, vertices[1])}, advice);
    }

    private static String name(final TaskContext ctx, final VertexNames names, final long vertex)
        throws SuspendExecution {
        return names.areTexts()
            ? GraphException.quoted(new String(names.texts(ctx, new long[] {vertex}, 1)[0], StandardCharsets.UTF_8))
            : Long.toString(names.name(ctx, vertex));
    }
}
