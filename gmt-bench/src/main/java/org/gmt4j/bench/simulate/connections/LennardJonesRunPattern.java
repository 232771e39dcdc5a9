package org.gmt4j.bench.simulate.connections;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.gmt4j.apps.lj.LjPeers;

/**
 * {@code gmt run lj}: sorting, sums and the counter connect each process to all their owners; tasks connect whoever
 * draws them to the owners of two blocks. At first each process draws in the order of ranks, then any may be the next,
 * each with the same probability.
 *
 * @param peers of the simulation
 * @param seed  of the order in which processes draw
 */
record LennardJonesRunPattern(LjPeers peers, long seed) implements Pattern {
    @Override
    public String layout() {
        return peers.tasks() + " tasks";
    }

    @Override
    public void run(final ConnectionTable table) {
        final int processes = table.placement().processes();
        final BitSet certain = certain(table.placement());
        for (int client = 0; client < processes; client++) {
            final int from = client;
            certain.stream().forEach(node -> table.touch(from, node));
            peers.visitSort(client, owner -> table.touchProcess(from, owner));
        }
        final SplittableRandom random = new SplittableRandom(seed);
        int draws = 0;
        for (long task = 0; task < peers.tasks() && !table.isFull(); draws++) {
            final int client = draws < processes ? draws : RandomOwners.next(random, processes);
            final long end = Math.min(peers.tasks(), task + LjPeers.ticketsAtOnce(peers.tasks() - task, processes));
            for (; task < end; task++) {
                if (!table.isFull(client)) {
                    peers.visitTask(task, owner -> table.touchProcess(client, owner));
                }
            }
        }
    }

    /** Nodes that every process uses. */
    private BitSet certain(final Placement placement) {
        final BitSet nodes = new BitSet(placement.nodes());
        peers.visitCertain(owner -> nodes.set(placement.nodeOf(owner)));
        return nodes;
    }
}
