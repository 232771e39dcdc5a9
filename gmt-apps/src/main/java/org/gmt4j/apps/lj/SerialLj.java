package org.gmt4j.apps.lj;

import java.util.Arrays;

/**
 * The same simulation in one thread of plain Java, without anything of the nodes' blocks and tasks: cells as wide as
 * the cut-off, or all pairs where the box is too small for cells. Compared with, for answers and for time. One thread.
 */
final class SerialLj {
    private static final int LEAST_CELLS = 3;
    private static final int NONE = -1;

    private final int count;
    private final double edge;
    private final double cutoff;
    /** Of the potential 4 (r^-12 - r^-6) + parabola: both numbers make it, and its slope, zero at the cut-off. */
    private final double parabola;
    private final double constant;
    private final int cells;
    private final int[] heads;
    private final int[] nexts;
    private final double[] forces;
    private double potential;

    SerialLj(final LjSettings settings) {
        count = Math.toIntExact(settings.particles());
        edge = settings.edge();
        cutoff = settings.cutoff();
        final double wall = 1 / Math.pow(cutoff, 12);
        final double well = 1 / Math.pow(cutoff, 6);
        parabola = (24 * wall - 12 * well) / (cutoff * cutoff);
        constant = 16 * well - 28 * wall;
        cells = (int) Math.min(edge / cutoff, Math.cbrt(2.0 * count));
        heads = new int[cells < LEAST_CELLS ? 0 : cells * cells * cells];
        nexts = new int[count];
        forces = new double[3 * count];
    }

    /**
     * What one thread has found.
     *
     * @param seconds   time of the steps
     * @param kinetic   energy of each step, from the start on
     * @param potential energy of each step
     * @param positions at the end, three numbers for each particle
     */
    record Path(double seconds, double[] kinetic, double[] potential, double[] positions) {
    }

    /** Runs all steps. */
    static Path run(final LjSettings settings) {
        final SerialLj serial = new SerialLj(settings);
        final double[] x = new double[3 * serial.count];
        final double[] v = new double[3 * serial.count];
        final Lattice lattice = Lattice.of(settings);
        final StartVelocities velocities = StartVelocities.of(settings);
        for (int i = 0; i < serial.count; i++) {
            lattice.position(i, x, 3 * i);
            velocities.velocity(i, v, 3 * i);
        }
        final double[] kinetic = new double[settings.steps() + 1];
        final double[] potential = new double[settings.steps() + 1];
        double[] f = serial.forces(x);
        kinetic[0] = kinetic(v);
        potential[0] = serial.potential;
        final long startNs = System.nanoTime();
        for (int step = 1; step <= settings.steps(); step++) {
            for (int i = 0; i < x.length; i++) {
                v[i] += settings.timeStep() / 2 * f[i];
                x[i] += settings.timeStep() * v[i];
            }
            f = serial.forces(x);
            for (int i = 0; i < x.length; i++) {
                v[i] += settings.timeStep() / 2 * f[i];
            }
            kinetic[step] = kinetic(v);
            potential[step] = serial.potential;
        }
        return new Path((System.nanoTime() - startNs) / 1e9, kinetic, potential, x);
    }

    private static double kinetic(final double[] v) {
        double sum = 0;
        for (final double one : v) {
            sum += one * one;
        }
        return sum / 2;
    }

    /** Returns the energy of the last forces. */
    double potential() {
        return potential;
    }

    /** Returns the force on each particle, valid until the next call. @param x positions, in the box or beyond */
    double[] forces(final double[] x) {
        Arrays.fill(forces, 0);
        potential = 0;
        if (heads.length == 0) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < i; j++) {
                    meet(x, i, j);
                }
            }
        } else {
            fillCells(x);
            for (int cell = 0; cell < heads.length; cell++) {
                meetNeighbours(x, cell);
            }
        }
        return forces;
    }

    private void fillCells(final double[] x) {
        Arrays.fill(heads, NONE);
        for (int i = 0; i < count; i++) {
            final int cell = (place(x[3 * i]) * cells + place(x[3 * i + 1])) * cells + place(x[3 * i + 2]);
            nexts[i] = heads[cell];
            heads[cell] = i;
        }
    }

    private int place(final double coordinate) {
        return Math.min(cells - 1, (int) ((coordinate / edge - Math.floor(coordinate / edge)) * cells));
    }

    /** Meets the cell itself, and 13 of the 26 around it. */
    private void meetNeighbours(final double[] x, final int cell) {
        for (int i = heads[cell]; i != NONE; i = nexts[i]) {
            for (int j = nexts[i]; j != NONE; j = nexts[j]) {
                meet(x, i, j);
            }
        }
        for (int offset = 14; offset < 27; offset++) {
            final int plane = (cell / (cells * cells) + offset / 9 - 1 + cells) % cells;
            final int row = (cell / cells % cells + offset / 3 % 3 - 1 + cells) % cells;
            final int column = (cell % cells + offset % 3 - 1 + cells) % cells;
            final int other = heads[(plane * cells + row) * cells + column];
            for (int i = heads[cell]; i != NONE; i = nexts[i]) {
                for (int j = other; j != NONE; j = nexts[j]) {
                    meet(x, i, j);
                }
            }
        }
    }

    private void meet(final double[] x, final int i, final int j) {
        final double dx = nearest(x[3 * i] - x[3 * j]);
        final double dy = nearest(x[3 * i + 1] - x[3 * j + 1]);
        final double dz = nearest(x[3 * i + 2] - x[3 * j + 2]);
        final double squared = dx * dx + dy * dy + dz * dz;
        if (squared < cutoff * cutoff) {
            final double inverse = 1 / squared;
            final double well = inverse * inverse * inverse;
            final double wall = well * well;
            final double push = (48 * wall - 24 * well) * inverse - 2 * parabola;
            potential += 4 * wall - 4 * well + parabola * squared + constant;
            add(i, push * dx, push * dy, push * dz);
            add(j, -push * dx, -push * dy, -push * dz);
        }
    }

    private double nearest(final double distance) {
        return distance - edge * Math.rint(distance / edge);
    }

    private void add(final int particle, final double x, final double y, final double z) {
        forces[3 * particle] += x;
        forces[3 * particle + 1] += y;
        forces[3 * particle + 2] += z;
    }
}
