package org.gmt4j.bench.collectives;

import org.HdrHistogram.Histogram;

/** Times the rounds of one node, from its making on. Owned by the task that runs the rounds. */
final class RoundClock {
    private static final int DIGITS = 3;

    private final Histogram rounds = new Histogram(DIGITS);
    private final long startNs = System.nanoTime();
    private long beforeNs = startNs;
    private boolean isRight = true;

    /** Takes the end of a round; the next one begins. */
    void round(final boolean hasRightResult) {
        final long nowNs = System.nanoTime();
        rounds.recordValue(nowNs - beforeNs);
        beforeNs = nowNs;
        isRight &= hasRightResult;
    }

    RoundTimes times() {
        return RoundTimes.of(beforeNs - startNs, isRight, rounds);
    }
}
