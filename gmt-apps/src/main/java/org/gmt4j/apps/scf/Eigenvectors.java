package org.gmt4j.apps.scf;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations, row by row. Immutable; some 10 n^3
 * operations for each of about ten sweeps.
 *
 * @param values  ascending
 * @param vectors the rows, in the order of the values
 * @see "Golub, Van Loan: Matrix Computations, 1996, section 8.4"
 */
record Eigenvectors(double[] values, double[] vectors) {
    private static final int MOST_SWEEPS = 60;

    static Eigenvectors of(final double[] symmetric, final int n) {
        final double[] a = symmetric.clone();
        final double[] vectors = new double[n * n];
        for (int i = 0; i < n; i++) {
            vectors[i * n + i] = 1;
        }
        final double least = 1e-30 * (SquareMatrix.dot(a, a) + Double.MIN_NORMAL);
        for (int sweep = 0; sweep < MOST_SWEEPS && beside(a, n) > least; sweep++) {
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotate(a, vectors, n, p, q);
                }
            }
        }
        return sorted(a, vectors, n);
    }

    /** Returns the squares of what is beside the diagonal. */
    private static double beside(final double[] a, final int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                sum += a[i * n + j] * a[i * n + j];
            }
        }
        return sum;
    }

    private static void rotate(final double[] a, final double[] vectors, final int n, final int p, final int q) {
        final double apq = a[p * n + q];
        if (apq == 0) {
            return;
        }
        final double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        final double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        final double c = 1 / Math.sqrt(t * t + 1);
        final double s = t * c;
        for (int k = 0; k < n; k++) {
            final double kp = a[k * n + p];
            final double kq = a[k * n + q];
            a[k * n + p] = c * kp - s * kq;
            a[k * n + q] = s * kp + c * kq;
        }
        rotateRows(a, n, p, q, c, s);
        rotateRows(vectors, n, p, q, c, s);
    }

    private static void rotateRows(final double[] a, final int n, final int p, final int q, final double c,
                                   final double s) {
        for (int k = 0; k < n; k++) {
            final double pk = a[p * n + k];
            final double qk = a[q * n + k];
            a[p * n + k] = c * pk - s * qk;
            a[q * n + k] = s * pk + c * qk;
        }
    }

    private static Eigenvectors sorted(final double[] a, final double[] vectors, final int n) {
        final int[] order = IntStream.range(0, n).boxed().sorted(Comparator.comparingDouble(i -> a[i * n + i]))
            .mapToInt(i -> i).toArray();
        final double[] values = new double[n];
        final double[] rows = new double[n * n];
        for (int i = 0; i < n; i++) {
            values[i] = a[order[i] * n + order[i]];
            System.arraycopy(vectors, order[i] * n, rows, i * n, n);
        }
        return new Eigenvectors(values, rows);
    }

    /** Returns the matrix whose eigenvalues are the inverse roots of these. */
    double[] inverseRoot() {
        final int n = values.length;
        final double[] scaled = vectors.clone();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                scaled[i * n + j] /= Math.sqrt(values[i]);
            }
        }
        return SquareMatrix.product(SquareMatrix.transposed(scaled, n), vectors, n);
    }
}
