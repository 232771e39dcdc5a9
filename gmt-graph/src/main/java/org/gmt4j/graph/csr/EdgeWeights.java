package org.gmt4j.graph.csr;

import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.WeightKind;

/**
 * The weights of the edges of a graph. Immutable; travels as a captured value.
 *
 * @param kind    whole numbers or doubles
 * @param words   by the position of the target in the rows: the weight as a word; whole numbers that all fit take 4
 *                bytes, others 8
 * @param lowest  the smallest weight as a word; of no edges that of one
 * @param highest the largest
 * @param typical of most edges, see {@link org.gmt4j.graph.source.TypicalWeight}; not above the largest
 */
public record EdgeWeights(WeightKind kind, IntegerArray words, long lowest, long highest, double typical) {
    EdgeWeights withTypical(final double weight) {
        return new EdgeWeights(kind, words, lowest, highest, weight);
    }

    /** Whether some edge has a weight below zero. */
    public boolean hasNegative() {
        return kind.number(lowest) < 0;
    }

    /** Whether each weight is one. */
    boolean areOnes() {
        return lowest == kind.one() && highest == lowest;
    }

    void free(final TaskContext ctx) throws SuspendExecution {
        words.free(ctx);
    }
}
