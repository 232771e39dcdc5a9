package org.gmt4j.bench.simulate.connections;

import java.util.SplittableRandom;

/** Operations of processes on memory of random processes, each of which is as likely as any other. */
final class RandomOwners {
    private static final long LOW_WORD = 0xFFFFFFFFL;

    private RandomOwners() {
    }

    /** Each process does so many operations, or fewer if more would connect nothing. */
    static void touch(final ConnectionTable table, final long operations, final long seed) {
        final int processes = table.placement().processes();
        final SplittableRandom seeds = new SplittableRandom(seed);
        for (int client = 0; client < processes; client++) {
            final SplittableRandom random = seeds.split();
            for (long i = 0; i < operations && !table.isFull(client); i++) {
                table.touchProcess(client, next(random, processes));
            }
        }
    }

    /** As nextInt(bound), without its division; off by less than bound / 2^32. */
    static int next(final SplittableRandom random, final int bound) {
        return (int) ((random.nextInt() & LOW_WORD) * bound >>> Integer.SIZE);
    }
}
