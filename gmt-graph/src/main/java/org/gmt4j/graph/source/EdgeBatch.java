package org.gmt4j.graph.source;

import java.util.Arrays;

/**
 * Up to {@link #CAPACITY} edges between a source and its reader. Owned by one thread; reused, never handed over.
 * Grade: per command (one edge).
 */
public final class EdgeBatch {
    public static final int CAPACITY = 4096;

    private final long[] sources = new long[CAPACITY];
    private final long[] targets = new long[CAPACITY];
    private final int[] weights = new int[CAPACITY];
    private int count;

    public EdgeBatch() {
        Arrays.fill(weights, 1);
    }

    public int count() {
        return count;
    }

    public boolean isFull() {
        return count == CAPACITY;
    }

    public long source(final int index) {
        return sources[index];
    }

    public long target(final int index) {
        return targets[index];
    }

    public int weight(final int index) {
        return weights[index];
    }

    public void clear() {
        count = 0;
    }

    /** The caller has seen that the batch is not full. */
    public void add(final long source, final long target) {
        add(source, target, 1);
    }

    /** The caller has seen that the batch is not full. */
    public void add(final long source, final long target, final int weight) {
        final int index = count;
        sources[index] = source;
        targets[index] = target;
        weights[index] = weight;
        count = index + 1;
    }

    /** Largest vertex id in the batch, -1 when it is empty. */
    public long maxVertex() {
        long max = -1;
        for (int i = 0; i < count; i++) {
            max = Math.max(max, Math.max(sources[i], targets[i]));
        }
        return max;
    }
}
