package org.gmt4j.apps.flow;

import org.gmt4j.fibers.SuspendExecution;

/**
 * Solves a step of Newton's iteration for all nodes together, by stabilised biconjugate gradients with the columns as
 * preconditioner. Each iteration exchanges two vectors with the neighbours, and adds sums of all nodes three times.
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
    private final Halo halo;
    private final Jacobian jacobian;
    private final double[] residual;
    private final double[] shadow;
    private final double[] direction;
    private final double[] image;
    private final double[] secondImage;
    private final double[] solution;
    private final Halo.Vector preconditioned;
    private final Halo.Vector second;
    private double firstSum;
    private double secondSum;

    BiCgStab(final Block block, final Turns turns, final Halo halo, final Jacobian jacobian,
             final Vectors vectors) {
        this.block = block;
        this.turns = turns;
        this.halo = halo;
        this.jacobian = jacobian;
        residual = vectors.next();
        shadow = vectors.next();
        direction = vectors.next();
        image = vectors.next();
        secondImage = vectors.next();
        solution = vectors.next();
        preconditioned = halo.vector(vectors.next());
        second = halo.vector(vectors.next());
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
            halo.exchange(preconditioned);
            applyFirst();
            alpha = rho / turns.sum(firstSum);
            halve(alpha);
            halo.exchange(second);
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
            jacobian.solveColumns(plane, direction, preconditioned.values());
            turns.giveWay();
        }
    }

    private void applyFirst() throws SuspendExecution {
        firstSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            jacobian.multiply(plane, preconditioned.values(), image);
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
            jacobian.solveColumns(plane, residual, second.values());
            turns.giveWay();
        }
    }

    private void applySecond() throws SuspendExecution {
        firstSum = 0;
        secondSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            jacobian.multiply(plane, second.values(), secondImage);
            firstSum += dot(plane, secondImage, residual);
            secondSum += dot(plane, secondImage, secondImage);
            turns.giveWay();
        }
    }

    private void advance(final double alpha, final double omega) throws SuspendExecution {
        final double[] first = preconditioned.values();
        final double[] then = second.values();
        firstSum = 0;
        secondSum = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            for (int c = block.from(plane); c < block.to(plane); c++) {
                solution[c] += alpha * first[c] + omega * then[c];
                residual[c] -= omega * secondImage[c];
            }
            firstSum += dot(plane, shadow, residual);
            secondSum += dot(plane, residual, residual);
            turns.giveWay();
        }
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
