package org.gmt4j.bench.simulate.connections;

/**
 * RandomAccess: each process adds to random words of a table that is spread evenly over all processes. Gathering
 * updates before they are sent changes when a node is touched, and not which.
 *
 * @param updates of each process
 * @param seed    of the places
 */
record RandomAccessPattern(long updates, long seed) implements Pattern {
    @Override
    public void run(final ConnectionTable table) {
        RandomOwners.touch(table, updates, seed);
    }
}
