package org.gmt4j.apps.scf;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a Fock matrix of the last ones whose errors nearly cancel. Owned by one thread at a time.
 *
 * @see "Pulay: Convergence acceleration of iterative sequences, Chemical Physics Letters 73, 1980"
 */
final class Extrapolation {
    private static final int MOST = 8;
    private final List<double[]> focks = new ArrayList<>();
    private final List<double[]> errors = new ArrayList<>();

    /** Adds a matrix, and returns the one to go on with. */
    double[] next(final double[] fock, final double[] error) {
        if (focks.size() == MOST) {
            focks.remove(0);
            errors.remove(0);
        }
        focks.add(fock);
        errors.add(error);
        final double[] weights = weights();
        final double[] sum = new double[fock.length];
        for (int i = 0; i < focks.size(); i++) {
            for (int j = 0; j < sum.length; j++) {
                sum[j] += weights[i] * focks.get(i)[j];
            }
        }
        return sum;
    }

    /** Solves for weights that add up to 1; where there are none, the last matrix has all of it. */
    private double[] weights() {
        final int n = errors.size();
        final double scale = SquareMatrix.dot(errors.get(n - 1), errors.get(n - 1));
        final double[][] rows = new double[n + 1][n + 2];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                rows[i][j] = SquareMatrix.dot(errors.get(i), errors.get(j)) / Math.max(scale, Double.MIN_NORMAL);
            }
            rows[i][n] = 1;
            rows[n][i] = 1;
        }
        rows[n][n + 1] = 1;
        final double[] weights = new double[n];
        if (scale > 0 && eliminate(rows)) {
            for (int i = 0; i < n; i++) {
                weights[i] = rows[i][n + 1] / rows[i][i];
            }
        } else {
            weights[n - 1] = 1;
        }
        return weights;
    }

    /** Gauss and Jordan's elimination. Returns false for a matrix that is nearly singular. */
    private static boolean eliminate(final double[][] rows) {
        for (int column = 0; column < rows.length; column++) {
            int pivot = column;
            for (int i = column; i < rows.length; i++) {
                pivot = Math.abs(rows[i][column]) > Math.abs(rows[pivot][column]) ? i : pivot;
            }
            final double[] row = rows[pivot];
            rows[pivot] = rows[column];
            rows[column] = row;
            if (Math.abs(row[column]) < 1e-14) {
                return false;
            }
            for (int i = 0; i < rows.length; i++) {
                final double factor = i == column ? 0 : rows[i][column] / row[column];
                for (int j = column; j < row.length; j++) {
                    rows[i][j] -= factor * row[j];
                }
            }
        }
        return true;
    }
}
