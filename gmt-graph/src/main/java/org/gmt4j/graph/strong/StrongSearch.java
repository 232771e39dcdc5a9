package org.gmt4j.graph.strong;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.components.ConnectedComponents;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.LowestSent;
import org.gmt4j.graph.mail.Mail;

/**
 * Finds the strong components of a directed graph.
 *
 * <pre>
 * trim       vertices that no edge leaves, or none enters, are components of their own, and leave the graph; again
 *            until there are none
 * colour     in phases, each with a new random order, of which the vertex of most edges is the first one in phase 1:
 *            each vertex takes the colour of the first of all vertices from which it can be reached
 * gather     those of a colour that reach its vertex are the component of that one, and leave the graph
 * cut        what is left falls apart by colours: edges between two colours are followed no more
 * </pre>
 *
 * <p>Each node follows edges as far as it can by itself, and then sends what leads to other nodes: the rounds of a step
 * are as many as a path changes nodes. Time O(E log V) expected, divided by the nodes; each works with one thread.
 *
 * @see "Slota, Rajamanickam, Madduri, BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and
 *      Related Problems, IPDPS 2014"
 * @see "Orzan, On Distributed Verification and Verified Distribution, Amsterdam 2004 (colouring)"
 */
public final class StrongSearch {
    private StrongSearch() {
    }

    /**
     * Finds them. Called by one task.
     *
     * @param rows   of out-edges
     * @param inRows of in-edges
     */
    public static ConnectedComponents find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows)
        throws SuspendExecution {
        final IntegerArray labels = rows.allocateVertices(ctx);
        GlobalLongArray sizes = null;
        GlobalLongArray lowest = null;
        Mail mail = null;
        try {
            sizes = GlobalLongArray.allocate(ctx, ArraySpec.of(rows.vertexCount()));
            lowest = GlobalLongArray.allocate(ctx, rows.perVertex());
            mail = Mail.open(ctx, StrongPart.WORDS);
            return new ConnectedComponents(labels, sizes, find(ctx, rows, inRows, mail, lowest, labels, sizes));
        } catch (final RuntimeException | Error failure) {
            labels.free(ctx);
            if (sizes != null) {
                sizes.free(ctx);
            }
            throw failure;
        } finally {
            if (mail != null) {
                mail.close(ctx);
            }
            if (lowest != null) {
                lowest.free(ctx);
            }
        }
    }

    private static long find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final Mail mail,
                             final GlobalLongArray lowest, final IntegerArray labels, final GlobalLongArray sizes)
        throws SuspendExecution {
        final NodeLocal<StrongPart> parts = NodeLocal.create(ctx, node -> new StrongPart(rows, inRows, mail));
        try {
            ctx.executeOnAll(node -> parts.get().trim(node));
            long sent = 1;
            while (sent > 0) {
                ctx.executeOnAll(node -> parts.get().takeLosses());
                sent = sum(ctx.callOnAll(node -> parts.get().trimMore(node)));
                ctx.progressed(1);
            }
            long hub = hub(ctx.callOnAll(node -> parts.get().busiest()));
            long left = hub < 0 ? 0 : 1;
            for (long phase = 1; left > 0; phase++) {
                final long seed = phase;
                final long pivot = hub;
                ctx.executeOnAll(node -> parts.get().colour(node, seed, pivot));
                for (sent = 1; sent > 0; ) {
                    ctx.executeOnAll(node -> parts.get().takeColours());
                    sent = sum(ctx.callOnAll(node -> parts.get().colourMore(node)));
                    ctx.progressed(1);
                }
                ctx.executeOnAll(node -> parts.get().gather(node));
                for (sent = 1; sent > 0; ) {
                    ctx.executeOnAll(node -> parts.get().takeMembers());
                    sent = sum(ctx.callOnAll(node -> parts.get().gatherMore(node)));
                    ctx.progressed(1);
                }
                left = sum(ctx.callOnAll(node -> parts.get().cut()));
                hub = StrongPart.NOBODY;
            }
            ctx.executeOnAll(node -> parts.get().clear(lowest));
            ctx.executeOnAll(node -> parts.get().offer(node, lowest));
            ctx.executeOnAll(node -> parts.get().label(node, lowest, labels, sizes));
            return sum(ctx.callOnAll(node -> parts.get().count(labels)));
        } finally {
            parts.free(ctx);
        }
    }

    private static long sum(final List<Long> counts) {
        long sum = 0;
        for (final Long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** The vertex of most edges, of equal ones the smallest; negative where all have left. */
    private static long hub(final List<long[]> busiest) {
        long edges = -1;
        long hub = StrongPart.NOBODY;
        for (final long[] one : busiest) {
            if (one[1] > edges) {
                hub = one[0];
                edges = one[1];
            }
        }
        return hub;
    }

    /** Bytes of a node while a run goes on, besides what waits for it. */
    public static long workBytes(final long vertices, final long rows) {
        return 68 * rows + LowestSent.bytes(vertices, LowestSent.MOST);
    }
}
