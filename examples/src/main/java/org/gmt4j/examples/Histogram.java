package org.gmt4j.examples;

import java.util.Arrays;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;

/**
 * Throws values at random into the bins of a global array. Shows an array over all nodes, a parallel loop, and one
 * {@code addNb} for each value, which the runtime gathers into large messages.
 *
 * <pre>./gmt run --classes examples/target/classes Histogram -n 2 -- VALUES BINS</pre>
 */
public final class Histogram {
    private Histogram() {
    }

    public static void main(final String[] args) {
        final long values = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        final int bins = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        GmtCluster.main(cluster -> {
            final long[] counts = count(cluster, values, bins);
            GmtResult.verified(Arrays.stream(counts).sum() == values);
            System.out.println(values + " values in " + bins + " bins, the fullest has "
                + Arrays.stream(counts).max().getAsLong());
        });
    }

    static long[] count(final GmtCluster cluster, final long values, final int bins) {
        return cluster.call(ctx -> {
            final GlobalLongArray counts = GlobalLongArray.allocate(ctx, bins);
            // Runs on all nodes. An add is on its way when addNb returns, and all have been executed when parFor does.
            ctx.parFor(values, 4096, (i, c) -> counts.addNb(c, c.nextRandom(bins), 1));
            return counts.toArray(ctx);
        });
    }
}
