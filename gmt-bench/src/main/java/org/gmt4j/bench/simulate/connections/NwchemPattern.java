package org.gmt4j.bench.simulate.connections;

/**
 * A method of computational chemistry on global arrays: tasks come from a counter of process 0, and each gets, puts and
 * accumulates patches of arrays, whose owners look random to it. A patch has one owner here.
 *
 * @param transfers of each process: gets, puts and accumulates together
 * @param seed      of the owners
 */
record NwchemPattern(long transfers, long seed) implements Pattern {
    @Override
    public void run(final ConnectionTable table) {
        for (int client = 0; client < table.placement().processes(); client++) {
            table.touchProcess(client, 0);
        }
        RandomOwners.touch(table, transfers, seed);
    }
}
