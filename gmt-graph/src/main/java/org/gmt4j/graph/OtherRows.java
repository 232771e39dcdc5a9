package org.gmt4j.graph;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.NoSumException;
import org.gmt4j.graph.names.VertexNames;

/**
 * Rows of a directed graph that some algorithms need besides its own: made when they are first asked for, and kept. Of
 * a symmetric graph they are its own. Any thread.
 */
final class OtherRows {
    /** What the rows of a vertex are. */
    enum Kind {
        /** Edges against their direction. */
        IN("rows of in-edges"),
        /** Both directions of all edges, without loops. */
        BOTH("rows of both directions"),
        /** The same, with the weights of edges between the same vertices added up; without where all sums are one. */
        BOTH_WEIGHTED("rows of both directions");

        private final String step;

        Kind(final String step) {
            this.step = step;
        }

        /** Of a run which makes them. */
        String step() {
            return step;
        }
    }

    /** Something that can run a body as a job. */
    @FunctionalInterface
    interface Runner<T> {
        T call(TaskFunction<T> body);
    }

    private final CsrGraph rows;
    private final VertexNames names;
    /** Changed under {@link #making}. */
    private final Map<Kind, CsrGraph> made = new ConcurrentHashMap<>();
    private final ReentrantLock making = new ReentrantLock();

    OtherRows(final CsrGraph rows, final VertexNames names) {
        this.rows = rows;
        this.names = names;
    }

    /** Whether this thread makes rows further up. */
    boolean areBeingMadeByCurrentThread() {
        return making.isHeldByCurrentThread();
    }

    private boolean areOwn() {
        return rows.symmetric();
    }

    /**
     * Returns rows, which the runner makes where there are none yet. Called while the graph is open.
     *
     * @param locking takes a lock, or gives the run up before it has it
     */
    CsrGraph get(final Kind kind, final Consumer<ReentrantLock> locking, final Runner<CsrGraph> runner,
                 final Consumer<CsrGraph> freeing) {
        final CsrGraph there = areOwn() ? rows : known(kind);
        if (there != null) {
            return there;
        }
        locking.accept(making);
        try {
            final CsrGraph known = known(kind);
            return known == null ? make(kind, runner, freeing) : known;
        } finally {
            making.unlock();
        }
    }

    /** A callback of the runner may have come here, and made the same rows: then the later ones are freed. */
    private CsrGraph make(final Kind kind, final Runner<CsrGraph> runner, final Consumer<CsrGraph> freeing) {
        final CsrGraph graph = rows;
        final VertexNames vertices = names;
        final CsrGraph others = switch (kind) {
            case IN -> runner.call(ctx -> CsrBuilder.reversed(ctx, graph));
            case BOTH -> runner.call(ctx -> CsrBuilder.bothWays(ctx, graph));
            default -> runner.call(ctx -> bothWaysWeighted(ctx, graph, vertices));
        };
        final CsrGraph meanwhile = known(kind);
        if (meanwhile != null) {
            freeing.accept(others);
            return meanwhile;
        }
        made.put(kind, others);
        return others;
    }

    /** Returns rows that are there, or null; those whose sums are all one are those without weights. */
    private CsrGraph known(final Kind kind) {
        final CsrGraph same = made.get(kind);
        final CsrGraph sums = kind == Kind.BOTH && same == null ? made.get(Kind.BOTH_WEIGHTED) : null;
        return sums != null && sums.weights() == null ? sums : same;
    }

    private static CsrGraph bothWaysWeighted(final TaskContext ctx, final CsrGraph graph, final VertexNames names)
        throws SuspendExecution {
        try {
            return CsrBuilder.bothWaysWeighted(ctx, graph);
        } catch (final NoSumException noSum) {
            throw NamedEdge.noSum(ctx, noSum, names, "take smaller weights");
        }
    }

    /** Returns the bytes that a node will take for rows, at most: none where they are there. */
    long bytesToCome(final Kind kind, final RunSizes sizes) {
        if (areOwn() || known(kind) != null) {
            return 0;
        }
        return switch (kind) {
            case IN -> sizes.reversedBytes();
            case BOTH -> 2 * sizes.reversedBytes();
            default -> 2 * sizes.reversedBytes() + 2 * Long.BYTES * sizes.edges();
        };
    }

    /** Hands on all rows that were made, to be freed. Called when no run has them. */
    void close(final Consumer<CsrGraph> freeing) {
        made.values().forEach(freeing);
        made.clear();
    }
}
