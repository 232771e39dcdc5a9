package org.gmt4j.apps.scf;

/**
 * The function F0(t), the integral of exp(-t u^2) over u from 0 to 1: sqrt(pi / t) / 2 erf(sqrt(t)). Errors below
 * 1e-14. Between points 1/16 apart a Taylor series of seven terms; beyond t = 32 erf is 1. Stateless; per integral.
 */
final class Boys {
    private static final int TERMS = 7;
    private static final int POINTS_OF_ONE = 16;
    private static final double LAST = 32;
    private static final double HALF_SQRT_PI = Math.sqrt(Math.PI) / 2;
    /** Of each point the coefficients of the powers of the distance from it. */
    private static final double[] TABLE = table();

    private Boys() {
    }

    /** Returns F0 of a number from 0 on. */
    static double f0(final double t) {
        if (t >= LAST) {
            return HALF_SQRT_PI / Math.sqrt(t);
        }
        final int point = (int) (t * POINTS_OF_ONE + 0.5);
        final double x = t - point / (double) POINTS_OF_ONE;
        final int at = point * TERMS;
        final double[] c = TABLE;
        return c[at] + x * (c[at + 1] + x * (c[at + 2] + x * (c[at + 3] + x * (c[at + 4] + x * (c[at + 5]
            + x * c[at + 6])))));
    }

    private static double[] table() {
        final int points = (int) LAST * POINTS_OF_ONE + 1;
        final double[] table = new double[points * TERMS];
        for (int point = 0; point < points; point++) {
            final double t = point / (double) POINTS_OF_ONE;
            double f = series(TERMS - 1, t);
            for (int m = TERMS - 1; m >= 0; m--) {
                table[point * TERMS + m] = f * (m % 2 == 0 ? 1 : -1) / factorial(m);
                f = (2 * t * f + Math.exp(-t)) / (2 * m - 1);
            }
        }
        return table;
    }

    /** Returns the integral of u^2m exp(-t u^2) over u from 0 to 1: all terms are positive. */
    private static double series(final int m, final double t) {
        double term = 1.0 / (2 * m + 1);
        double sum = 0;
        for (int i = 1; term > sum * 1e-17; i++) {
            sum += term;
            term *= 2 * t / (2 * m + 2 * i + 1);
        }
        return Math.exp(-t) * sum;
    }

    private static double factorial(final int m) {
        double product = 1;
        for (int i = 2; i <= m; i++) {
            product *= i;
        }
        return product;
    }
}
