package org.gmt4j.bench.simulate.connections;

import org.gmt4j.apps.flow.FlowPeers;

/**
 * {@code gmt run flow}: each process puts the edges of its block to its neighbours. Where the squarest blocks leave
 * processes without columns, so does the program.
 *
 * @param peers of the field
 */
record FlowRunPattern(FlowPeers peers) implements Pattern {
    @Override
    public String layout() {
        return peers.blocksInX() + "x" + peers.blocksInY();
    }

    @Override
    public int working(final int processes) {
        return peers.blocksInX() * peers.blocksInY();
    }

    @Override
    public void run(final ConnectionTable table) {
        for (int client = 0; client < table.placement().processes(); client++) {
            final int from = client;
            peers.visit(client, owner -> table.touchProcess(from, owner));
        }
    }
}
