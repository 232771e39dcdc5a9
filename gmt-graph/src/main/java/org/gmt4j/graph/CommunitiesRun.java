package org.gmt4j.graph;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.graph.communities.LabelPropagation;
import org.gmt4j.graph.csr.CsrGraph;

/** A search for communities, to be described and then run. For use by one thread. */
public final class CommunitiesRun extends GraphRun<Communities> {
    private static final int USUAL_ITERATIONS = 100;
    /** Bytes of a thread for sums, at most. */
    private static final long SUMS = 32L << 20;

    private final Graph graph;
    private int maxIterations = USUAL_ITERATIONS;

    CommunitiesRun(final Graph graph) {
        this.graph = graph;
    }

    /**
     * Ends the run after so many iterations; {@link Communities#converged} says whether they were enough.
     *
     * @param count 1 or more; 100 unless set
     * @return this
     */
    public CommunitiesRun maxIterations(final int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at most " + count + " iterations, expected 1 or more");
        }
        maxIterations = count;
        return this;
    }

    @Override
    public CommunitiesRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    public CommunitiesRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return "iterations";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        final long sums = Math.min(SUMS, 4L * Long.BYTES * sizes.vertices());
        return new RunEstimate((8 + sizes.vertexLength()) * sizes.rows(), sizes.vertexLength() * sizes.vertices()
            + 36 * sizes.rows() + LabelPropagation.mailBytes(sizes.nodes())
            + sums * sizes.lanes()
            + graph.bytesToCome(OtherRows.Kind.BOTH_WEIGHTED));
    }

    @Override
    public Communities run() {
        final int most = maxIterations;
        return graph.whileOpen(() -> {
            admit();
            requireNoNegative(graph, "communities");
            final CsrGraph rows = rows(graph, OtherRows.Kind.BOTH_WEIGHTED);
            return new Communities(graph, call(graph.cluster(), ctx -> LabelPropagation.find(ctx, rows, most),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
