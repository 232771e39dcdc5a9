package org.gmt4j.apps.ssor;

import static org.gmt4j.apps.ssor.Gas.CONDUCTION;
import static org.gmt4j.apps.ssor.Gas.ENERGY;
import static org.gmt4j.apps.ssor.Gas.HEATS;
import static org.gmt4j.apps.ssor.Gas.PRESSURE;
import static org.gmt4j.apps.ssor.Gas.VALUES;
import static org.gmt4j.apps.ssor.Gas.VISCOSITY;

import java.util.Arrays;

/**
 * A sweep over a block: the lower one solves for the points in ascending order, each from its three neighbours with
 * smaller coordinates; the upper one in descending order, from those with larger ones. The matrix has blocks of 5 x 5:
 * Jacobians of the fluxes at the neighbours, and diagonal ones of the viscous terms. No block is stored. Its product
 * with five values is the derivative of the fluxes along these values, and a diagonal block, which is triangular, is
 * solved from the first value to the last.
 *
 * <p>Planes are swept one by one, in the order of the sweep. Owned by one task; allocates nothing.
 */
final class TriangularSweep {
    /** Factor of over-relaxation. */
    static final double OMEGA = 1.2;

    private final Block block;
    private final boolean isLower;
    private final double[] primitive;
    private final double[] values;
    private final double[] sums;
    private final double timeStep;
    /** -1 or 1, from a point to the neighbours that it depends on. */
    private final int side;
    private final double convection;
    private final double viscosity;
    private final double conduction;
    private final double diffusion;
    private final double diagonal;
    private final double diagonalViscosity;
    private final double diagonalConduction;

    TriangularSweep(final Block block, final double timeStep, final boolean isLower) {
        this.block = block;
        this.isLower = isLower;
        this.timeStep = timeStep;
        primitive = block.primitive();
        values = block.residual();
        sums = new double[VALUES * Math.max(1, block.inner().width())];
        side = isLower ? -1 : 1;
        final double last = block.n() - 1;
        convection = side * timeStep * last / 2;
        diffusion = timeStep * last * last;
        viscosity = diffusion * VISCOSITY;
        conduction = diffusion * CONDUCTION;
        diagonal = 1 + 2 * diffusion * (Gas.diffusion(1) + Gas.diffusion(2) + Gas.diffusion(3));
        diagonalViscosity = 2 * viscosity * (3 + 1 / 3.0);
        diagonalConduction = 2 * conduction * 3;
    }

    /** Solves a plane; that before it, and the layers of this one on the side of the neighbours, are solved. */
    void solvePlane(final int k) {
        final Part inner = block.inner();
        final int count = inner.depth();
        for (int row = 0; row < count && inner.width() > 0; row++) {
            solveRow(block.at(inner.iLow(), isLower ? inner.jLow() + row : inner.jHigh() - 1 - row, k), inner.width());
        }
    }

    private void solveRow(final int row, final int count) {
        Arrays.fill(sums, 0);
        addRow(row, count, 3);
        addRow(row, count, 2);
        for (int c = 0; c < count; c++) {
            final int s = (isLower ? c : count - 1 - c) * VALUES;
            addBlock(row + s + side * VALUES, 1, s);
            if (isLower) {
                solveLower(row + s, s);
            } else {
                solveUpper(row + s, s);
            }
        }
    }

    private void addRow(final int row, final int count, final int direction) {
        final int neighbour = row + side * block.stride(direction);
        for (int s = 0; s < count * VALUES; s += VALUES) {
            addBlock(neighbour + s, direction, s);
        }
    }

    /** Adds the product of the block of neighbour q and its five values to sums at s. */
    private void addBlock(final int q, final int direction, final int s) {
        final double[] v = values;
        final double[] w = primitive;
        final double density = v[q];
        final double x = v[q + 1] - w[q + 1] * density;
        final double y = v[q + 2] - w[q + 2] * density;
        final double z = v[q + 3] - w[q + 3] * density;
        final double speeds = 0.5 * Gas.speedSquared(w, q);
        final double pressure = PRESSURE * (v[q + ENERGY] - w[q + 1] * v[q + 1] - w[q + 2] * v[q + 2]
            - w[q + 3] * v[q + 3] + speeds * density);
        final double velocity = w[q + direction];
        final double along = v[q + direction] - velocity * density;
        final double friction = viscosity * w[q];
        final double spread = diffusion * Gas.diffusion(direction);
        sums[s] += convection * v[q + direction] - spread * density;
        sums[s + 1] += convection * (v[q + 1] * velocity + w[q + 1] * along) - friction * x - spread * v[q + 1];
        sums[s + 2] += convection * (v[q + 2] * velocity + w[q + 2] * along) - friction * y - spread * v[q + 2];
        sums[s + 3] += convection * (v[q + 3] * velocity + w[q + 3] * along) - friction * z - spread * v[q + 3];
        sums[s + direction] += convection * pressure - friction / 3 * along;
        final double heat = conduction * w[q];
        final double enthalpy = HEATS * w[q + ENERGY] - PRESSURE * speeds;
        sums[s + ENERGY] += convection * ((v[q + ENERGY] + pressure) * velocity + enthalpy * along)
            - (friction - heat) * (w[q + 1] * x + w[q + 2] * y + w[q + 3] * z) - friction / 3 * velocity * along
            - heat * (v[q + ENERGY] - w[q + ENERGY] * density) - spread * v[q + ENERGY];
    }

    private void solveLower(final int p, final int s) {
        for (int m = 0; m < VALUES; m++) {
            sums[s + m] = timeStep * values[p + m] - OMEGA * sums[s + m];
        }
        solveDiagonal(p, s);
        System.arraycopy(sums, s, values, p, VALUES);
    }

    private void solveUpper(final int p, final int s) {
        solveDiagonal(p, s);
        for (int m = 0; m < VALUES; m++) {
            values[p + m] -= OMEGA * sums[s + m];
        }
    }

    /** Replaces five sums by the solution of the diagonal block of point p for them. */
    private void solveDiagonal(final int p, final int s) {
        final double[] w = primitive;
        final double friction = diagonalViscosity * w[p];
        final double heat = diagonalConduction * w[p];
        final double density = sums[s] / diagonal;
        final double share = 1 / (diagonal + friction);
        double work = 0;
        for (int m = 1; m < ENERGY; m++) {
            final double momentum = (sums[s + m] + friction * w[p + m] * density) * share;
            work += w[p + m] * (momentum - w[p + m] * density);
            sums[s + m] = momentum;
        }
        sums[s] = density;
        sums[s + ENERGY] = (sums[s + ENERGY] - (friction - heat) * work + heat * w[p + ENERGY] * density)
            / (diagonal + heat);
    }
}
