package org.gmt4j.graph;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.independent.MaximalIndependentSet;

/** A search for a maximal independent set, to be described and then run. For use by one thread. */
public final class IndependentSetRun extends GraphRun<IndependentSet> {
    private final Graph graph;
    private long seed;

    IndependentSetRun(final Graph graph) {
        this.graph = graph;
    }

    /**
     * Draws another order of the vertices, and with it another set.
     *
     * @param number any; 0 unless set
     * @return this
     */
    public IndependentSetRun seed(final long number) {
        seed = number;
        return this;
    }

    @Override
    public IndependentSetRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    public IndependentSetRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return "vertices";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(4 * sizes.rows(),
            MaximalIndependentSet.workBytes(sizes.vertices(), sizes.rows()) + graph.bytesToCome(OtherRows.Kind.BOTH));
    }

    @Override
    public IndependentSet run() {
        final long drawn = seed;
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = rows(graph, OtherRows.Kind.BOTH);
            return new IndependentSet(graph, call(graph.cluster(), ctx -> MaximalIndependentSet.find(ctx, rows, drawn),
                (ctx, found) -> found.free(ctx)));
        });
    }
}
