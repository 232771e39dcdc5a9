package org.gmt4j.bench.simulate.transpose;

import org.gmt4j.bench.simulate.CostModel;

/**
 * One transpose of a matrix of ints, to be simulated. Immutable.
 *
 * @param size       rows and columns
 * @param processes  of the job; each owns a band of rows
 * @param way        of the blocks
 * @param eagerLimit longest block in bytes that is put eagerly
 * @param buffers    requests of a process that are unanswered at once, at all servers together
 * @param nodes      where the processes are
 * @param costs      of single steps
 */
record TransposeConfig(int size, int processes, Way way, int eagerLimit, int buffers, Nodes nodes, CostModel costs) {
    private static final int INT = Integer.BYTES;

    /**
     * Nodes and their servers.
     *
     * @param perNode   processes of a full node
     * @param cores     of a node; with as many as processes the server shares the first process's core
     * @param waiting      of an idle server
     * @param slicePs   of the operating system where two threads always want one core
     * @param isAligned do all nodes' slices begin together? Otherwise at random
     * @param seed      of the random ones
     */
    record Nodes(int perNode, int cores, Wait waiting, long slicePs, boolean isAligned, long seed) {
        boolean isFull() {
            return cores == perNode;
        }
    }

    int nodeCount() {
        return (processes + nodes.perNode() - 1) / nodes.perNode();
    }

    int nodeOf(final int process) {
        return process / nodes.perNode();
    }

    boolean isSameNode(final int process, final int other) {
        return nodeOf(process) == nodeOf(other);
    }

    /** Rows of a process's band: all rows, as evenly as possible. */
    long rows(final int process) {
        return (long) size * (process + 1) / processes - (long) size * process / processes;
    }

    /** Bytes of the block that two processes share in a transpose. */
    long blockBytes(final int process, final int other) {
        return rows(process) * rows(other) * INT;
    }

    long bandBytes(final int process) {
        return rows(process) * size * INT;
    }

    long matrixBytes() {
        return (long) size * size * INT;
    }

    /** The largest block. */
    long largestBlockBytes() {
        final long rows = (size + processes - 1) / processes;
        return rows * rows * INT;
    }
}
