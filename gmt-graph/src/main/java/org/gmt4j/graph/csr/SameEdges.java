package org.gmt4j.graph.csr;

import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;

/** Opens a source on all nodes, which must find the same edges there. No state, any thread. */
public final class SameEdges {
    private SameEdges() {
    }

    /**
     * Opens a source on all nodes, by plain threads. Called by one task; one round more where files may change.
     *
     * @throws GraphException GMT-303 where a file has become longer, or has come or gone, before all have opened it
     */
    public static NodeLocal<EdgeSource> open(final TaskContext ctx, final EdgeSourceOpener opener)
        throws SuspendExecution {
        final NodeLocal<EdgeSource> source = NodeLocal.create(ctx, node -> node.callBlocking(opener::open));
        try {
            check(ctx, source);
            return source;
        } catch (final RuntimeException | Error failure) {
            source.free(ctx);
            throw failure;
        }
    }

    private static void check(final TaskContext ctx, final NodeLocal<EdgeSource> source) throws SuspendExecution {
        final long extent = source.get().extent();
        if (extent == 0) {
            return;
        }
        for (final long other : ctx.callOnAll(node -> source.get().extent())) {
            if (other != extent) {
                throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE, source.get().name() + ": the nodes find"
                    + " other files, or of other lengths: all nodes must see the same. Leave the files alone while a"
                    + " graph is loaded, and run again");
            }
        }
    }
}
