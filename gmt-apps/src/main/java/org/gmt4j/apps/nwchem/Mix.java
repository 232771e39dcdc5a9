package org.gmt4j.apps.nwchem;

import java.util.Locale;

/**
 * What tasks do in one kind of calculation. Any thread.
 *
 * <p>{@link #DFT} has the numbers of calls and bytes that Global Arrays reports for process 0 of 256 of a density
 * functional calculation (Jose, report on the Gemini interconnect, table 3-1): 3,425 gets of 7,200,000 bytes, 465 puts
 * of 1,840,000 and 448 accumulates of 354,000, with 256 arrays; a task is an accumulate, so 448 tasks are a process's
 * share. {@link #CCSD} has few tasks with long patches and much to compute; its numbers are our own choice.
 */
enum Mix {
    /** Density functional: many small tasks. */
    DFT(new PatchCalls(448, 3425, 16, 56_250, 1), new PatchCalls(448, 465, 20, 11_500, 2),
        new PatchCalls(448, 448, 10, 4425, 3), 64, 200, 4480, 360),
    /** Coupled cluster: few large tasks. */
    CCSD(new PatchCalls(1, 6, 128, 6 * 128, 1), new PatchCalls(4, 1, 64, 64, 2), new PatchCalls(1, 1, 64, 64, 3), 1,
        20_000, 64, 1024);

    /** Counter, density, work and Fock matrix of a round. */
    static final int ARRAYS_OF_A_ROUND = 4;
    private final PatchCalls gets;
    private final PatchCalls puts;
    private final PatchCalls sums;
    private final int roundsOfAPeriod;
    private final int computeUs;
    private final long tasks;
    private final int basis;

    Mix(final PatchCalls gets, final PatchCalls puts, final PatchCalls sums, final int roundsOfAPeriod,
        final int computeUs, final long tasks, final int basis) {
        this.gets = gets;
        this.puts = puts;
        this.sums = sums;
        this.roundsOfAPeriod = roundsOfAPeriod;
        this.computeUs = computeUs;
        this.tasks = tasks;
        this.basis = basis;
    }

    /** Returns the kind as users write it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    PatchCalls gets() {
        return gets;
    }

    PatchCalls puts() {
        return puts;
    }

    PatchCalls sums() {
        return sums;
    }

    /** Returns the rounds of a replay, each with arrays of its own: fewer where there are fewer tasks than a period. */
    int rounds(final long taskCount) {
        return (int) Math.max(1, Math.min(roundsOfAPeriod, taskCount * roundsOfAPeriod / sums.period()));
    }

    /** Returns the time that a task computes unless told otherwise. */
    int computeUs() {
        return computeUs;
    }

    /** Returns the number of tasks unless told otherwise. */
    long tasks() {
        return tasks;
    }

    /** Returns the extent of the matrices unless told otherwise. */
    int basis() {
        return basis;
    }

    /** Returns the least extent of the matrices: all patches fit. */
    int leastBasis() {
        return Math.max(gets.longest(), Math.max(puts.longest(), sums.longest()));
    }
}
