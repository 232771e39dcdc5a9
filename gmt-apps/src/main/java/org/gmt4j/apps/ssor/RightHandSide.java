package org.gmt4j.apps.ssor;

import static org.gmt4j.apps.ssor.Gas.CONDUCTION;
import static org.gmt4j.apps.ssor.Gas.DISSIPATION;
import static org.gmt4j.apps.ssor.Gas.ENERGY;
import static org.gmt4j.apps.ssor.Gas.VALUES;
import static org.gmt4j.apps.ssor.Gas.VISCOSITY;

/**
 * The spatial operator at the inner points of a block: differences of fluxes, viscous terms, artificial diffusion and
 * dissipation, in each direction; less the forcing terms. One code for all directions: the momentum in the direction,
 * and the distance of the neighbours, are parameters. Owned by one task; allocates nothing.
 */
final class RightHandSide {
    private final Block block;
    private final double[] state;
    private final double[] primitive;
    private final double[] out;
    private final int last;
    /** Of first differences over two cells. */
    private final double first;
    /** Of second differences. */
    private final double second;

    RightHandSide(final Block block) {
        this.block = block;
        state = block.state();
        primitive = block.primitive();
        out = block.residual();
        last = block.n() - 1;
        first = last / 2.0;
        second = (double) last * last;
    }

    /** Makes the residuals of an inner plane. */
    void makePlane(final int k) {
        final Part inner = block.inner();
        final int count = inner.width();
        for (int j = inner.jLow(); j < inner.jHigh() && count > 0; j++) {
            final int row = block.at(inner.iLow(), j, k);
            for (int p = row; p < row + count * VALUES; p++) {
                out[p] = -block.forcing()[p];
            }
            addRow(row, count, 1, inner.iLow(), 1);
            addRow(row, count, 2, j, 0);
            addRow(row, count, 3, k, 0);
        }
    }

    /** @param position in the direction, of the first point @param step of the position from point to point */
    private void addRow(final int row, final int count, final int direction, final int position, final int step) {
        final int stride = block.stride(direction);
        final double diffusion = second * Gas.diffusion(direction);
        int place = position;
        for (int p = row; p < row + count * VALUES; p += VALUES) {
            addConvection(p, p - stride, p + stride, direction);
            addViscosity(p, p - stride, p + stride, direction);
            addDiffusion(p, p - stride, p + stride, diffusion);
            addDissipation(p, stride, place);
            place += step;
        }
    }

    private void addConvection(final int p, final int l, final int r, final int direction) {
        final double[] u = state;
        final double left = primitive[l + direction];
        final double right = primitive[r + direction];
        final double pressureLeft = Gas.pressure(u, primitive, l);
        final double pressureRight = Gas.pressure(u, primitive, r);
        out[p] -= first * (u[r + direction] - u[l + direction]);
        out[p + 1] -= first * (u[r + 1] * right - u[l + 1] * left);
        out[p + 2] -= first * (u[r + 2] * right - u[l + 2] * left);
        out[p + 3] -= first * (u[r + 3] * right - u[l + 3] * left);
        out[p + direction] -= first * (pressureRight - pressureLeft);
        out[p + ENERGY] -= first * ((u[r + ENERGY] + pressureRight) * right - (u[l + ENERGY] + pressureLeft) * left);
    }

    private void addViscosity(final int p, final int l, final int r, final int direction) {
        final double[] w = primitive;
        final double factor = second * VISCOSITY;
        for (int m = 1; m < ENERGY; m++) {
            out[p + m] += factor * (w[l + m] - 2 * w[p + m] + w[r + m]);
        }
        final double left = w[l + direction];
        final double here = w[p + direction];
        final double right = w[r + direction];
        out[p + direction] += factor / 3 * (left - 2 * here + right);
        final double speeds = Gas.speedSquared(w, l) - 2 * Gas.speedSquared(w, p) + Gas.speedSquared(w, r);
        final double along = left * left - 2 * here * here + right * right;
        final double energies = w[l + ENERGY] - 2 * w[p + ENERGY] + w[r + ENERGY];
        out[p + ENERGY] += 0.5 * second * (VISCOSITY - CONDUCTION) * speeds + factor / 6 * along
            + second * CONDUCTION * energies;
    }

    private void addDiffusion(final int p, final int l, final int r, final double factor) {
        for (int m = 0; m < VALUES; m++) {
            out[p + m] += factor * (state[l + m] - 2 * state[p + m] + state[r + m]);
        }
    }

    /** Fourth differences; beside the surface what is left of them without the points beyond it, and without itself. */
    private void addDissipation(final int p, final int stride, final int place) {
        final double here = place == 1 || place == last - 1 ? 5 : 6;
        final double left = place == 1 ? 0 : -4;
        final double right = place == last - 1 ? 0 : -4;
        final boolean isFarLeft = place > 2;
        final boolean isFarRight = place < last - 2;
        final int farLeft = isFarLeft ? p - 2 * stride : p;
        final int farRight = isFarRight ? p + 2 * stride : p;
        for (int m = 0; m < VALUES; m++) {
            out[p + m] -= DISSIPATION * ((isFarLeft ? state[farLeft + m] : 0) + left * state[p - stride + m]
                + here * state[p + m] + right * state[p + stride + m] + (isFarRight ? state[farRight + m] : 0));
        }
    }
}
