package org.gmt4j.bench.simulate.connections;

import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.LuPeers;

/**
 * {@code gmt run lu}: blocks dealt to the squarest grid, panels that are got or put, and flags that say so. Where there
 * are fewer blocks than processes along a side, the program leaves some without any.
 *
 * @param peers of the factorisation
 * @param form  how panels travel
 */
record LuRunPattern(LuPeers peers, LuForm form) implements Pattern {
    @Override
    public String layout() {
        return peers.rows() + "x" + peers.columns() + (form == LuForm.PUT_NB ? " put" : "");
    }

    @Override
    public int working(final int processes) {
        return peers.rows() * peers.columns();
    }

    @Override
    public void run(final ConnectionTable table) {
        for (int client = 0; client < table.placement().processes(); client++) {
            final int from = client;
            peers.visit(client, form, owner -> table.touchProcess(from, owner));
        }
    }
}
