package org.gmt4j.bench.containers;

import org.gmt4j.bench.sequence.RandomIndex;

/** The keys of the benchmark: operation k of a run has the key that the run's seed gives for k. Per operation. */
final class ContainerKeys {
    private ContainerKeys() {
    }

    /** Which of 2^log2 keys, {@code shift} being 64 - log2. */
    static int index(final long seed, final long k, final int shift) {
        return (int) (RandomIndex.word(seed, k) >>> shift);
    }

    /** The same with some keys much more often than others: half of the bits of an index are seldom set. */
    static int skewed(final long seed, final long k, final int shift) {
        final long word = RandomIndex.word(seed, k);
        return (int) ((word & RandomIndex.mix(word) & RandomIndex.mix(~word)) >>> shift);
    }

    /** Key i as a long of any size, not 0. */
    static long number(final int i) {
        return RandomIndex.mix(i + 1);
    }

    /** Key i as a string of 8 characters. */
    private static String word(final int i) {
        long bits = RandomIndex.mix(i + 1) & (1L << 40) - 1 ^ i;
        final char[] chars = new char[8];
        for (int at = 0; at < chars.length; at++) {
            chars[at] = (char) ('A' + (bits & 31));
            bits >>>= 5;
        }
        return new String(chars);
    }

    /** A text of 2^log2 words, of which there are as many at most, in the order in which it is read. */
    static String[] text(final long seed, final int log2) {
        final String[] words = new String[1 << log2];
        for (int k = 0; k < words.length; k++) {
            words[k] = word(index(seed, k, Long.SIZE - log2));
        }
        return words;
    }
}
