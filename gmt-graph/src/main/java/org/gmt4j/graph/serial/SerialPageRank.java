package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * PageRank by one thread: each vertex pulls the shares of those from which edges lead to it. Owned by one thread. Time
 * O(V + E) for each iteration; memory 24 bytes a vertex.
 */
public final class SerialPageRank {
    private final LocalCsr rows;
    private final LocalCsr inRows;
    private final double damping;
    private double[] shares;
    private double[] ranks;
    private int iterations;
    private double error;

    /**
     * @param rows   edges in their direction
     * @param inRows against it; the same where they have none
     */
    public SerialPageRank(final LocalCsr rows, final LocalCsr inRows, final double damping) {
        this.rows = rows;
        this.inRows = inRows;
        this.damping = damping;
    }

    /** Begins with equal ranks; goes on until all of them together change by no more than the tolerance. */
    public double[] run(final double tolerance, final int maxIterations) {
        final int count = rows.vertexCount();
        shares = new double[count];
        ranks = new double[count];
        Arrays.fill(ranks, 1.0 / count);
        error = Double.POSITIVE_INFINITY;
        for (iterations = 0; iterations < maxIterations && error > tolerance; iterations++) {
            ranks = next(ranks, new double[count]);
        }
        return ranks;
    }

    /** Returns by how much one iteration changes ranks, all vertices together. */
    public double change(final double[] from) {
        shares = new double[from.length];
        next(from, new double[from.length]);
        return error;
    }

    private double[] next(final double[] from, final double[] to) {
        final int[] offsets = inRows.offsets();
        final int[] sources = inRows.targets();
        final double lost = share(from);
        final double base = (1 - damping + damping * lost) / from.length;
        double change = 0;
        for (int v = 0; v < from.length; v++) {
            double sum = 0;
            for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                sum += shares[sources[e]];
            }
            to[v] = base + damping * sum;
            change += Math.abs(to[v] - from[v]);
        }
        error = change;
        return to;
    }

    /** Returns the ranks of the vertices from which no edge leads on. */
    private double share(final double[] from) {
        double lost = 0;
        for (int v = 0; v < from.length; v++) {
            final int degree = rows.degree(v);
            if (degree == 0) {
                lost += from[v];
            } else {
                shares[v] = from[v] / degree;
            }
        }
        return lost;
    }

    public int iterations() {
        return iterations;
    }

    /** By how much the last iteration has changed the ranks. */
    public double error() {
        return error;
    }
}
