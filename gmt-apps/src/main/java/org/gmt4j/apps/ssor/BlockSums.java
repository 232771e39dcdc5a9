package org.gmt4j.apps.ssor;

import static org.gmt4j.apps.ssor.Gas.VALUES;

/**
 * What a block adds to the norms: squares of residuals, squares of errors, and its share of the surface integral. Owned
 * by one task.
 */
final class BlockSums {
    /** Five residuals, five errors, the integral. */
    static final int COUNT = 2 * VALUES + 1;

    private final Block block;
    private final ExactSolution solution;
    private final double[] sums = new double[COUNT];

    BlockSums(final Block block, final ExactSolution solution) {
        this.block = block;
        this.solution = solution;
    }

    /** Adds an inner plane. */
    void addPlane(final int k) {
        final Part inner = block.inner();
        for (int j = inner.jLow(); j < inner.jHigh(); j++) {
            for (int i = inner.iLow(); i < inner.iHigh(); i++) {
                addSquares(i, j, k);
                sums[2 * VALUES] += weight(i, j, k) * Gas.pressure(block.state(), block.primitive(),
                    block.at(i, j, k));
            }
        }
    }

    private void addSquares(final int i, final int j, final int k) {
        final int p = block.at(i, j, k);
        for (int m = 0; m < VALUES; m++) {
            final double residual = block.residual()[p + m];
            final double error = solution.at(m, i, j, k) - block.state()[p + m];
            sums[m] += residual * residual;
            sums[VALUES + m] += error * error;
        }
    }

    /**
     * The weight of a point in the integral over the six faces of a box by the trapezoidal rule: the sum of those on
     * each pair of faces. The box of the specification leaves one layer more away at the end of y and the begin of z.
     */
    private double weight(final int i, final int j, final int k) {
        final int end = block.n() - 2;
        final double x = trapezoid(i, 1, end);
        final double y = trapezoid(j, 1, end - 1);
        final double z = trapezoid(k, 2, end);
        double weight = 0;
        weight += k == 2 || k == end ? x * y : 0;
        weight += j == 1 || j == end - 1 ? x * z : 0;
        weight += i == 1 || i == end ? y * z : 0;
        final double cell = 1.0 / (block.n() - 1);
        return weight * cell * cell;
    }

    private static double trapezoid(final int place, final int low, final int high) {
        return place < low || place > high ? 0 : place == low || place == high ? 0.5 : 1;
    }

    /** Returns the sums, {@link #COUNT} of them. */
    double[] sums() {
        return sums.clone();
    }
}
