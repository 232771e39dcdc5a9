package org.gmt4j.graph.csr;

import org.gmt4j.graph.source.EdgeBatch;

/**
 * Checksums of the edges that a source yields, taken before anything is done to them. Owned by one thread; per edge.
 */
final class SourceSums {
    private final EdgeKeys keys;
    private final boolean isBothWays;
    /** The largest vertex of the graph. */
    private final long most;
    private long listed;
    private long reversed;
    private long first;
    private long second;
    /** Negative where the last batch has a vertex that is not in the graph. */
    private long outside;
    private long weights;

    /**
     * @param vertexCount of the graph
     * @param isBothWays  each edge counts in both directions, except self-loops
     */
    SourceSums(final EdgeKeys keys, final long vertexCount, final boolean isBothWays) {
        this.keys = keys;
        most = vertexCount - 1;
        this.isBothWays = isBothWays;
    }

    /** Whether the last batch has a vertex that is not in the graph. */
    boolean isOutside() {
        return outside < 0;
    }

    void add(final EdgeBatch batch) {
        listed += batch.count();
        if (isBothWays) {
            addBoth(batch);
        } else {
            addListed(batch);
        }
    }

    private void addListed(final EdgeBatch batch) {
        final int edges = batch.count();
        long one = 0;
        long two = 0;
        long bits = 0;
        final long last = most;
        for (int i = 0; i < edges; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            bits |= source | last - source | target | last - target;
            final long hash = EdgeChecksum.first(keys.direction(source, EdgeKeys.word(target, 0)));
            one += hash;
            two += EdgeChecksum.second(hash);
        }
        outside = bits;
        first += one;
        second += two;
    }

    private void addBoth(final EdgeBatch batch) {
        final int edges = batch.count();
        long one = 0;
        long two = 0;
        int loops = 0;
        long bits = 0;
        final long last = most;
        for (int i = 0; i < edges; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            bits |= source | last - source | target | last - target;
            final long forth = EdgeChecksum.first(keys.direction(source, EdgeKeys.word(target, 0)));
            one += forth;
            two += EdgeChecksum.second(forth);
            if (source == target) {
                loops++;
                continue;
            }
            final long back = EdgeChecksum.first(keys.direction(target, EdgeKeys.word(source, 1)));
            one += back;
            two += EdgeChecksum.second(back);
        }
        outside = bits;
        first += one;
        second += two;
        reversed += edges - loops;
    }

    /** The weights of a batch that has been added. */
    void addWeights(final EdgeBatch batch) {
        for (int i = 0; i < batch.count(); i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            weights += WeightRule.hash(keys.direction(source, EdgeKeys.word(target, 0)), batch.word(i));
            if (isBothWays && source != target) {
                weights += WeightRule.hash(keys.direction(target, EdgeKeys.word(source, 1)), batch.word(i));
            }
        }
    }

    BuildSums sums() {
        return new BuildSums(new EdgeChecksum(listed + reversed, first, second), reversed, weights);
    }
}
