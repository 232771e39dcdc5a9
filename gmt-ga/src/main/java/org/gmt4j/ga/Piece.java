package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.Patch;

/**
 * What a transfer and one node have in common: a pattern of equal runs, or several where edges of the box cut blocks of
 * dealt matrices, steps meet blocks at different places, or the box goes around the matrix. Patterns of both sides have
 * the same runs in the same order. Owned by one task.
 */
final class Piece {
    private final int node;
    private Patch[] there = new Patch[1];
    private Patch[] here = new Patch[1];
    private int patterns;
    private long bytes;
    private long runs;

    /** What takes the patterns of a box, in any order of the owners. */
    @FunctionalInterface
    interface Sink {
        /**
         * Takes one pattern.
         *
         * @param node  owner
         * @param there pattern in the owner's part, in bytes
         * @param here  the same in the local side
         */
        void add(int node, Patch there, Patch here);
    }

    /** Nothing yet. @param node owner */
    Piece(final int node) {
        this.node = node;
    }

    void add(final Patch remote, final Patch local) {
        if (patterns == there.length) {
            there = Arrays.copyOf(there, 4 * patterns);
            here = Arrays.copyOf(here, 4 * patterns);
        }
        there[patterns] = remote;
        here[patterns++] = local;
        bytes += local.size();
        runs += runs(local);
    }

    int node() {
        return node;
    }

    int patterns() {
        return patterns;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the number of runs of all patterns. */
    long runs() {
        return runs;
    }

    Patch there(final int pattern) {
        return there[pattern];
    }

    Patch here(final int pattern) {
        return here[pattern];
    }

    /** Returns the patterns in the owner's part. */
    Patch[] there() {
        there = Arrays.copyOf(there, patterns);
        return there;
    }

    /** Returns the patterns in the local side, as many. */
    Patch[] here() {
        here = Arrays.copyOf(here, patterns);
        return here;
    }

    private static long runs(final Patch pattern) {
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
