package org.gmt4j.apps.lj;

/**
 * A simulation, in reduced units: lengths in sigma, energies in epsilon, masses of 1. Immutable; any thread.
 *
 * @param particles   number of particles, at least 2
 * @param density     particles for each unit of volume
 * @param temperature of the start
 * @param timeStep    time between two steps
 * @param cutoff      distance from which on particles do not feel each other, at most half the edge of the box
 * @param steps       steps after the start
 * @param blockSize   particles of a block, about
 * @param seed        of the velocities
 */
record LjSettings(long particles, double density, double temperature, double timeStep, double cutoff, int steps,
                  int blockSize, long seed) {

    /** Returns the edge of the periodic cube. */
    double edge() {
        return Math.cbrt(particles / density);
    }

    Potential potential() {
        return Potential.of(cutoff);
    }
}
