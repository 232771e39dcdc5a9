package org.gmt4j.bench.randomaccess;

/**
 * A table of 2^log2 longs in contiguous parts over nodes, of sizes that differ by one at most; with more nodes than
 * elements some parts are empty. Immutable; any thread, per command.
 *
 * @param log2  1 to {@link #LARGEST}
 * @param nodes 1 or more
 */
record TableShape(int log2, int nodes) {
    static final int LARGEST = 36;
    private static final int UPDATES_OF_AN_ELEMENT = 4;

    /** Elements of the whole table. */
    long size() {
        return 1L << log2;
    }

    /** Updates of a run, by all nodes together. */
    long updates() {
        return UPDATES_OF_AN_ELEMENT * size();
    }

    /** The low bits of a word, which choose the element. */
    long mask() {
        return size() - 1;
    }

    /** The node that has an element. */
    int owner(final long index) {
        return (int) (index * nodes >>> log2);
    }

    /** Index of the first element of a node: the least that {@link #owner} gives it. */
    long start(final int node) {
        return (node * size() + nodes - 1) / nodes;
    }

    /** Elements of a node. */
    long count(final int node) {
        return start(node + 1) - start(node);
    }

    /** {@link #start} of each node. */
    long[] starts() {
        final long[] starts = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            starts[node] = start(node);
        }
        return starts;
    }

    /** Bytes of each node's part. */
    long[] bytes() {
        final long[] bytes = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            bytes[node] = count(node) * Long.BYTES;
        }
        return bytes;
    }

    /** The first update of a task, numbered from 0; that of task {@code tasks} is the end. */
    long firstUpdate(final long task, final long tasks) {
        final long whole = updates() / tasks;
        final long rest = updates() % tasks;
        return task * whole + Math.min(task, rest);
    }
}
