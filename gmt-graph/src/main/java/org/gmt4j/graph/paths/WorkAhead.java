package org.gmt4j.graph.paths;

/**
 * How many buckets the nodes empty between two exchanges of lengths. One is enough where each edge may lead to another
 * node. Where few do, as in a road network that is dealt out by regions, a bucket is a short step and the exchange the
 * longer part of it: then nodes go on with the next buckets. Rows whose lengths fall after that, by what others have
 * sent, are followed again; so the answer is the same. Owned by one task.
 *
 * @see "Harshvardhan, Fidel, Amato, Rauchwerger, KLA: A New Algorithmic Paradigm for Parallel Graph Computations, PACT
 *     2014"
 */
final class WorkAhead {
    static final int MOST_BUCKETS = 256;
    /** Edges that a node follows in a step beside which the exchange is short. */
    static final long LONG_STEP = 1 << 12;
    /** More buckets where at most this part of the edges has been sent, fewer where so much was followed again. */
    private static final long FEW_SENT = 16;
    private static final long MANY_REPEATED = 8;
    /** Steps of so many times the edges are shortened: nodes that have nothing to do wait for the end of the step. */
    private static final long TOO_LONG = 4;

    private final long longStep;
    private int buckets = 1;

    WorkAhead(final int nodes) {
        longStep = LONG_STEP * nodes;
    }

    /** The last bucket of a step that begins with one. */
    long last(final long bucket) {
        return Math.min(Long.MAX_VALUE - buckets, bucket) + buckets - 1;
    }

    /**
     * Takes note of a step of all nodes.
     *
     * @param followed edges
     * @param repeated of these, those that had been followed in a step before
     * @param sent     lengths for rows of other nodes
     */
    void adapt(final long followed, final long repeated, final long sent) {
        if (MANY_REPEATED * repeated > followed || followed > TOO_LONG * longStep) {
            buckets = Math.max(1, buckets / 2);
        } else if (followed < longStep && FEW_SENT * sent <= followed) {
            buckets = Math.min(MOST_BUCKETS, 2 * buckets);
        }
    }
}
