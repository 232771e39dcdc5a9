package org.gmt4j.bench.plain;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * PageRank by so many rounds: each vertex adds its share to its neighbours, and the shares of vertices without
 * neighbours go to all.
 */
final class PlainPageRank {
    private static final double DAMPING = 0.85;

    private PlainPageRank() {
    }

    static double[] onNodes(final TaskContext ctx, final GlobalGraph graph, final int rounds) throws SuspendExecution {
        final long n = graph.vertexCount();
        GlobalDoubleArray ranks = GlobalDoubleArray.allocate(ctx, ArraySpec.of(n).combining(Combining.ADD));
        GlobalDoubleArray next = GlobalDoubleArray.allocate(ctx, ArraySpec.of(n).combining(Combining.ADD));
        ranks.fill(ctx, 1.0 / n);
        for (int round = 0; round < rounds; round++) {
            final GlobalDoubleArray now = ranks;
            final GlobalDoubleArray then = next;
            then.fill(ctx, 0);
            final double idle = ctx.sumDouble(n, (v, c) -> {
                final double rank = now.get(c, v);
                final ElementView neighbours = graph.neighbours(c, v);
                final double share = DAMPING * rank / neighbours.size();
                for (int i = 0; i < neighbours.size(); i++) {
                    then.addNb(c, neighbours.getInt(i), share);
                }
                return neighbours.size() == 0 ? rank : 0;
            });
            final double base = (1 - DAMPING + DAMPING * idle) / n;
            ctx.parFor(n, (v, c) -> then.addNb(c, v, base));
            ranks = then;
            next = now;
        }
        final double[] result = ranks.toArray(ctx);
        ranks.free(ctx);
        next.free(ctx);
        return result;
    }

    static double[] serial(final SerialGraph graph, final int rounds) {
        final int n = graph.vertexCount();
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        double[] ranks = new double[n];
        double[] next = new double[n];
        Arrays.fill(ranks, 1.0 / n);
        for (int round = 0; round < rounds; round++) {
            Arrays.fill(next, 0);
            double idle = 0;
            for (int v = 0; v < n; v++) {
                final int degree = offsets[v + 1] - offsets[v];
                final double share = DAMPING * ranks[v] / degree;
                for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                    next[targets[e]] += share;
                }
                idle += degree == 0 ? ranks[v] : 0;
            }
            final double base = (1 - DAMPING + DAMPING * idle) / n;
            for (int v = 0; v < n; v++) {
                next[v] += base;
            }
            final double[] old = ranks;
            ranks = next;
            next = old;
        }
        return ranks;
    }
}
