package org.gmt4j.apps.bfs;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.runtime.task.TaskContext;

/** How a search goes about it. */
public enum BfsVariant {
    /** Global queues, one compare-and-set on the parent per edge, as on GMT's poster. */
    QUEUE,
    /** Each node keeps its own frontier; a remote neighbour gets a one-way visit at its owner. */
    VISIT;

    /** Sets up a search of this kind. Called by one task. */
    public BfsKernel open(final TaskContext ctx, final CsrGraph graph, final long filterBytes) throws SuspendExecution {
        return this == QUEUE ? QueueBfs.open(ctx, graph) : VisitBfs.open(ctx, graph, filterBytes);
    }
}
