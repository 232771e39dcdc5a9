package org.gmt4j.apps.flow;

import org.gmt4j.cli.ByteCount;

/**
 * The same steps by one thread in another way: derivatives by differences, and linear systems by elimination in a band.
 * For small grids: the work grows with the square of a plane. Owned by one thread.
 */
final class SerialFlow {
    /** Cells times the square of the band that it takes on, and numbers in the band. */
    private static final double MOST_WORK = 1e8;
    private static final long MOST_NUMBERS = 10_000_000;
    private static final double DIFFERENCE = 1e-7;
    private static final double CLOSE = 1e-14;
    private static final int MOST_ITERATIONS = 60;

    private final FlowPlan plan;
    private final Reference reference;
    private final double[] heads;
    private final int band;

    SerialFlow(final FlowPlan plan) {
        this.plan = plan;
        reference = new Reference(plan);
        band = band(plan);
        heads = new double[Math.toIntExact(plan.cells())];
        forEach((i, j, k) -> heads[index(i, j, k)] = plan.initialHead(k));
    }

    /** What is done with a cell. */
    @FunctionalInterface
    private interface Visit {
        void cell(int i, int j, int k);
    }

    private static int band(final FlowPlan plan) {
        return (int) Math.min(Integer.MAX_VALUE / 8, (long) Math.min(plan.nx(), plan.ny()) * plan.nz());
    }

    /** Returns whether the problem is small enough. */
    static boolean fits(final FlowPlan plan) {
        return (double) plan.cells() * band(plan) * band(plan) <= MOST_WORK && numbers(plan) <= MOST_NUMBERS;
    }

    /** Returns how many numbers it holds at a time, in arrays. */
    static long numbers(final FlowPlan plan) {
        return ByteCount.times(plan.cells(), 2L * band(plan) + 1);
    }

    private void forEach(final Visit visit) {
        for (int i = 0; i < plan.nx(); i++) {
            for (int j = 0; j < plan.ny(); j++) {
                for (int k = 0; k < plan.nz(); k++) {
                    visit.cell(i, j, k);
                }
            }
        }
    }

    /** Cells of the shorter direction follow each other, for a narrow band. */
    private int index(final int i, final int j, final int k) {
        return (plan.nx() >= plan.ny() ? i * plan.ny() + j : j * plan.nx() + i) * plan.nz() + k;
    }

    double head(final int i, final int j, final int k) {
        return heads[index(i, j, k)];
    }

    /**
     * Makes steps.
     *
     * @param steps lengths, in seconds
     * @return false: one did not converge
     */
    boolean run(final double... steps) {
        for (final double step : steps) {
            if (!advance(step)) {
                return false;
            }
        }
        return true;
    }

    private boolean advance(final double step) {
        final double[] before = heads.clone();
        final double enough = Math.max(CLOSE, plan.tolerance() / 100);
        double[] errors = errors(before, step);
        for (int iteration = 0; largest(errors) > CLOSE && iteration < MOST_ITERATIONS; iteration++) {
            final double[] change = errors.clone();
            eliminate(matrix(step), change);
            final double[] last = errors;
            errors = search(before, step, change, largest(last));
            if (!(largest(errors) < largest(last))) {
                return largest(last) <= enough;      // rounding
            }
        }
        return largest(errors) <= enough;
    }

    private double[] search(final double[] before, final double step, final double[] change, final double norm) {
        final double[] start = heads.clone();
        double[] errors = null;
        for (double length = 1; length > 1e-3; length /= 2) {
            for (int c = 0; c < heads.length; c++) {
                heads[c] = start[c] - length * change[c];
            }
            errors = errors(before, step);
            if (largest(errors) < norm) {
                return errors;
            }
        }
        System.arraycopy(start, 0, heads, 0, start.length);
        return errors;
    }

    private double[] errors(final double[] before, final double step) {
        final double[] errors = new double[heads.length];
        forEach((i, j, k) -> errors[index(i, j, k)] = reference.error(this::head,
            (a, b, c) -> before[index(a, b, c)], step, i, j, k));
        return errors;
    }

    private static double largest(final double[] values) {
        double largest = 0;
        for (final double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** Returns the derivatives of the errors, a row for each cell, its own one at {@code band}. */
    private double[][] matrix(final double step) {
        final double[][] matrix = new double[heads.length][2 * band + 1];
        final double scale = step / FlowPlan.VOLUME;
        forEach((i, j, k) -> {
            final int cell = index(i, j, k);
            final double head = heads[cell];
            double own = (Reference.water(head + DIFFERENCE) - Reference.water(head)) / DIFFERENCE;
            for (final int[] other : reference.neighbours(i, j, k)) {
                final int[] to = {i, j, k};
                final int from = index(other[0], other[1], other[2]);
                final double flow = reference.flow(to, head, other, heads[from]);
                own -= scale * (reference.flow(to, head + DIFFERENCE, other, heads[from]) - flow) / DIFFERENCE;
                matrix[cell][from - cell + band] -= scale
                    * (reference.flow(to, head, other, heads[from] + DIFFERENCE) - flow) / DIFFERENCE;
            }
            if (k == 0) {
                own -= scale * (reference.fromBelow(i, j, head + DIFFERENCE) - reference.fromBelow(i, j, head))
                    / DIFFERENCE;
            }
            matrix[cell][band] += own;
        });
        return matrix;
    }

    /** Solves by Gauss, without exchange of rows: columns are dominated by their diagonals. */
    private void eliminate(final double[][] matrix, final double[] right) {
        for (int pivot = 0; pivot < right.length; pivot++) {
            final double[] row = matrix[pivot];
            for (int below = pivot + 1; below <= Math.min(right.length - 1, pivot + band); below++) {
                final double factor = matrix[below][pivot - below + band] / row[band];
                for (int column = pivot; factor != 0 && column <= Math.min(right.length - 1, pivot + band); column++) {
                    matrix[below][column - below + band] -= factor * row[column - pivot + band];
                }
                right[below] -= factor * right[pivot];
            }
        }
        for (int pivot = right.length - 1; pivot >= 0; pivot--) {
            for (int column = pivot + 1; column <= Math.min(right.length - 1, pivot + band); column++) {
                right[pivot] -= matrix[pivot][column - pivot + band] * right[column];
            }
            right[pivot] /= matrix[pivot][band];
        }
    }
}
