package org.gmt4j.aggregation.queue;

/** Counts and times the claims of one lane that find no block or no credit. Owned by the lane's thread. Per stall. */
final class ClaimStalls {
    private final AggregationCounters counters;
    private LaneProbe probe;                         // null: nobody wants to know
    private long sinceNs;
    private boolean isForCredit;

    ClaimStalls(final AggregationCounters counters) {
        this.counters = counters;
    }

    void probe(final LaneProbe told) {
        probe = told;
    }

    /** A claim has been refused for the first time. */
    void begin(final boolean hasCredit) {
        if (hasCredit) {
            counters.poolStallCount++;
        } else {
            counters.creditStallCount++;
        }
        if (probe != null) {
            sinceNs = probe.nowNs();
            isForCredit = !hasCredit;
        }
    }

    /** A claim has been granted after so many refusals. */
    void end(final int node, final int refusals) {
        if (refusals > 0 && probe != null) {
            probe.stalled(node, isForCredit, sinceNs);
        }
    }
}
