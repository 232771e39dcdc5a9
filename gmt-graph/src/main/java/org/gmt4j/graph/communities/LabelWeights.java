package org.gmt4j.graph.communities;

import java.util.Arrays;

/**
 * The labels around one vertex and their weights, summed in the order in which they are added. Owned by one thread; per
 * command: adding allocates when the table has grown only.
 */
final class LabelWeights {
    private static final int FIRST_BITS = 6;
    private static final long NONE = -1;

    private int bits = FIRST_BITS;
    private long[] labels = new long[1 << FIRST_BITS];
    private double[] weights = new double[1 << FIRST_BITS];
    /** Slots in use, of which there are {@link #count}: half of all at most. */
    private int[] used = new int[1 << FIRST_BITS - 1];
    private int count;
    /** That of the last label: neighbours often have the same. */
    private int lastSlot;

    LabelWeights() {
        Arrays.fill(labels, NONE);
    }

    /** A mixed word for each word (the finaliser of MurmurHash3): decides between labels of the same weight. */
    static long rank(final long word) {
        long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    void add(final long label, final double weight) {
        if (labels[lastSlot] == label) {
            weights[lastSlot] += weight;
        } else {
            addElsewhere(label, weight);
        }
    }

    private void addElsewhere(final long label, final double weight) {
        final int mask = labels.length - 1;
        int slot = (int) (label * 0x9E3779B97F4A7C15L >>> 64 - bits);
        while (labels[slot] != label) {
            if (labels[slot] == NONE) {
                if (count == used.length) {
                    grow();
                    add(label, weight);
                    return;
                }
                labels[slot] = label;
                weights[slot] = 0;
                used[count++] = slot;
                break;
            }
            slot = slot + 1 & mask;
        }
        weights[slot] += weight;
        lastSlot = slot;
    }

    private void grow() {
        final long[] oldLabels = labels;
        final double[] oldWeights = weights;
        final int[] oldSlots = used;
        final int oldCount = count;
        bits++;
        labels = new long[1 << bits];
        weights = new double[1 << bits];
        used = new int[1 << bits - 1];
        count = 0;
        lastSlot = 0;
        Arrays.fill(labels, NONE);
        for (int i = 0; i < oldCount; i++) {
            add(oldLabels[oldSlots[i]], oldWeights[oldSlots[i]]);
        }
    }

    /**
     * Returns the label of the largest weight above zero, and forgets all. Of several the own one, and where it is not
     * among them, the one of the lowest rank; the own one also where there is none.
     */
    long takeBest(final long own) {
        double most = 0;
        long best = own;
        for (int i = 0; i < count; i++) {
            final double weight = weights[used[i]];
            final long label = labels[used[i]];
            if (weight > most || weight == most && weight > 0 && isBetter(label, best, own)) {
                most = weight;
                best = label;
            }
            labels[used[i]] = NONE;
        }
        count = 0;
        return best;
    }

    /** Whether the first of two labels of the same weight comes before the other. */
    static boolean isBetter(final long label, final long best, final long own) {
        return best != own && (label == own || rank(label) < rank(best));
    }
}
