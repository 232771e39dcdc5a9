package org.gmt4j.bench.trial;

/** Something whose rate is measured. Called by the main thread of node 0. */
public interface Measured {
    /**
     * The work of one run.
     *
     * @param operations of all nodes together
     * @param ns         how long it took, seen from node 0
     */
    record Sample(long operations, long ns) {
        double mops() {
            return operations * 1e3 / Math.max(1, ns);
        }
    }

    /**
     * At least {@code count}, and whole chunks: then the parts of a partitioned loop are exactly the nodes' shares, and
     * the last node has as much to do as the others.
     */
    static long wholeChunks(final long count, final long chunk) {
        return (count + chunk - 1) / chunk * chunk;
    }

    /**
     * Runs it once.
     *
     * @param operationsPerNode how much each node that takes part shall do, or a little more
     * @param seed              of everything random in this run
     */
    Sample run(long operationsPerNode, long seed);
}
