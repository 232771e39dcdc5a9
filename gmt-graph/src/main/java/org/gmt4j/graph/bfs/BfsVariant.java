package org.gmt4j.graph.bfs;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsRule;
import org.gmt4j.graph.serial.BfsViolation;
import org.gmt4j.graph.serial.DirectionRule;

/** How a search goes about it. */
public enum BfsVariant {
    /** Top-down while frontiers are small, bottom-up with exchanged bitmaps while they are large. */
    HYBRID(1),
    /** Each node keeps its own frontier; a remote neighbour gets a one-way visit at its owner. */
    VISIT(2),
    /** Global queues, one compare-and-set on the parent per edge, as on GMT's poster. */
    QUEUE(8),
    /** As {@link #QUEUE}, a vertex's neighbours as a list: one call for each row instead of one for each edge. */
    LISTS(8);

    private final int workPerEdge;

    BfsVariant(final int workPerEdge) {
        this.workPerEdge = workPerEdge;
    }

    /** Time per edge of the graph in young nodes, in multiples of that of {@link #HYBRID}; roughly. */
    public int workPerEdge() {
        return workPerEdge;
    }

    /** Sets up a search of this kind, a hybrid one with the usual thresholds. Called by one task. */
    public BfsKernel open(final TaskContext ctx, final CsrGraph graph, final long filterBytes) throws SuspendExecution {
        return open(ctx, graph, filterBytes, DirectionRule.usual(), 0);
    }

    /**
     * Sets up a search of this kind. Called by one task.
     *
     * @param filterBytes of visit
     * @param rule        of hybrid
     * @param chunk       of queue and lists: vertices of one task, 0 for as many as suit the frontier
     */
    public BfsKernel open(final TaskContext ctx, final CsrGraph graph, final long filterBytes, final DirectionRule rule,
                          final int chunk)
        throws SuspendExecution {
        switch (this) {
            case HYBRID:
                return HybridKernel.open(ctx, graph, rule);
            case VISIT:
                return VisitBfs.open(ctx, graph, filterBytes);
            default:
                return QueueBfs.open(ctx, graph, chunk, this == LISTS);
        }
    }

    /** Classes of searches, and of their verdicts, whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {HybridBfs.class, FoundRows.class, DirectionRule.class, SearchReport.class,
            BottomUpStep.class, VisitBfs.class, QueueBfs.class, QueueLevel.class,
            BfsVerifier.class, BfsTally.class, BfsRoots.class, BfsViolation.class, BfsRule.class};
    }
}
