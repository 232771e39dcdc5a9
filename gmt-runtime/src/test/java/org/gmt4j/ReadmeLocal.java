package org.gmt4j;

/** The README's program, on nodes of one JVM. */
public final class ReadmeLocal {
    private ReadmeLocal() {
    }

    public static void main(final String[] args) {
        try (GmtCluster cluster = GmtCluster.local(4)) {
            long hits = cluster.call(ctx -> {
                GlobalLongArray counts = GlobalLongArray.allocate(ctx, 1_000);
                ctx.parFor(1_000_000, 4096, (low, high, c) -> {
                    for (long i = low; i < high; i++) {
                        counts.addNb(c, c.nextRandom(1_000), 1);
                    }
                });
                return counts.get(ctx, 42);
            });
            System.out.println(hits);
        }
    }
}
