package org.gmt4j.apps.ssor;

/**
 * Constants of the equations, of the specification: RNR-94-007, section 3.3. Places of a point's five values: of
 * conserved ones density, three momenta, energy; of primitive ones the reciprocal of the density, three velocities,
 * energy by density.
 */
final class Gas {
    /** Values of a point. */
    static final int VALUES = 5;
    /** Place of the energy; those of the momenta in x, y and z are 1, 2 and 3. */
    static final int ENERGY = 4;

    /** Ratio of specific heats, and what exceeds 1. */
    static final double HEATS = 1.4;
    static final double PRESSURE = 0.4;
    /** Viscosity of momenta, and conduction of energy. */
    static final double VISCOSITY = 0.1;
    static final double CONDUCTION = HEATS * HEATS * VISCOSITY;
    /** Artificial diffusion in x, y and z (places 1 to 3), of second order. */
    private static final double[] DIFFUSION = {0, 0.75, 0.75, 1.0};
    /** Artificial dissipation of fourth order. */
    static final double DISSIPATION = 0.25;

    private Gas() {
    }

    /** @param direction 1 to 3 */
    static double diffusion(final int direction) {
        return DIFFUSION[direction];
    }

    /** The square of the velocity. @param w primitive values */
    static double speedSquared(final double[] w, final int p) {
        return w[p + 1] * w[p + 1] + w[p + 2] * w[p + 2] + w[p + 3] * w[p + 3];
    }

    /** The pressure. @param u conserved values @param w primitive values */
    static double pressure(final double[] u, final double[] w, final int p) {
        return PRESSURE * (u[p + ENERGY] - 0.5 * u[p] * speedSquared(w, p));
    }
}
