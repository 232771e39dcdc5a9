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
    static String text(final int i) {
        long bits = RandomIndex.mix(i + 1) & (1L << 40) - 1 ^ i;
        final char[] chars = new char[8];
        for (int at = 0; at < chars.length; at++) {
            chars[at] = (char) ('A' + (bits & 31));
            bits >>>= 5;
        }
        return new String(chars);
    }

    static String[] texts(final int count) {
        final String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = text(i);
        }
        return texts;
    }
}
