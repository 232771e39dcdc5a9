package org.gmt4j.bench.simulate.connections;

import java.util.SplittableRandom;
import org.gmt4j.apps.nwchem.ReplayPeers;

/**
 * {@code gmt run nwchem}: each process asks the counter, and whoever draws a task uses all owners of its patches. Any
 * process may be the next to draw, each with the same probability.
 *
 * @param peers of the replay
 * @param basis rows and columns of its arrays
 * @param tasks of all processes
 * @param seed  of the order in which processes draw
 */
record NwchemRunPattern(ReplayPeers peers, int basis, long tasks, long seed) implements Pattern {
    @Override
    public String layout() {
        return basis + "x" + basis;
    }

    @Override
    public void run(final ConnectionTable table) {
        final int processes = table.placement().processes();
        for (int client = 0; client < processes; client++) {
            final int from = client;
            peers.visitCounter(owner -> table.touchProcess(from, owner));
        }
        final SplittableRandom random = new SplittableRandom(seed);
        for (long task = 0; task < tasks && !table.isFull(); task++) {
            final int client = RandomOwners.next(random, processes);
            if (!table.isFull(client)) {
                peers.visitTask(task, (first, last) -> table.touchProcesses(client, first, last));
            }
        }
    }
}
