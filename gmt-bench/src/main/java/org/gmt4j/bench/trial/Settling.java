package org.gmt4j.bench.trial;

/** Decides when a warm-up is over: when nothing has become faster for some runs. Owned by one thread. */
public final class Settling {
    private static final int RUNS = 6;
    private static final double BETTER = 1.03;

    private double best;
    private int sinceBest;

    /** Takes the rate of one more run, in any unit. */
    public void took(final double rate) {
        sinceBest++;
        if (rate > best * BETTER) {
            best = rate;
            sinceBest = 0;
        }
    }

    /** Returns whether the last six runs were no better than those before them, by 3 percent. */
    public boolean isSettled() {
        return sinceBest >= RUNS;
    }
}
