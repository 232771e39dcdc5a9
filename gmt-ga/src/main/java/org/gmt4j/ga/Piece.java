package org.gmt4j.ga;

import org.gmt4j.Patch;

/**
 * What a box and one node have in common: one pattern of equal runs, or several where edges of the box cut blocks of
 * dealt matrices. Patterns of both sides have the same runs in the same order.
 *
 * @param node  owner
 * @param there patterns in the owner's part, in bytes
 * @param here  patterns in the local side, in bytes, as many
 */
record Piece(int node, Patch[] there, Patch[] here) {
    Piece(final int node, final Patch there, final Patch here) {
        this(node, new Patch[] {there}, new Patch[] {here});
    }

    long bytes() {
        long bytes = 0;
        for (final Patch pattern : here) {
            bytes += pattern.size();
        }
        return bytes;
    }

    /** Returns the number of runs of all patterns. */
    long runs() {
        return runs(0, here.length);
    }

    /** Returns the number of runs of some patterns. */
    long runs(final int from, final int to) {
        long runs = 0;
        for (int i = from; i < to; i++) {
            runs += runs(here[i]);
        }
        return runs;
    }

    /** Returns the end of the patterns from one on that have at most so many runs together; one at least. */
    int endOf(final int from, final int most) {
        long runs = runs(here[from]);
        int end = from + 1;
        while (end < here.length && runs + runs(here[end]) <= most) {
            runs += runs(here[end]);
            end++;
        }
        return end;
    }

    static long runs(final Patch pattern) {
        return pattern.size() / pattern.run();
    }

    /** Writes where the runs of a pattern begin. Returns the place behind them in the array. */
    static int starts(final Patch pattern, final long[] into, final int from) {
        into[from] = pattern.offset();
        int count = 1;
        for (int level = 0; level < pattern.levels(); level++) {
            final long distance = pattern.distance(level);
            final int runs = count * (int) pattern.count(level);
            for (int i = count; i < runs; i++) {
                into[from + i] = into[from + i - count] + distance;
            }
            count = runs;
        }
        return from + count;
    }
}
