package org.gmt4j.graph.communities;

import java.util.Arrays;

/**
 * The labels around one vertex and how often each is there, in an array by label, for graphs that are not too large and
 * edges that have no weights: a third of the time of {@link LabelWeights}, whose branches nobody can predict. Owned by
 * one thread; per command: nothing is allocated but in {@link #reserve}.
 */
final class LabelCounts {
    private static final long MOST_VERTICES = 1 << 22;
    private static final int FIRST_LENGTH = 64;

    private final int[] counts;
    /** Labels that are there. */
    private int[] labels = new int[FIRST_LENGTH];
    private int labelCount;
    private int margin;

    LabelCounts(final long vertexCount) {
        counts = new int[(int) vertexCount];
    }

    /** Whether there can be an array by label for so many vertices: of 16 MB at most, and another one as long. */
    static boolean isPossible(final long vertexCount) {
        return vertexCount <= MOST_VERTICES;
    }

    /** Makes room for so many different labels. */
    void reserve(final long degree) {
        if (degree >= labels.length) {
            labels = Arrays.copyOf(labels, (int) Math.min(counts.length + 1L, 2 * degree));
        }
    }

    void add(final int label) {
        final int before = counts[label]++;
        labels[labelCount] = label;
        labelCount += before - 1 >>> 31;                        // one where it is the first
    }

    /** Returns the label that is there most often, and forgets all; of several as {@link LabelWeights#takeBest}. */
    int takeBest(final int own) {
        int most = 0;
        int second = 0;
        int best = own;
        for (int i = 0; i < labelCount; i++) {
            final int label = labels[i];
            final int count = counts[label];
            counts[label] = 0;
            if (count > most) {
                second = most;
                most = count;
                best = label;
            } else if (count == most) {
                second = count;
                best = LabelWeights.isBetter(label, best, own) ? label : best;
            } else {
                second = Math.max(second, count);
            }
        }
        labelCount = 0;
        margin = most - second;
        return best;
    }

    /** How much more often the best label was there than any other one. */
    int margin() {
        return margin;
    }
}
