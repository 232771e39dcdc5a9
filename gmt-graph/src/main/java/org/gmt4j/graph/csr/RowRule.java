package org.gmt4j.graph.csr;

/** Which rows a build makes of the edges of a source. */
enum RowRule {
    /** Both directions of every edge; self-loops dropped, repetitions stored once. */
    SYMMETRIC(true, true),
    /** From source to target; self-loops dropped, repetitions stored once. */
    DIRECTED(false, true),
    /** From source to target; all that is listed. */
    AS_LISTED(false, false);

    private final boolean isBothWays;
    private final boolean isDistinct;

    RowRule(final boolean isBothWays, final boolean isDistinct) {
        this.isBothWays = isBothWays;
        this.isDistinct = isDistinct;
    }

    /** Each edge is stored at both ends. */
    boolean isBothWays() {
        return isBothWays;
    }

    /** Self-loops and repetitions are dropped. */
    boolean isDistinct() {
        return isDistinct;
    }
}
