package org.gmt4j;

import java.util.Random;

/**
 * A small job of several processes, for tests of what lies between them: random updates of a global array, checked one
 * by one.
 */
public final class LossyJob {
    static final String VERIFIED = "verified";
    private static final int SIZE = 5_000;
    private static final int UPDATES = 40_000;
    private static final int SEED = 17;

    private LossyJob() {
    }

    /** Joins the job that the environment describes. */
    public static void main(final String[] arguments) {
        try (GmtCluster cluster = GmtCluster.connect()) {
            final Long wrong = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                final int nodes = ctx.nodeCount();
                ctx.parFor(nodes, 1, (part, c) -> {
                    final Random random = new Random(SEED + part);
                    for (int i = 0; i < UPDATES / nodes; i++) {
                        a.addNb(c, random.nextInt(SIZE), part + 1);
                    }
                });
                final long[] found = new long[SIZE];
                a.get(ctx, 0, found, 0, SIZE);
                return differences(found, nodes);
            });
            if (wrong != null) {
                System.out.println(wrong == 0 ? VERIFIED : wrong + " values are wrong");
            }
        }
    }

    private static long differences(final long[] found, final int nodes) {
        for (int part = 0; part < nodes; part++) {
            final Random random = new Random(SEED + part);
            for (int i = 0; i < UPDATES / nodes; i++) {
                found[random.nextInt(SIZE)] -= part + 1;
            }
        }
        long wrong = 0;
        for (final long rest : found) {
            wrong += rest == 0 ? 0 : 1;
        }
        return wrong;
    }
}
