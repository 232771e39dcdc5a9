package org.gmt4j.apps.ssor;

/**
 * The solution that the forcing terms are made for: in each of the three coordinates a polynomial of degree 4.
 *
 * @see "Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 1994, section 3.2"
 */
final class ExactSolution {
    /** A line for each of the five values: the constant; for powers 1 to 4 the factors of x, y and z. */
    private static final double[][] FACTORS = {
        {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};
    private static final int POWERS = 4;

    private final double last;

    /** @param n points of an edge of the cube */
    ExactSolution(final int n) {
        last = n - 1;
    }

    /** Returns one of the five values of a point. */
    double at(final int m, final int i, final int j, final int k) {
        final double[] line = FACTORS[m];
        return line[0] + polynomial(line, 1, i / last) + polynomial(line, 2, j / last) + polynomial(line, 3, k / last);
    }

    private static double polynomial(final double[] line, final int coordinate, final double x) {
        double sum = 0;
        for (int power = POWERS; power > 0; power--) {
            sum = (sum + line[coordinate + 3 * (power - 1)]) * x;
        }
        return sum;
    }

    /** Returns a value from which the iteration starts: inside the cube interpolated between its six faces. */
    double startAt(final int m, final int i, final int j, final int k) {
        final int n = (int) last;
        if (i == 0 || i == n || j == 0 || j == n || k == 0 || k == n) {
            return at(m, i, j, k);
        }
        final double x = between(i / last, at(m, 0, j, k), at(m, n, j, k));
        final double y = between(j / last, at(m, i, 0, k), at(m, i, n, k));
        final double z = between(k / last, at(m, i, j, 0), at(m, i, j, n));
        return x + y + z - x * y - y * z - z * x + x * y * z;
    }

    private static double between(final double share, final double low, final double high) {
        return (1 - share) * low + share * high;
    }
}
