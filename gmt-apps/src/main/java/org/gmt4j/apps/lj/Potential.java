package org.gmt4j.apps.lj;

/**
 * The Lennard-Jones potential 4 (r^-12 - r^-6), to which {@code slope r^2 + shift} is added so that energy and force
 * are zero at the cut-off. Without jumps there, velocity Verlet keeps the energy; and both need r^2 only, no root.
 * Immutable; per pair, no allocation.
 *
 * @param cutoffSquared square of the distance from which on there is none
 * @param slope         of the added parabola
 * @param shift         of the added parabola
 * @see "Stoddard, Ford: Numerical experiments on the stochastic behavior of a Lennard-Jones gas system, Physical Review
 *      A 8, 1973"
 */
record Potential(double cutoffSquared, double slope, double shift) {

    static Potential of(final double cutoff) {
        final double c6 = Math.pow(cutoff, -6);
        return new Potential(cutoff * cutoff, 12 * c6 * (2 * c6 - 1) / (cutoff * cutoff), 4 * c6 * (4 - 7 * c6));
    }

    /** Returns the energy of a pair nearer than the cut-off. @param inverseSixth r^-6 */
    double energy(final double squared, final double inverseSixth) {
        return 4 * inverseSixth * (inverseSixth - 1) + slope * squared + shift;
    }

    /** Returns the force between a pair nearer than the cut-off, divided by its distance; repulsion is positive. */
    double forceOverDistance(final double inverseSquared, final double inverseSixth) {
        return 24 * inverseSixth * (2 * inverseSixth - 1) * inverseSquared - 2 * slope;
    }
}
