package org.gmt4j.apps.graph.run;

/**
 * Decides when searches have warmed up: when the compilers have made none faster for a while, as benchmarks do. Owned
 * by one thread; the caller reads the clock.
 */
public final class WarmUp {
    /** Runs at least. */
    public static final int FEWEST = 10;
    /** Runs at most. */
    public static final int MOST = 64;
    /** So many searches in turn that were not faster have settled. */
    static final int SETTLED = 6;
    private static final double BETTER = 1.03;
    private static final long LONGEST_NS = 3_000_000_000L;

    private final long shortestNs;
    private final int crowd;
    private long elapsedNs;
    private long bestNs = Long.MAX_VALUE;
    private int searches;
    private int sinceBest;

    /**
     * @param shortestNs it lasts at least so long
     * @param crowd      nodes for each core: each compiles for itself, so all takes so many times as long
     */
    public WarmUp(final long shortestNs, final int crowd) {
        this.shortestNs = shortestNs;
        this.crowd = Math.max(1, crowd);
    }

    /** A search has taken so long. */
    public void searched(final long ns) {
        searches++;
        elapsedNs += ns;
        sinceBest++;
        if (ns * BETTER < bestNs) {
            bestNs = ns;
            sinceBest = 0;
        }
    }

    public boolean isOver() {
        if (searches >= MOST) {
            return true;
        }
        return elapsedNs >= shortestNs * crowd
            && (elapsedNs >= LONGEST_NS * crowd || searches >= FEWEST * crowd && isSettled());
    }

    /** False: further searches would probably be faster. */
    public boolean isSettled() {
        return sinceBest >= SETTLED;
    }

    /** How many there were. */
    public int searches() {
        return searches;
    }
}
