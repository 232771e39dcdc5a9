package org.gmt4j.apps.flow;

import org.gmt4j.fibers.SuspendExecution;

/**
 * Solves a step of Newton's iteration for all nodes together, by stabilised biconjugate gradients with the columns as
 * preconditioner. Each iteration updates the ghosts of two vectors, and adds sums of all nodes three times.
 * Owned by one task of a team.
 *
 * @see "van der Vorst, SIAM Journal on Scientific and Statistical Computing 13, 1992"
 */
final class BiCgStab {
    /** By how much it makes the residual smaller. */
    private static final double REDUCTION = 1e-4;
    /** After so many iterations Newton's iteration has to do with what there is. */
    private static final int MOST = 500;

    private final Block block;
    private final Turns turns;
    private final Jacobian jacobian;
    private final double[] residual;
    private final double[] shadow;
    private final double[] direction;
    private final double[] image;
    private final double[] secondImage;
    private final double[] solution;
    private final Field preconditioned;
    private final Field second;
    private double firstSum;
    private double secondSum;

    /** @param fields two that nobody else uses */
    BiCgStab(final Block block, final Turns turns, final Jacobian jacobian, final Vectors vectors,
             final Field... fields) {
        this.block = block;
        this.turns = turns;
        this.jacobian = jacobian;
        residual = vectors.next();
        shadow = vectors.next();
        direction = vectors.next();
        image = vectors.next();
        secondImage = vectors.next();
        solution = vectors.next();
        preconditioned = fields[0];
        second = fields[1];
    }

    /** Returns what {@link #solve} has found. */
    double[] solution() {
        return solution;
    }

    /** Solves for the change that makes a balance zero. Called by all nodes. @return the iterations it took */
    int solve(final double[] balance) throws SuspendExecution {
        start(balance);
        double rho = turns.sum(firstSum);
        final double enough = rho * REDUCTION * REDUCTION;
        double square = rho;
        double alpha = 1;
        double omega = 1;
        double lastRho = rho;
        int iterations = 0;
        while (square > enough && iterations < MOST && rho != 0 && omega != 0) {
            iterations++;
            final double beta = iterations == 1 ? 0 : rho / lastRho * (alpha / omega);
            lastRho = rho;
            direct(beta, omega);
            preconditioned.updateGhosts();
            applyFirst();
            alpha = rho / turns.sum(firstSum);
            halve(alpha);
            second.updateGhosts();
            applySecond();
            final double[] products = turns.sums(firstSum, secondSum);
            omega = products[1] == 0 ? 0 : products[0] / products[1];
            advance(alpha, omega);
            final double[] squares = turns.sums(firstSum, secondSum);
            rho = squares[0];
            square = squares[1];
        }
        return iterations;
    }

    private void start(final double[] balance) throws SuspendExecution {
        firstSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            double sum = 0;
            for (int c = block.from(plane); c < block.to(plane); c++) {
                residual[c] = -balance[c];
                shadow[c] = -balance[c];
                direction[c] = 0;
                image[c] = 0;
                solution[c] = 0;
                sum += balance[c] * balance[c];
            }
            firstSum += sum;
            turns.giveWay();
        }
    }

    /** The next direction, preconditioned. */
    private void direct(final double beta, final double omega) throws SuspendExecution {
        for (int plane = 0; plane < block.planes(); plane++) {
            for (int c = block.from(plane); c < block.to(plane); c++) {
                direction[c] = residual[c] + beta * (direction[c] - omega * image[c]);
            }
            jacobian.solveColumns(plane, direction, preconditioned);
            turns.giveWay();
        }
    }

    private void applyFirst() throws SuspendExecution {
        firstSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            jacobian.multiply(plane, preconditioned, image);
            firstSum += dot(plane, shadow, image);
            turns.giveWay();
        }
    }

    /** Half of an iteration: what is left of the residual, preconditioned. */
    private void halve(final double alpha) throws SuspendExecution {
        for (int plane = 0; plane < block.planes(); plane++) {
            for (int c = block.from(plane); c < block.to(plane); c++) {
                residual[c] -= alpha * image[c];
            }
            jacobian.solveColumns(plane, residual, second);
            turns.giveWay();
        }
    }

    private void applySecond() throws SuspendExecution {
        firstSum = 0;
        secondSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            jacobian.multiply(plane, second, secondImage);
            addDots(plane, secondImage, residual, secondImage);
            turns.giveWay();
        }
    }

    private void advance(final double alpha, final double omega) throws SuspendExecution {
        firstSum = 0;
        secondSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            final double[] first = preconditioned.read(plane);
            final double[] then = second.read(plane);
            final int start = block.column(plane, -1);
            final int end = block.to(plane) - start;
            for (int i = block.nz(); i < end; i++) {
                solution[start + i] += alpha * first[i] + omega * then[i];
                residual[start + i] -= omega * secondImage[start + i];
            }
            addDots(plane, residual, shadow, residual);
            turns.giveWay();
        }
    }

    /** Adds the products of a plane of {@code a} with two others to the sums, both in one loop, side by side. */
    private void addDots(final int plane, final double[] a, final double[] first, final double[] second) {
        final int end = block.to(plane);
        double one = 0;
        double other = 0;
        for (int c = block.from(plane); c < end; c++) {
            one += a[c] * first[c];
            other += a[c] * second[c];
        }
        firstSum += one;
        secondSum += other;
    }

    private double dot(final int plane, final double[] a, final double[] b) {
        final int end = block.to(plane);
        double sum = 0;
        for (int c = block.from(plane); c < end; c++) {
            sum += a[c] * b[c];
        }
        return sum;
    }
}
