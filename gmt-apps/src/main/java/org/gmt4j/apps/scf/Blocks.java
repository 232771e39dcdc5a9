package org.gmt4j.apps.scf;

import org.gmt4j.Transferable;

/**
 * Basis functions in blocks, pairs of blocks, and tasks, which are pairs of pairs: (I J | K L) with J not above I, L
 * not above K, and the pair K L not behind I J. Immutable; any thread.
 *
 * @param functions number of basis functions
 * @param length    of a block; the last one may be shorter
 */
record Blocks(int functions, int length) implements Transferable {

    int count() {
        return (functions + length - 1) / length;
    }

    int first(final int block) {
        return block * length;
    }

    int end(final int block) {
        return Math.min(functions, (block + 1) * length);
    }

    long pairs() {
        return triangle(count());
    }

    long tasks() {
        return triangle(pairs());
    }

    private static long triangle(final long n) {
        return n * (n + 1) / 2;
    }

    /** Returns the larger member of a pair, by its number. */
    static long larger(final long number) {
        long i = (long) ((Math.sqrt(8.0 * number + 1) - 1) / 2);
        while (triangle(i) > number) {
            i--;
        }
        while (triangle(i + 1) <= number) {
            i++;
        }
        return i;
    }

    /** Returns the smaller member of a pair, by its number. */
    static long smaller(final long number) {
        return number - triangle(larger(number));
    }
}
