package org.gmt4j.apps.nwchem;

import org.gmt4j.Transferable;
import org.gmt4j.ga.Box;

/**
 * What is replayed, the same on each node and in one thread. Immutable; any thread.
 *
 * <p>All values are whole numbers, so sums are exact in any order. The density of a round is linear in row and column:
 * the sum over a patch has a closed form.
 *
 * @param mix       what a task does
 * @param tasks     of all nodes together
 * @param basis     rows and columns of the matrices
 * @param computeUs what a task computes
 * @param streams   tasks of a node at the same time; 0 for one for each worker
 * @param seed      of the places of patches
 */
record ReplayPlan(Mix mix, long tasks, int basis, int computeUs, int streams, long seed) implements Transferable {
    private static final long MODULUS = 1021;

    int rounds() {
        return mix.rounds(tasks);
    }

    /** Returns the first task of a round; of the number of rounds, the number of tasks. */
    long firstTask(final int round) {
        return tasks / rounds() * round + tasks % rounds() * round / rounds();
    }

    long tasksOf(final int round) {
        return firstTask(round + 1) - firstTask(round);
    }

    static double density(final int round, final long row, final long column) {
        return round + 3 * row + 5 * column;
    }

    /** Returns the sum of the density over a patch. */
    static long densityOf(final int round, final Box box) {
        final long rows = box.extent(0);
        final long columns = box.extent(1);
        return rows * columns * round + 3 * columns * sum(box.from(0), box.to(0))
            + 5 * rows * sum(box.from(1), box.to(1));
    }

    private static long sum(final long from, final long to) {
        return (to * (to - 1) - from * (from - 1)) / 2;
    }

    static double work(final int round, final long row, final long column) {
        return 1 + round + 7 * row + 2 * column;
    }

    /** Returns what a task adds to each element of its patch of the Fock matrix, once it has read this sum. */
    static double fock(final long read) {
        return 1 + read % MODULUS;
    }

    Box get(final long call) {
        return mix.gets().box(call, basis, seed);
    }

    Box put(final long call) {
        return mix.puts().box(call, basis, seed);
    }

    Box sum(final long call) {
        return mix.sums().box(call, basis, seed);
    }
}
