package hello;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;

/** Fills an array that lies on all nodes with squares, and adds them up. */
public final class Hello {
    private Hello() {
    }

    public static void main(final String[] args) {
        final long count = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        try (GmtCluster cluster = GmtCluster.connect()) {
            System.out.println("hello from " + cluster.nodeCount() + " nodes: " + sumOfSquares(cluster, count));
        }
    }

    static long sumOfSquares(final GmtCluster cluster, final long count) {
        return cluster.call(ctx -> {
            final GlobalLongArray squares = GlobalLongArray.allocate(ctx, count);
            ctx.parFor(count, 1024, (low, high, c) -> {             // runs on all nodes, in chunks
                for (long i = low; i < high; i++) {
                    squares.putNb(c, i, i * i);                     // not waited for one by one
                }
            });                                                     // returns when every put has been executed
            return squares.sum(ctx);
        });
    }
}
