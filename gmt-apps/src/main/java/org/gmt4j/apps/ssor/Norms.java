package org.gmt4j.apps.ssor;

import java.util.Arrays;

/**
 * What the benchmark judges an answer by.
 *
 * @param residual root of the mean square of each of the five residuals over the inner points
 * @param error    the same of the difference from the exact solution
 * @param surface  integral of the pressure over a surface inside the cube
 */
record Norms(double[] residual, double[] error, double surface) {

    /** The norms of their sums over all points. @param sums squares of residuals, squares of errors, the integral */
    static Norms of(final double[] sums, final int n) {
        final double points = Math.pow(n - 2, 3);
        final double[] roots = Arrays.stream(sums).map(sum -> Math.sqrt(sum / points)).toArray();
        return new Norms(Arrays.copyOf(roots, Gas.VALUES), Arrays.copyOfRange(roots, Gas.VALUES, 2 * Gas.VALUES),
            sums[2 * Gas.VALUES]);
    }

    /** Returns the largest relative difference from a reference; not a number where one of these is none. */
    double deviation(final Norms reference) {
        double worst = Math.abs((surface - reference.surface) / reference.surface);
        for (int m = 0; m < Gas.VALUES; m++) {
            worst = Math.max(worst, Math.abs((residual[m] - reference.residual[m]) / reference.residual[m]));
            worst = Math.max(worst, Math.abs((error[m] - reference.error[m]) / reference.error[m]));
        }
        return worst;
    }
}
