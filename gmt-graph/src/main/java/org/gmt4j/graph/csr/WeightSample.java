package org.gmt4j.graph.csr;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.TypicalWeight;

/** Weights of a graph that stand for all of them: each node takes as many as it has of all edges. Stateless. */
final class WeightSample {
    private WeightSample() {
    }

    /** Returns a {@link TypicalWeight} of a graph with weights. Called by one task, once for a graph. */
    static double typical(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final EdgeWeights weights = graph.weights();
        final double heaviest = weights.kind().number(weights.highest());
        if (weights.lowest() == weights.highest()) {
            return heaviest;
        }
        final long[] words = ctx.callOnAll(node -> ofNode(graph)).stream().flatMapToLong(Arrays::stream).toArray();
        return TypicalWeight.of(weights.kind(), words, heaviest);
    }

    private static long[] ofNode(final CsrGraph graph) {
        final CsrPart part = graph.part();
        final long stored = part.storedEdges();
        final double share = (double) stored / graph.storedEdges();
        return TypicalWeight.sample(stored, (int) Math.ceil(TypicalWeight.SAMPLE * share), part::weight);
    }
}
