package org.gmt4j.graph.source;

/**
 * Weights of 1 to {@code most}, all equally likely, by a hash of both ends of an edge: the same in both directions, and
 * wherever the edge is made. Immutable, any thread; per edge.
 *
 * @param most 1 or more
 * @param seed another one gives other weights
 */
public record PairWeights(long most, long seed) {
    /** Why texts have none. */
    public static final String NOT_OF_TEXTS = "uniformWeights follow from names that are numbers, and these are texts."
        + " Give a column of weights";

    /** Returns the weight of the edge between two vertices. */
    public long weight(final long a, final long b) {
        final long low = CounterRandom.mix(Math.min(a, b) + CounterRandom.mix(seed));
        return 1 + CounterRandom.bounded(CounterRandom.mix(low + Math.max(a, b)), most);
    }
}
