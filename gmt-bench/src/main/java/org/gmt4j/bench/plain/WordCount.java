package org.gmt4j.bench.plain;

import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Counts the words of a text of word ids: an add to the counter of each word.
 *
 * <p>Words follow Zipf's law with exponent 1: the word of rank r = {@code floor(kinds^u)}, u uniform in [0, 1), so that
 * the most frequent of 100,000 kinds is 6 percent of the text. Ids are ranks in a random order, as a hash of the word
 * would give them: frequent words are anywhere among the counters.
 */
final class WordCount {
    /** A prime above the largest number of kinds: a step that visits all ids. */
    private static final long ID_STEP = 2_147_483_647;

    private WordCount() {
    }

    static long[] onNodes(final TaskContext ctx, final GlobalIntArray text, final int kinds) throws SuspendExecution {
        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, ArraySpec.of(kinds).combining(Combining.ADD));
        ctx.parFor(text.size(), 4096, (low, high, c) -> {
            final ElementView words = text.view(c, low, (int) (high - low));
            for (int i = 0; i < words.size(); i++) {
                counts.addNb(c, words.getInt(i), 1);
            }
        });
        final long[] result = counts.toArray(ctx);
        counts.free(ctx);
        return result;
    }

    static long[] serial(final int[] text, final int kinds) {
        final long[] counts = new long[kinds];
        for (final int word : text) {
            counts[word]++;
        }
        return counts;
    }

    /** Makes a text. */
    static int[] text(final int words, final int kinds, final long seed) {
        final int[] text = new int[words];
        final double log = Math.log(kinds);
        for (int i = 0; i < words; i++) {
            final double u = (RandomIndex.word(seed, i) >>> 11) * 0x1p-53;
            final long rank = Math.min(kinds, (long) Math.exp(u * log));
            text[i] = (int) ((rank - 1) * ID_STEP % kinds);
        }
        return text;
    }
}
