package org.gmt4j.apps.graph.run;

/**
 * Decides when searches have warmed up: when none has become faster for a while, and the compilers have come to rest.
 * A compiler that works takes a core from the nodes, or from what waits for them: small searches are several times as
 * slow beside it. Owned by one thread; the caller reads the clocks.
 */
public final class WarmUp {
    /** Runs at least. */
    public static final int FEWEST = 10;
    /** Runs at most. */
    static final int MOST = 4096;
    /** The same in a short job. */
    static final int MOST_OF_SHORT = 64;
    /** So many searches in turn that were not faster have settled. */
    static final int SETTLED = 6;
    private static final double BETTER = 1.03;
    private static final long LONGEST_NS = 3_000_000_000L;
    /** What earlier searches count for the work of the compilers, less and less. */
    private static final double FADING = 0.9;

    private final long shortestNs;
    private final int crowd;
    private final boolean isShort;
    private long elapsedNs;
    private long bestNs = Long.MAX_VALUE;
    private int searches;
    private int sinceBest;
    private double recentNs;
    private double recentCompilerNs;

    /**
     * @param shortestNs it lasts at least so long
     * @param crowd      nodes for each core: each compiles for itself, so all takes so many times as long
     * @param isShort    it is a job of seconds, whose nodes have the simple compiler only: nobody waits for that one
     */
    public WarmUp(final long shortestNs, final int crowd, final boolean isShort) {
        this.shortestNs = shortestNs;
        this.isShort = isShort;
        this.crowd = Math.max(1, crowd);
    }

    /** A search has taken so long, and the compilers of the busiest node have worked so long meanwhile. */
    public void searched(final long ns, final long compilerMs) {
        searches++;
        elapsedNs += ns;
        sinceBest++;
        recentNs = FADING * recentNs + ns;
        recentCompilerNs = FADING * recentCompilerNs + compilerMs * 1e6;
        if (ns * BETTER < bestNs) {
            bestNs = ns;
            sinceBest = 0;
        }
    }

    public boolean isOver() {
        if (searches >= (isShort ? MOST_OF_SHORT : MOST)) {
            return true;
        }
        return elapsedNs >= shortestNs * crowd
            && (elapsedNs >= LONGEST_NS * crowd || searches >= FEWEST * crowd && isSettled());
    }

    /** False: further searches would probably be faster. */
    public boolean isSettled() {
        return sinceBest >= SETTLED && (isShort || recentCompilerNs < CompilerTime.MUCH * recentNs);
    }

    /** How many there were. */
    public int searches() {
        return searches;
    }
}
