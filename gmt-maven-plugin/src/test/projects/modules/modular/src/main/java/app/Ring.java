package app;

import org.gmt4j.GmtCluster;

public final class Ring {
    private Ring() {
    }

    public static void main(final String[] args) {
        if (args.length > 0) {
            throw new IllegalArgumentException("no argument is known: " + String.join(" ", args));
        }
        try (GmtCluster cluster = GmtCluster.connect()) {
            final String fibers = System.getProperty("gmt.fibers");
            System.out.println("nodes add up to " + sumOfNodes(cluster) + ", fibers " + fibers);
        }
    }

    static long sumOfNodes(final GmtCluster cluster) {
        return cluster.call(ctx -> {
            long sum = 0;
            for (final long node : ctx.callOnAll(c -> (long) c.nodeId())) {
                sum += node;
            }
            return sum;
        });
    }
}
