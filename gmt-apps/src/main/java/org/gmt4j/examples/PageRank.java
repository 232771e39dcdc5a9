package org.gmt4j.examples;

import java.util.Arrays;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.KroneckerSource;

/**
 * PageRank: each vertex adds its share to its neighbours; the shares of vertices without neighbours go to all.
 * Arguments: scale of a Kronecker graph, iterations.
 */
public final class PageRank {
    private static final double DAMPING = 0.85;

    private PageRank() {
    }

    public static void main(final String[] args) {
        final int scale = args.length > 0 ? Integer.parseInt(args[0]) : 14;
        final int iterations = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        GmtCluster.main(cluster -> {
            final double[] ranks = cluster.call(ctx ->
                rank(ctx, CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(scale, 16, 1)), iterations));
            final double sum = Arrays.stream(ranks).sum();
            GmtResult.verified(Math.abs(sum - 1) < 1e-9);
            System.out.println("highest rank " + Arrays.stream(ranks).max().getAsDouble() + ", all together " + sum);
        }, CsrBuilder.bodyClasses());
    }

    static double[] rank(final TaskContext ctx, final CsrGraph graph, final int iterations) throws SuspendExecution {
        final long n = graph.vertexCount();
        GlobalDoubleArray ranks = GlobalDoubleArray.allocate(ctx, n);
        GlobalDoubleArray next = GlobalDoubleArray.allocate(ctx, n);
        ranks.fill(ctx, 1.0 / n);
        for (int k = 0; k < iterations; k++) {
            final GlobalDoubleArray now = ranks;
            final GlobalDoubleArray then = next;
            then.fill(ctx, 0);
            final double idle = ctx.sumDouble(n, 256, (v, c) -> {
                final ElementView row = graph.neighbours(c, v);
                final double rank = now.get(c, v);
                for (int i = 0; i < row.size(); i++) {
                    then.addNb(c, row.getInteger(i), DAMPING * rank / row.size());
                }
                return row.size() == 0 ? rank : 0;
            });
            final double base = (1 - DAMPING + DAMPING * idle) / n;
            ctx.parFor(n, 4096, (v, c) -> then.addNb(c, v, base));
            ranks = then;
            next = now;
        }
        return ranks.toArray(ctx);
    }
}
