package org.gmt4j.graph.source;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * How heavy the edges of a graph are, of which few may be far heavier than all others: by a sample. It means nothing
 * where weights are negative, which whoever asks for it refuses. Stateless.
 */
public final class TypicalWeight {
    /** Weights of a sample. */
    public static final int SAMPLE = 1 << 12;
    /** Of weights that are spread evenly the heaviest is twice the median: so that it is taken, for all samples. */
    private static final double MEDIANS = 3;

    private TypicalWeight() {
    }

    /**
     * Takes weights out of equal stretches of the edges, at random places of these; always the same ones.
     *
     * @param edges  how many there are
     * @param most   weights to be taken at most
     * @param weight by the number of the edge, a word
     */
    public static long[] sample(final long edges, final int most, final LongUnaryOperator weight) {
        final int count = (int) Math.min(edges, most);
        final SplittableRandom random = new SplittableRandom(count);
        final long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            final PartRange stretch = PartRange.of(edges, i, count);
            words[i] = weight.applyAsLong(random.nextLong(stretch.start(), stretch.end()));
        }
        return words;
    }

    /**
     * Returns three times the median of the weights that are not zero, and the heaviest at most.
     *
     * @param words a sample; its order changes
     */
    public static double of(final WeightKind kind, final long[] words, final double heaviest) {
        Arrays.sort(words);
        int zeros = 0;
        while (zeros < words.length && words[zeros] == 0) {
            zeros++;
        }
        return zeros == words.length ? heaviest
            : Math.min(heaviest, MEDIANS * kind.number(words[zeros + (words.length - zeros) / 2]));
    }
}
