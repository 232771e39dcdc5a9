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
    /** Weights as words, and places in the list; null before somebody has some. */
    private long[] words;
    private long[] places;
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

    /** The weight as a word of the kind that the source says. */
    public long word(final int index) {
        return words == null ? weights[index] : words[index];
    }

    /** Whether the source says where its edges stand among all; otherwise they stand in the order of its parts. */
    public boolean hasPlaces() {
        return places != null;
    }

    /** Where the edge stands among all of the source. */
    public long place(final int index) {
        return places[index];
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

    /** Adds an edge whose weight is a word; all edges of a source are added in the same way. */
    public void addWord(final long source, final long target, final long word) {
        final int index = count;
        sources[index] = source;
        targets[index] = target;
        count = index + 1;
        weigh(index, word);
    }

    /** Adds an edge with the weight that edge {@code i} of {@code from} has there, an int or a word. */
    void addAs(final EdgeBatch from, final int i, final long source, final long target) {
        if (from.words == null) {
            add(source, target, from.weights[i]);
        } else {
            addWord(source, target, from.words[i]);
        }
    }

    /** Gives the edge just added its place among all. */
    public void putPlace(final long place) {
        if (places == null) {
            places = new long[CAPACITY];
        }
        places[count - 1] = place;
    }

    /** Sets the weight of an edge, as a word. */
    public void weigh(final int index, final long word) {
        if (words == null) {
            words = new long[CAPACITY];
        }
        words[index] = word;
    }

    /** Makes each weight one, as an int or a word of whole numbers. */
    public void makeOnes() {
        if (words == null) {
            Arrays.fill(weights, 0, count, 1);
        } else {
            Arrays.fill(words, 0, count, 1);
        }
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
