package org.gmt4j.graph.csr;

import org.gmt4j.graph.source.EdgeBatch;

/**
 * Checksums of the edges that a source yields, taken before anything is done to them. Owned by one thread; per edge.
 */
final class SourceSums {
    private final EdgeKeys keys;
    private final boolean isBothWays;
    private long listed;
    private long reversed;
    private long first;
    private long second;
    private long lastBits;
    private long weights;

    /** @param isBothWays each edge counts in both directions, except self-loops */
    SourceSums(final EdgeKeys keys, final boolean isBothWays) {
        this.keys = keys;
        this.isBothWays = isBothWays;
    }

    /** All vertices of the last batch in one, bit by bit: none is larger. */
    long lastBits() {
        return lastBits;
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
        for (int i = 0; i < edges; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            bits |= source | target;
            final long hash = EdgeChecksum.first(keys.direction(source, EdgeKeys.word(target, 0)));
            one += hash;
            two += EdgeChecksum.second(hash);
        }
        lastBits = bits;
        first += one;
        second += two;
    }

    private void addBoth(final EdgeBatch batch) {
        final int edges = batch.count();
        long one = 0;
        long two = 0;
        int loops = 0;
        long bits = 0;
        for (int i = 0; i < edges; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            bits |= source | target;
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
        lastBits = bits;
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
