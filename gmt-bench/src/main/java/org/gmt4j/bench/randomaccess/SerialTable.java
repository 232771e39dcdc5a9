package org.gmt4j.bench.randomaccess;

import org.gmt4j.bench.sequence.RandomIndex;

/**
 * The same updates by one thread on an array of Java: the rate to compare with, and what a table should hold. Owned by
 * one thread.
 */
final class SerialTable {
    /** Tables of more elements are not made: node 0 has them beside its part. */
    static final int LARGEST_LOG2 = 26;

    /**
     * A run.
     *
     * @param seconds of the updates alone
     * @param state   of the table
     */
    record Outcome(double seconds, TableState state) {
    }

    private SerialTable() {
    }

    static boolean fits(final int log2) {
        return log2 <= LARGEST_LOG2;
    }

    static Outcome run(final TableShape shape, final boolean isXor) {
        final long[] table = new long[(int) shape.size()];
        for (int i = 0; i < table.length; i++) {
            table[i] = i;
        }
        final long startNs = System.nanoTime();
        if (isXor) {
            xors(table, shape.updates());
        } else {
            adds(table, shape.updates());
        }
        return new Outcome((System.nanoTime() - startNs) / 1e9, state(table));
    }

    private static void xors(final long[] table, final long updates) {
        final int mask = table.length - 1;
        long word = 1;
        for (long k = 0; k < updates; k++) {
            word = UpdateStream.next(word);
            table[(int) word & mask] ^= word;
        }
    }

    private static void adds(final long[] table, final long updates) {
        final int mask = table.length - 1;
        long word = 1;
        for (long k = 0; k < updates; k++) {
            word = UpdateStream.next(word);
            table[(int) word & mask] += word;
        }
    }

    private static TableState state(final long[] table) {
        long sum = 0;
        long weight = 0;
        for (int i = 0; i < table.length; i++) {
            sum += table[i];
            weight += table[i] * RandomIndex.mix(i);
        }
        return new TableState(table.length, sum, weight, 0);
    }

    /** The sum of the table after additions: that of the indices, and that of the words. */
    static long sumAfterAdds(final TableShape shape) {
        long sum = shape.size() / 2 * shape.mask();
        long word = 1;
        for (long k = shape.updates(); k > 0; k--) {
            word = UpdateStream.next(word);
            sum += word;
        }
        return sum;
    }
}
