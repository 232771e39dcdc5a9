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
    /** The same, rounded; null where they are not. */
    private float[] rounded;
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

    /**
     * Begins with equal ranks; goes on until all of them together change by no more than the tolerance. Rounds where
     * {@link RoundingRule} says so.
     */
    public double[] run(final double tolerance, final int maxIterations) {
        final int count = rows.vertexCount();
        makeShares(RoundingRule.isSingle(count, tolerance));
        ranks = new double[count];
        Arrays.fill(ranks, 1.0 / count);
        error = Double.POSITIVE_INFINITY;
        for (iterations = 0; iterations < maxIterations && error > tolerance; iterations++) {
            ranks = next(ranks, new double[count]);
        }
        return ranks;
    }

    /** Returns by how much one iteration changes ranks, all vertices together. It does not round. */
    public double change(final double[] from) {
        makeShares(false);
        next(from, new double[from.length]);
        return error;
    }

    private void makeShares(final boolean isSingle) {
        shares = isSingle ? null : new double[rows.vertexCount()];
        rounded = isSingle ? new float[rows.vertexCount()] : null;
    }

    private double[] next(final double[] from, final double[] to) {
        final int[] offsets = inRows.offsets();
        final double lost = share(from);
        final double base = (1 - damping + damping * lost) / from.length;
        double change = 0;
        for (int v = 0; v < from.length; v++) {
            final double sum = rounded == null ? sum(offsets[v], offsets[v + 1])
                : sumOfRounded(offsets[v], offsets[v + 1]);
            to[v] = base + damping * sum;
            change += Math.abs(to[v] - from[v]);
        }
        error = change;
        return to;
    }

    private double sum(final int begin, final int end) {
        final int[] sources = inRows.targets();
        final double[] given = shares;
        double sum = 0;
        for (int e = begin; e < end; e++) {
            sum += given[sources[e]];
        }
        return sum;
    }

    /** Eight reads are under way before the first one is added, as on the nodes. */
    private double sumOfRounded(final int begin, final int end) {
        final int[] sources = inRows.targets();
        final float[] given = rounded;
        double sum = 0;
        int at = begin;
        for (; at + 7 < end; at += 8) {
            final float a = given[sources[at]];
            final float b = given[sources[at + 1]];
            final float c = given[sources[at + 2]];
            final float d = given[sources[at + 3]];
            final float e = given[sources[at + 4]];
            final float f = given[sources[at + 5]];
            final float g = given[sources[at + 6]];
            final float h = given[sources[at + 7]];
            sum = sum + a + b + c + d + e + f + g + h;
        }
        for (; at < end; at++) {
            sum += given[sources[at]];
        }
        return sum;
    }

    /** Returns the ranks of the vertices from which no edge leads on, and what rounding takes away. */
    private double share(final double[] from) {
        double lost = 0;
        for (int v = 0; v < from.length; v++) {
            final int degree = rows.degree(v);
            lost += degree == 0 ? from[v] : from[v] - degree * note(v, from[v] / degree);
        }
        return lost;
    }

    /** Returns the share as it is noted. */
    private double note(final int vertex, final double share) {
        if (rounded == null) {
            shares[vertex] = share;
            return share;
        }
        rounded[vertex] = (float) share;
        return rounded[vertex];
    }

    public int iterations() {
        return iterations;
    }

    /** By how much the last iteration has changed the ranks. */
    public double error() {
        return error;
    }
}
