package org.gmt4j.apps.lj;

import java.util.SplittableRandom;

/**
 * Velocities of the start: all of the same size, which gives the temperature exactly, in random directions. Particle
 * {@code i} of the first half moves against particle {@code i + n / 2}, so that the net momentum is zero to the last
 * bit; the last of an odd number rests. Each follows from the seed and the number of the particle alone, whatever the
 * nodes. Collisions spread the sizes within some tenths of a unit of time.
 *
 * @param half  number of pairs
 * @param speed of each particle
 * @param seed  of the directions
 */
record StartVelocities(long half, double speed, long seed) {

    static StartVelocities of(final LjSettings settings) {
        final long half = settings.particles() / 2;
        return new StartVelocities(half, Math.sqrt(3 * settings.temperature() * settings.particles() / (2.0 * half)),
            new SplittableRandom(settings.seed()).nextLong());
    }

    /** Writes the velocity of a particle as three numbers from {@code at} on. */
    void velocity(final long particle, final double[] target, final int at) {
        final long pair = particle % half;
        final double size = particle >= 2 * half ? 0 : particle < half ? speed : -speed;
        final SplittableRandom random = new SplittableRandom(seed + pair);
        final double height = 2 * random.nextDouble() - 1;
        final double angle = 2 * Math.PI * random.nextDouble();
        final double radius = size * Math.sqrt(1 - height * height);
        target[at] = radius * Math.cos(angle);
        target[at + 1] = radius * Math.sin(angle);
        target[at + 2] = size * height;
    }
}
