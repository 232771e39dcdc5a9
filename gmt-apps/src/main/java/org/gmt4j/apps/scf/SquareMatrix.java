package org.gmt4j.apps.scf;

/** Arithmetic of square matrices, arrays row by row. Stateless; each makes its result. */
final class SquareMatrix {
    private SquareMatrix() {
    }

    static double[] product(final double[] a, final double[] b, final int n) {
        final double[] result = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                final double factor = a[i * n + k];
                for (int j = 0; j < n; j++) {
                    result[i * n + j] += factor * b[k * n + j];
                }
            }
        }
        return result;
    }

    static double[] transposed(final double[] a, final int n) {
        final double[] result = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                result[j * n + i] = a[i * n + j];
            }
        }
        return result;
    }

    /** Returns the sum of the products of all elements. */
    static double dot(final double[] a, final double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Returns x a x for a symmetric x. */
    static double[] between(final double[] x, final double[] a, final int n) {
        return product(product(x, a, n), x, n);
    }
}
